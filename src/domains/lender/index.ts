export { answerAccountProposal, listAccountProposals, proposeAccount } from './account-proposals.ts'
export { assignAccount } from './account-store.ts'
export {
  createAccount,
  createAccountFinder,
  createLenderFinder,
  type FindLenderContact,
  findAccount,
  getAccountOf,
  listAccountIdsAt,
  listAccounts,
} from './accounts.ts'
export type { BankRules, Occurrence, ReportKind, ReturnAccount } from './banks/bank-rules.ts'
export { bradesco } from './banks/bradesco.ts'
export { BANK_CODES, type BankCode, getBank, isBankCode } from './banks/find-bank.ts'
export type { AccountSettings, LenderAccount } from './lender-account.ts'
