export { type AccountName, accountOf } from './accounts.ts'
export { composeEntry, computeReversal, type Entry } from './entry.ts'
export { findLedgerDifference, findLedgerFault } from './heads.ts'
export { addLedgerMetrics } from './imbalance.ts'
export { isIofOrdered, listIofPeriods } from './iof-periods.ts'
export {
  type ContractBooks,
  computeBalances,
  listBankPostings,
  listTrialBalance,
  readContractBooks,
  sumBankPostings,
  sumSealedDebt,
} from './reads.ts'
export {
  findRetailerDebt,
  listRetailerDebts,
  listRetailerMovements,
  listRetailersInDebit,
  sumRetailerMovements,
} from './retailer-movements.ts'
export { sealLedger } from './seal.ts'
export {
  computeBalance,
  computeGenuineBalance,
  findEntries,
  findEntry,
  listEntries,
  postEntries,
} from './store.ts'
export { listGenuineEntries, sumPostings } from './stored-entry.ts'
export { verifyLedger } from './verify.ts'
