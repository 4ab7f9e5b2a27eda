export {
  listSuspense,
  type QueuedPayment,
  type QueuedRegistrationCase,
  readRegistrations,
  readSuspense,
  type SuspenseRecord,
} from './read-suspense.ts'
export { resolveSuspense } from './resolve-suspense.ts'
