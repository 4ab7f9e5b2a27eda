import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { renderBilletPdf } from '../../../src/domains/receivables/billets/pdf/render.ts'
import type { BilletSheet } from '../../../src/domains/receivables/billets/pdf/sheet.ts'
import { ensureScanner, scanPdf } from './scanner.ts'
import { createSheet } from './sheets.ts'

before(ensureScanner)

const codesOf = (sheets: readonly BilletSheet[]) => ({
  barcodes: sheets.map(sheet => sheet.billet.barcode),
  qrCodes: sheets.flatMap(sheet => sheet.billet.pixCode ?? []),
})

test('the longest possible Pix code is readable at 150 dpi on both layouts', async () => {
  const sheet = createSheet(0, { account: { pixKey: `${'cobranca'.repeat(8)}@exemplo.com` } })
  for (const layout of ['page', 'booklet'] as const)
    assert.deepEqual(scanPdf(await renderBilletPdf([sheet], layout), 150), [codesOf([sheet])])
})
