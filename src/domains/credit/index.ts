export { checkPostalCode, parseApplicant } from './applicant.ts'
export type { Bureau, CpfStatus } from './bureau.ts'
export {
  type Approval,
  addAgreement,
  endContract,
  findApprovals,
  findLivingContract,
  forgetApplicant,
  isContractInProgress,
  listContractsOf,
  listSiblingContracts,
  openContracts,
  removeUnboughtDecisions,
  startContract,
} from './contract-store.ts'
export { type Credit, createCredit, type Replay } from './credit.ts'
export { computePreviewPurchase } from './decision.ts'
export type { Evaluation, FactOverrides } from './evaluation.ts'
export { createHttpBureau } from './http-bureau.ts'
export { type CurrentPolicy, findWaivedRests, listForgedPolicyIds, requiresInvoice } from './policies.ts'
export { CreditPolicy, MOST_LIVING_CONTRACTS } from './policy.ts'
