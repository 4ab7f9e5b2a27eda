export { computeAccelerationEntry, nameAcceleration } from './acceleration-entry.ts'
export { type AccountName, accountOf, DEFAULT_INSURER } from './accounts.ts'
export {
  computeAgreementBrokenEntry,
  computeAgreementChargesEntry,
  computeAgreementPaidEntry,
  computeAgreementPaymentEntries,
} from './agreement-entries.ts'
export {
  computeBalances,
  computeBalancesOn,
  computeMoved,
  type KindBalance,
  listTrialBalance,
  sumOwedByTransaction,
  sumSealedDebt,
} from './balances.ts'
export { type BankPosting, listBankPostings, sumBankPostings } from './bank-postings.ts'
export {
  computeCaseCreditEntries,
  computeCaseRefundEntry,
  computeReturnEntry,
  nameCaseCredit,
  nameCaseRefund,
} from './case-entries.ts'
export { computeCreditEntry, computeTariffEntry } from './clearing-entries.ts'
export {
  computeContractEntry,
  computeOverdueIofEntry,
  computePaymentEntry,
  computeReleaseIofEntry,
  computeReleaseIofReversedEntry,
  computeSuspenseEntry,
  type IofCharge,
  nameContract,
  nameFormerReleaseIof,
  namePayment,
  nameReleaseIof,
} from './entries.ts'
export { computeReversal, type Entry } from './entry.ts'
export { findLedgerDifference, findLedgerFault, LedgerRewritten, type Seal } from './heads.ts'
export { computeImbalance, findOldestUnsealed } from './imbalance.ts'
export { type IofDue, isIofOrdered, listIofPeriods } from './iof-periods.ts'
export { type JournalLine, listJournal } from './journal.ts'
export {
  computeAccrualEntry,
  computeClawbackCostsEntry,
  computeContractReversedEntry,
  isNothingEarned,
  type LoanIncome,
} from './loan-entries.ts'
export {
  type BookedPayout,
  computeClawbackNettedEntry,
  computePayoutFailedEntry,
  computePayoutOrderedEntry,
  computePayoutPaidEntry,
  computePayoutReturnedEntry,
} from './payout-entries.ts'
export {
  computeCarryOverEntry,
  computeClawbackEntry,
  computeRefundEntry,
  listRefundable,
  type Refundable,
  sumRefundable,
} from './purchase-entries.ts'
export { findReceipts, listReceipts, type Receipt } from './receipts.ts'
export {
  findRefundCredit,
  findRefundCredits,
  listPixReceipts,
  listRefundCredits,
  type PixReceipt,
  type RefundCredit,
  readRefundBooks,
} from './refund-reads.ts'
export {
  findRetailerDebt,
  listRetailerDebts,
  listRetailerMovements,
  listRetailersInDebit,
  type RetailerDebt,
  type RetailerMovement,
  sumRetailerMovements,
} from './retailer-movements.ts'
export { sealEntries } from './seal.ts'
export {
  computeClawbackReceivedEntry,
  computeCloseEntry,
  computeCommissionPaidEntry,
  computeEarlySettlementEntry,
  computeProvisionEntry,
  computeRecoveryEntry,
  computeReductionsReversedEntry,
  computeRenegotiationEntry,
  computeRestructuringEntry,
  computeWriteOffEntry,
  nameRenegotiation,
  turnIntoRecovery,
} from './servicing-entries.ts'
export { computeBalance, computeGenuineBalance, findEntry, postEntries } from './store.ts'
export { type LedgerReport, verifyLedger } from './verify.ts'
export { computeMoveEntry, nameMove, renameToVersion2, type Version1Balances } from './version-1.ts'
export { listUnsearched, type SearchedEntry, saveSearched, sumVersion1 } from './version-1-store.ts'
