export {
  type Addendum,
  type AddendumProducts,
  computeProductsHash,
  computeStatementHash,
  confirmAddendum,
  findAddendum,
  storeAddendum,
} from './addendum.ts'
export { type Agreement, computeContractHash, type Renegotiation } from './agreement.ts'
export { composeBundle, verifyBundle } from './bundle.ts'
export { isOpened, storeReading } from './contract-readings.ts'
export type { DischargeStatement } from './discharge-statement.ts'
export { composeClauses, renderContractPdf } from './pdf/render.ts'
export { renderAddendumPdf } from './pdf/render-addendum.ts'
export { renderDischargePdf } from './pdf/render-discharge.ts'
export { renderReleasePdf } from './pdf/render-release.ts'
export { findReleaseStatement, type SealedRelease, storeReleaseStatement } from './release-statement.ts'
export { presentPublicKey, sealStatement } from './seal.ts'
export {
  computePdfHash,
  fileContract,
  findSignedContract,
  findSignedTexts,
  forgetSignedContracts,
  listUnfiledContracts,
  type SignedContract,
  storeSignedContract,
} from './signed-contracts.ts'
export type { SignatureStatement } from './statement.ts'
