export {
  type Agreement,
  type AgreementVersion1,
  type AgreementVersion2,
  computeContractHash,
} from './agreement.ts'
export { type BundledPicture, type BundleReport, composeBundle, verifyBundle } from './bundle.ts'
export { isOpened, storeReading } from './contract-readings.ts'
export { type Clause, composeClauses, renderContractPdf } from './pdf/render.ts'
export { renderReleasePdf } from './pdf/render-release.ts'
export {
  findReleaseStatement,
  type ReleaseStatement,
  type SealedRelease,
  storeReleaseStatement,
} from './release-statement.ts'
export { presentPublicKey } from './seal.ts'
export {
  computePdfHash,
  findSignedContract,
  findSignedTexts,
  forgetSignedContracts,
  type SignedContract,
  storeSignedContract,
} from './signed-contracts.ts'
export type { SignatureStatement } from './statement.ts'
