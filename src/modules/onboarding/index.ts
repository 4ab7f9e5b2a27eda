export { type AnalysisPort, deskAnalysis, sandboxAnalysis } from './analysis.ts'
export {
  type CodePurpose,
  type CodeSubject,
  findLivingCode,
  guessCode,
  issueCode,
  useCode,
} from './codes.ts'
export {
  continueOnboarding,
  type DocumentKind,
  type DocumentSummary,
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
export { composeCodeText, type MessagePort } from './messages.ts'
export { checkPicture, MAX_PICTURE_BYTES, type PictureProblem } from './picture.ts'
export {
  createSandboxMessages,
  findSandboxCode,
  listSandboxMessages,
  removeOldSandboxMessages,
  type SentMessage,
} from './sandbox-messages.ts'
export { composePicture } from './sandbox-picture.ts'
