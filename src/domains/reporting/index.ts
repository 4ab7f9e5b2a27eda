export { parseCosif } from './cosif.ts'
export { BOOK_EXPORTS, type BookExport, exportBooks, loadCosif, readChart } from './export-books.ts'
export { exportScr } from './scr/export-scr.ts'
export { describeScrSettings, parseScrSettings } from './scr/settings.ts'
