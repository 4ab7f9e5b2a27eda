export { type AccountName, accountOf } from './accounts.ts'
export { composeEntry, computeReversal, type Entry } from './entry.ts'
export { sealLedger } from './seal.ts'
export {
  computeBalance,
  computeGenuineBalance,
  findEntries,
  findEntry,
  listEntries,
  postEntries,
} from './store/entries.ts'
export { findLedgerDifference, findLedgerFault } from './store/heads.ts'
export { addLedgerMetrics } from './store/imbalance.ts'
export { isIofOrdered, listIofPeriods } from './store/iof-periods.ts'
export {
  type ContractBooks,
  computeBalances,
  listBankPostings,
  listTrialBalance,
  readContractBooks,
  sumBankPostings,
  sumSealedDebt,
} from './store/reads.ts'
export {
  findRetailerDebt,
  listRetailerDebts,
  listRetailerMovements,
  listRetailersInDebit,
  sumRetailerMovements,
} from './store/retailer-movements.ts'
export { listGenuineEntries, sumPostings } from './store/stored-entry.ts'
export { verifyLedger } from './verify.ts'
