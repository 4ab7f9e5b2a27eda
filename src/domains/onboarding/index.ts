export {
  type Advanced,
  answerInsurance,
  type NameRefused,
  type PictureRefused,
  receiveDocument,
  startOnboarding,
} from './advance-onboarding.ts'
export { ANALYSE_DOCUMENTS, analyseDocuments, continueIdentification } from './analyse-documents.ts'
export { type AnalysisPort, answerAtOnce, deskAnalysis } from './analysis.ts'
export { applyCustomerEvent } from './apply-customer-event.ts'
export { findLivingCode, guessCode, issueCode, useCode } from './codes.ts'
export { haveNamesThatDiffer } from './compare-names.ts'
export { findAgreement } from './compose-agreement.ts'
export { confirmCode, confirmPhone } from './confirm-phone.ts'
export { decideIdentification, lockProposedCase } from './desk/decide-identification.ts'
export {
  allowPicture,
  type CaseRecord,
  composeMark,
  openPicture,
  readCase,
  revealApplicant,
} from './desk/read-case.ts'
export {
  type DocumentKind,
  fileDocument,
  listUnfiledDocuments,
  type Origin,
  openOnboarding,
} from './evidence.ts'
export { exportEvidence } from './export-evidence.ts'
export { forgetOnboardings } from './forget.ts'
export { createHttpAnalysis } from './http-analysis.ts'
export { type CodeRefused, sendCode, type WrongStep } from './onboarding-codes.ts'
export { openContract } from './open-contract.ts'
export type { PictureProblem } from './picture.ts'
export { createPicturePool, type PicturePool } from './picture-pool.ts'
export {
  type ContractReading,
  findOnboarding,
  type OnboardingReading,
  type OnboardingView,
  type PersonalReading,
  readOnboarding,
} from './read-onboarding.ts'
export { type DeviceSession, removeExpiredSessions, startSession } from './sessions.ts'
export { signContract } from './sign-contract.ts'
