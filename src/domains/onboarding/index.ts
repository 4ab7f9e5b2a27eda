export {
  answerInsurance,
  confirmCode,
  continueConfirmed,
  openContract,
  receiveDocument,
  type StepRefusal,
  startOnboarding,
} from './advance-onboarding.ts'
export { ANALYSE_DOCUMENTS } from './analyse-documents.ts'
export {
  type AnalysisPort,
  answerAtOnce,
  createHttpAnalysis,
  deskAnalysis,
  haveNamesThatDiffer,
} from './analysis.ts'
export { sendCode } from './codes.ts'
export {
  allowPicture,
  decideIdentification,
  openPicture,
  readCase,
  revealApplicant,
} from './desk.ts'
export { exportEvidence, fileDocuments, openOnboarding } from './evidence.ts'
export { onboardingJobs } from './jobs.ts'
export { listQueue } from './list-queue.ts'
export { createPicturePool } from './picture-pool.ts'
export { findOnboarding, readOnboarding } from './read-onboarding.ts'
export { signContract } from './sign-contract.ts'
export { forgetOnboardings } from './store.ts'
