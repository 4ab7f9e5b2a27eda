export { type Contact, computeContactWindow, listFreeChannels } from './limits.ts'
export {
  type CollectionStep,
  computeOverdueReach,
  computeReach,
  findDueReminder,
  findTemplate,
  isAfter,
  REMINDER_STEPS,
  type ReminderTemplate,
} from './steps.ts'
export {
  insertStep,
  listSteps,
  lockCustomer,
  lockProgress,
  type Progress,
  type StepOf,
  saveProgress,
  type TakenStep,
} from './store.ts'
