export { type AnalysisPort, deskAnalysis, sandboxAnalysis } from './analysis.ts'
export {
  type CodePurpose,
  findLivingCode,
  guessCode,
  issueCode,
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
export { composeCodeText, type MessagePort } from './messages.ts'
export { checkPicture, type PictureProblem } from './picture.ts'
export {
  createSandboxMessages,
  findSandboxCode,
  listSandboxMessages,
  removeOldSandboxMessages,
  type SentMessage,
} from './sandbox-messages.ts'
export { composePicture } from './sandbox-picture.ts'
