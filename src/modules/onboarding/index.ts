export { type AnalysisPort, type AnalysisResult, deskAnalysis, sandboxAnalysis } from './analysis.ts'
export { getSentAt } from './code-store.ts'
export {
  findLivingCode,
  findSendWaitMs,
  guessCode,
  issueCode,
  type LivingCode,
  useCode,
} from './codes.ts'
export {
  continueOnboarding,
  type DocumentKind,
  findSignature,
  listDocuments,
  type Origin,
  openDocument,
  openOnboarding,
  sealDocument,
  storeConsent,
  storeDocument,
  storeSignature,
} from './evidence.ts'
export { forgetOnboardings } from './forget.ts'
export { createHttpAnalysis } from './http-analysis.ts'
export {
  createMessageSender,
  createQueuedMessages,
  SEND_MESSAGE,
  type SendMessage,
} from './http-messages.ts'
export { composeCodeText, type MessagePort } from './messages.ts'
export { checkPicture, type PictureProblem } from './picture.ts'
export { createPicturePool, type PicturePool } from './picture-pool.ts'
export { findPictureRequest, type PictureRequest, storePictureRequest } from './picture-requests.ts'
export {
  createSandboxMessages,
  findSandboxCode,
  listSandboxMessages,
  removeOldSandboxMessages,
  type SentMessage,
} from './sandbox-messages.ts'
export { composePicture } from './sandbox-picture.ts'
export {
  type DeviceSession,
  hasSession,
  removeExpiredSessions,
  startSession,
} from './sessions.ts'
