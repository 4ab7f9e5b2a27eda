export { type QueuedPayment, type QueuedRegistrationCase, type SuspenseRecord, listSuspense, readRegistrations, readSuspense } from './read-suspense.ts'
export { lockProposedResolution, resolveSuspense } from './resolve-suspense.ts'
