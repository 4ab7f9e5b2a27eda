export {
  type CoveredBillet,
  listSuspense,
  type QueuedPayment,
  readSuspense,
  type SuspenseRecord,
} from './read-suspense.ts'
export {
  type QueuedRegistrationCase,
  readRegistrations,
  resolveRegistration,
} from './resolve-registration.ts'
export { lockProposedResolution, resolveSuspense } from './resolve-suspense.ts'
