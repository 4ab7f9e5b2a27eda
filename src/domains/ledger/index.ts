export { type AccountName, accountOf } from './accounts.ts'
export { composeEntry, computeReversal, type Entry } from './entry.ts'
export { findLedgerDifference, findLedgerFault, type Seal } from './heads.ts'
export { computeImbalance, findOldestUnsealed } from './imbalance.ts'
export { isIofOrdered, listIofPeriods } from './iof-periods.ts'
export {
  type BankPosting,
  computeBalances,
  type JournalLine,
  listBankPostings,
  listJournal,
  listTrialBalance,
  sumBankPostings,
  sumSealedDebt,
} from './reads.ts'
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
  computeBalance,
  computeGenuineBalance,
  findEntries,
  findEntry,
  listEntries,
  postEntries,
} from './store.ts'
export { listGenuineEntries, sumPostings } from './stored-entry.ts'
export { type LedgerReport, verifyLedger } from './verify.ts'
