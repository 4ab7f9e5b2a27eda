export { type AccountKind, type AccountName, accountOf } from './accounts.ts'
export { findAccount } from './chart.ts'
export { composeEntry, computeReversal, type Entry } from './entry.ts'
export { readIofParts, writeIofParts } from './iof-parts.ts'
export { sealLedger } from './seal.ts'
export {
  computeGenuineBalance,
  findEntries,
  findEntry,
  listEntries,
  postEntries,
} from './store/entries.ts'
export { findLedgerFault } from './store/heads.ts'
export { type IofDue, isIofOrdered, listIofPeriods } from './store/iof-periods.ts'
export {
  countBooked,
  findFirstLaterId,
  listJournal,
  sumAccrued,
  sumBooked,
  sumContracts,
} from './store/month-ends.ts'
export {
  computeBalances,
  readBankPostings,
  readContractBooks,
  sumSealedDebt,
} from './store/reads.ts'
export {
  listRetailerDebts,
  listRetailersInDebit,
  readRetailerMovements,
  sumRetailerMovementsByKind,
} from './store/retailer-movements.ts'
export { listGenuineEntries, sumPostings } from './store/stored-entry.ts'
export { verifyLedger } from './verify.ts'
