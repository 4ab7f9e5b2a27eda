export { type Agreement, computeContractHash, type Renegotiation } from './agreement.ts'
export { composeBundle, verifyBundle } from './bundle.ts'
export { composeClauses, renderContractPdf } from './pdf/render.ts'
export { renderAddendumPdf, renderDischargePdf, renderReleasePdf } from './pdf/render-statements.ts'
export {
  type AddendumProducts,
  computeProductsHash,
  computeStatementHash,
  type DischargeStatement,
  presentPublicKey,
  type SignatureStatement,
  sealStatement,
} from './statements.ts'
export {
  type Addendum,
  computePdfHash,
  confirmAddendum,
  fileContract,
  findAddendum,
  findReleaseStatement,
  findSignedContract,
  findSignedTexts,
  forgetSignedContracts,
  isOpened,
  listUnfiledContracts,
  type SealedRelease,
  type SignedContract,
  storeAddendum,
  storeReading,
  storeReleaseStatement,
  storeSignedContract,
} from './store.ts'
