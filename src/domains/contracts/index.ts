export { verifyBundle } from './bundle.ts'
export { composeEvidence } from './compose-evidence.ts'
export {
  readContractTerms,
  recordContractOpened,
  renderContract,
  renderDocument,
  renderUnsigned,
} from './compose-terms.ts'
export { findRelease, findSignedRoot, type ReadAddendum, readAddendum } from './contract-changes.ts'
export { DISCHARGE_PATH, findDischarge, verifyDischarge } from './find-discharge.ts'
export { composeClauses } from './pdf/render.ts'
export { presentPublicKey } from './statements.ts'
export { confirmAddendum, findSignedHashes, storeSignedContract } from './store.ts'
export type { ContractTerms } from './terms.ts'
