export {
  listSuspense,
  type QueuedPayment,
  type QueuedRegistrationCase,
  readRegistrations,
  readSuspense,
  type SuspenseRecord,
} from './read-suspense.ts'
export { lockProposedResolution, resolveSuspense } from './resolve-suspense.ts'
