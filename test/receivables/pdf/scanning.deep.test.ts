import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { renderBilletPdf } from '../../../src/domains/receivables/billets/pdf/render.ts'
import type { BilletSheet } from '../../../src/domains/receivables/billets/pdf/sheet.ts'
import { ensureScanner, scanPdf } from './scanner.ts'
import { createSheets } from './sheets.ts'

before(ensureScanner)

const codesOf = (sheets: readonly BilletSheet[]) => ({
  barcodes: sheets.map(sheet => sheet.billet.barcode),
  qrCodes: sheets.flatMap(sheet => sheet.billet.pixCode ?? []),
})
const sorted = (pages: { barcodes: string[]; qrCodes: string[] }[]) =>
  pages.map(page => ({ barcodes: page.barcodes.toSorted(), qrCodes: page.qrCodes }))

for (const dotsPerInch of [150, 200]) {
  test(`a scanner reads the barcode and the Pix code of all 24 pages printed at ${dotsPerInch} dpi`, async () => {
    const sheets = createSheets(24)
    const pages = scanPdf(await renderBilletPdf(sheets, 'page'), dotsPerInch)
    assert.deepEqual(
      pages,
      sheets.map(sheet => codesOf([sheet])),
    )
  })

  test(`a scanner reads every strip of a booklet printed at ${dotsPerInch} dpi`, async () => {
    const sheets = createSheets(10)
    const pages = scanPdf(await renderBilletPdf(sheets, 'booklet'), dotsPerInch)
    const strips = [0, 3, 6, 9].map(start => codesOf(sheets.slice(start, start + 3)))
    assert.deepEqual(sorted(pages), sorted(strips))
  })
}
