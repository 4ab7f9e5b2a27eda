export { type AccountName, accountOf } from './accounts.ts'
export { composeEntry, computeReversal, type Entry } from './entry.ts'
export { findLedgerDifference, findLedgerFault, type Seal } from './heads.ts'
export { computeImbalance, findOldestUnsealed } from './imbalance.ts'
export { isIofOrdered, listIofPeriods } from './iof-periods.ts'
export { listRefundable, type Refundable, sumRefundable } from './purchase-entries.ts'
export {
  type BankPosting,
  computeBalances,
  computeBalancesOn,
  computeMoved,
  findReceipts,
  type JournalLine,
  type KindBalance,
  listBankPostings,
  listJournal,
  listReceipts,
  listTrialBalance,
  type Receipt,
  sumBankPostings,
  sumOwedByTransaction,
  sumSealedDebt,
} from './reads.ts'
export {
  findRefundCredit,
  findRefundCredits,
  listPixReceipts,
  type PixReceipt,
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
export { computeBalance, computeGenuineBalance, findEntry, postEntries } from './store.ts'
export { type LedgerReport, verifyLedger } from './verify.ts'
