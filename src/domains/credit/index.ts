export type { Bureau, CpfStatus } from './bureau.ts'
export {
  type Approval,
  addAgreement,
  endContract,
  findApprovals,
  findLivingContract,
  isContractInProgress,
  listContractsOf,
  listSiblingContracts,
  openContracts,
  removeUnboughtDecisions,
  startContract,
} from './contract-store.ts'
export type { Credit, Replay } from './credit.ts'
export type { Evaluation, FactOverrides } from './evaluation.ts'
export { type CurrentPolicy, findWaivedRests, requiresInvoice } from './policies.ts'
export { CreditPolicy, MOST_LIVING_CONTRACTS } from './policy.ts'
export { computePreviewPurchase } from './rules.ts'
