export { checkPostalCode, parseApplicant } from './applicant.ts'
export type { Applicant, Bureau, BureauReport } from './bureau.ts'
export {
  type Approval,
  addAgreement,
  endContract,
  findApprovals,
  findLivingContract,
  isContractInProgress,
  listSiblingContracts,
  openContracts,
  startContract,
} from './contracts.ts'
export { type Credit, createCredit, type Replay } from './credit.ts'
export { computePreviewPurchase, type Decision } from './decision.ts'
export { plainDemonstrationPolicy, richDemonstrationPolicy } from './demonstration-policies.ts'
export type { Evaluation, EvaluationRequest } from './evaluation.ts'
export { type ContractOf, forgetApplicant, listContractsOf } from './forget.ts'
export { createHttpBureau } from './http-bureau.ts'
export { findPersona, findSamplePerson, personas } from './personas.ts'
export { type CurrentPolicy, listForgedPolicies, requiresInvoice } from './policies.ts'
export { CreditPolicy, PolicyError } from './policy.ts'
export { creditRules } from './rules.ts'
export { createSandboxBureau } from './sandbox-bureau.ts'
export {
  freeSandboxPeople,
  giveSandboxPerson,
  nameSandboxPerson,
  type SandboxPerson,
} from './sandbox-people.ts'
export { removeUnboughtDecisions } from './unbought-decisions.ts'
