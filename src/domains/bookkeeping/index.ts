export { proposeManualEntry, proposeManualReversal } from './manual-entries.ts'
export {
  findEntryRecord,
  listOpenBalances,
  listShownEntries,
  openEntryFile,
  readBooks,
  readEntryCase,
} from './read-books.ts'
export { settleBalance } from './settle-balance.ts'
export { loadRates, payTax, readTaxes, type TaxDocument } from './taxes.ts'
export { verifyManualEntries } from './verify-manual.ts'
