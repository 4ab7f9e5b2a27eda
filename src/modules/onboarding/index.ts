export {
  type AnalysisAnswer,
  type AnalysisPort,
  type AnalysisResult,
  deskAnalysis,
  sandboxAnalysis,
} from './analysis.ts'
export { getSentAt } from './code-store.ts'
export {
  type CodeUse,
  findLivingCode,
  guessCode,
  issueCode,
  type LivingCode,
  useCode,
} from './codes.ts'
export { compareFacts, type KnownFacts } from './compare-facts.ts'
export { computeVerdict, haveNamesThatDiffer, type KnownNames } from './compare-names.ts'
export {
  continueOnboarding,
  type DocumentKind,
  fileDocument,
  findSignature,
  listDocuments,
  listUnfiledDocuments,
  type Origin,
  openDocument,
  openOnboarding,
  type PictureContext,
  sealDocument,
  storeConsent,
  storeDocument,
  storeSignature,
} from './evidence.ts'
export { forgetOnboardings } from './forget.ts'
export { createHttpAnalysis } from './http-analysis.ts'
export { findIdentityAnalysis, type IdentityAnalysis, saveIdentityAnalysis } from './identity-analyses.ts'
export { checkPicture, type PictureProblem } from './picture.ts'
export { createPicturePool, type PicturePool } from './picture-pool.ts'
export { findPictureRequest, type PictureRequest, storePictureRequest } from './picture-requests.ts'
export { composePicture } from './sandbox-picture.ts'
export {
  type DeviceSession,
  hasSession,
  removeExpiredSessions,
  startSession,
} from './sessions.ts'
