export {
  type AccountProposal,
  answerAccountProposal,
  listAccountProposals,
  proposeAccount,
} from './account-proposals.ts'
export {
  AccountError,
  type AccountSettings,
  adoptAccounts,
  assignAccount,
  createAccount,
  createAccountFinder,
  findAccount,
  getAccountOf,
  listAccountIdsAt,
  listAccounts,
} from './accounts.ts'
export { BANK_CODES } from './banks/find-bank.ts'
export { coverBillets, findContractOf } from './belonging.ts'
export type { BankNotice, Billet, BilletKind, LenderAccount, Payer, Registration } from './billet.ts'
export {
  type AppliedCredit,
  applyCredits,
  describeLeft,
  findDifferingBillet,
  listRecorded,
  listRecordedPayments,
  lockCredit,
  lockOpenBillets,
  type RecordedPayment,
  reviveBillets,
} from './billet-payments.ts'
export type { BilletRow } from './billet-row.ts'
export { type Claim, type ClaimedBillet, claimBillets, findClaim } from './claim.ts'
export { takeCredited, tellClearing } from './clearing.ts'
export type {
  Contract,
  InstallmentTerms,
  OpenCharges,
  ReadSandboxRegistration,
  SandboxRegistration,
} from './compose.ts'
export {
  type BilletDebt,
  computeDue,
  countDelay,
  describeDebt,
  findFace,
  imputePart,
  isPaidInPart,
  sumDebt,
} from './debt.ts'
export { DEMONSTRATION_ACCOUNT } from './demonstration.ts'
export { type DueInstallment, listDueInstallments } from './due-installments.ts'
export { findBillet } from './find-billet.ts'
export {
  type ForgottenNumber,
  listForgotten,
  OUR_NUMBERS,
  readUsedShares,
  skipForgotten,
} from './given-numbers.ts'
export { imputeOldestFirst, type OldestFirst } from './impute-oldest.ts'
export {
  cancelBillets,
  composeBillets,
  findBilletByToken,
  type IssuedBillets,
  issueBillets,
  type LinkedBillet,
  storeBillets,
} from './issue.ts'
export { findBilletsOfAny } from './list-billets.ts'
export { NoticeError } from './notice-error.ts'
export {
  findEqualPayment,
  findReportedAmount,
  findTwinPayment,
  insertNotice,
  listSameNotices,
  lockContent,
} from './notices.ts'
export { answerOrder } from './order-answers.ts'
export {
  type BankOrder,
  listPendingOrders,
  listRemittanceTitles,
  openRemittance,
  placeOrders,
  type RemittanceTitle,
} from './orders.ts'
export { createOurNumbers, type TakeOurNumber } from './our-numbers.ts'
export { findPayers, forgetPayers, replacePayer } from './payers.ts'
export { listReceivedParts, type ReceivedPart } from './received-payments.ts'
export {
  listPaidBillets,
  listUnpaidOf,
  type PaidBillet,
  sumCoveredBillets,
  sumOpenBillets,
} from './reconciliation.ts'
export { findOverdueDays, isRegistered, omitReplaced } from './registration.ts'
export {
  closeRegistrationCase,
  countRegistrationCases,
  findRegistrationCase,
  listRegistrationCases,
  lockRegistrationCase,
  type RegistrationCase,
  readUnregistered,
  resendWriteOff,
} from './registration-cases.ts'
export { issueSecondCopy, lowerBillet, type Reissue, reissueBillet } from './reissue.ts'
export { createSandboxBank, type SandboxBank } from './sandbox-bank.ts'
export { chooseCopyDay, findCopyDayProblem, findDailyInterest, isCopyable } from './second-copy.ts'
export {
  type Allocation,
  type Credit,
  computeCharges,
  creditInParts,
  findRefusal,
  isPaidInFullBy,
  type OpenBillet,
  type Payment,
  parsePayment,
  type Refusal,
  sumCredit,
} from './settlement.ts'
export { cancelSettlementBillet, issueSettlementBillet } from './settlement-billets.ts'
export {
  type DuePlace,
  listBillets,
  listForgedBillets,
  lockBilletByOurNumber,
  lockBilletByTxid,
  lockLivingBillet,
} from './store.ts'
export {
  countOpenCases,
  findBilletOfAny,
  findSuspendedPayment,
  listSuspendedPayments,
  lockBillet,
  type SuspendedPayment,
} from './suspense.ts'
export {
  closeCase,
  listForgedCaseIds,
  lockCase,
  openCase,
  reduceCaseOf,
  releaseCase,
  type SuspenseCase,
} from './suspense-cases.ts'
export { composeTxid, findTxid } from './txid.ts'
export {
  advanceByFile,
  advanceWatermark,
  computeLag,
  isContractReadBeyond,
  isReadBeyond,
  listWatermarks,
  type Rail,
  readSandboxUntil,
  type Watermark,
} from './watermarks.ts'
