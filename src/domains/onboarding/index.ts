export {
  type Advanced,
  answerInsurance,
  confirmCode,
  confirmPhone,
  type NameRefused,
  openContract,
  type PictureRefused,
  receiveDocument,
  startOnboarding,
} from './advance-onboarding.ts'
export { ANALYSE_DOCUMENTS, continueIdentification } from './analyse-documents.ts'
export {
  type AnalysisPort,
  answerAtOnce,
  createHttpAnalysis,
  deskAnalysis,
  haveNamesThatDiffer,
} from './analysis.ts'
export { applyCustomerEvent } from './apply-customer-event.ts'
export { type CodeRefused, sendCode, type WrongStep } from './codes.ts'
export {
  allowPicture,
  type CaseRecord,
  decideIdentification,
  lockProposedCase,
  openPicture,
  readCase,
  revealApplicant,
} from './desk.ts'
export {
  type DocumentKind,
  exportEvidence,
  fileDocument,
  listUnfiledDocuments,
  type Origin,
  openOnboarding,
} from './evidence.ts'
export { onboardingJobs } from './jobs.ts'
export { listQueue, type QueuedPurchase } from './list-queue.ts'
export { createPicturePool, type PicturePool, type PictureProblem } from './picture-pool.ts'
export {
  type ContractReading,
  findOnboarding,
  type OnboardingReading,
  type OnboardingView,
  type PersonalReading,
  readOnboarding,
} from './read-onboarding.ts'
export { signContract } from './sign-contract.ts'
export { type DeviceSession, forgetOnboardings, startSession } from './store.ts'
