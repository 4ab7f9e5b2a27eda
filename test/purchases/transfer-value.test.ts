import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { priceOption } from '../../src/domains/pricing/option.ts'
import { computeTransfer } from '../../src/domains/purchases/purchase.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { parseWrittenReais } from '../../src/kernel/money.ts'
import { newPurchase } from '../support/stored-purchases.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/concepts/transfer-value.md'), 'utf8')

/** The rows of the worked example: figure, how it comes about, reais. */
const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([0-9]+\.[0-9]{2}) \|$/gm)]
const findRow = (figure: string): RegExpMatchArray => {
  const found = rows.find(([, name = '']) => name.replaceAll(/[*`]/g, '').startsWith(figure))
  assert.ok(found, `the page has no row ${figure}`)
  return found
}
const readReais = (figure: string): number => parseWrittenReais(findRow(figure)[3] ?? '')
const readPercentage = (figure: string): number => Number(/^([0-9.]+) %/.exec(findRow(figure)[2] ?? '')?.[1])

for (const { insurancePercentage, interestRatePM } of [
  { insurancePercentage: 0, interestRatePM: 3.99 },
  { insurancePercentage: 3, interestRatePM: 0 },
])
  test(`the worked example of transferValue and netValue is what the program computes, at ${interestRatePM} %`, () => {
    const option = priceOption({
      purchaseCentavos: readReais('purchase'),
      downPaymentPercentage: readPercentage('downPaymentValue'),
      tcPercentage: readPercentage('tcValue'),
      insurancePercentage,
      cmPercentage: readPercentage('cmValue'),
      retentionPercentage: readPercentage('retentionValue'),
      purchaseDate: parseCalendarDate('2026-01-15'),
      firstDueDate: parseCalendarDate('2026-02-14'),
      numberOfInstallments: 12,
      interestRatePM,
    })
    const purchase = newPurchase()
    const contract = { ...purchase.contract, ...option }
    const sold = { ...purchase, purchaseCentavos: readReais('purchase'), contract }
    const computed = {
      downPaymentValue: option.downPaymentCentavos,
      lent: readReais('purchase') - option.downPaymentCentavos,
      tcValue: option.tcCentavos,
      financedAmount: option.financedCentavos,
      cmValue: option.cmCentavos,
      retentionValue: option.retentionCentavos,
      netValue: option.netCentavos,
      transferValue: computeTransfer(sold),
    }
    const written = Object.fromEntries(Object.keys(computed).map(figure => [figure, readReais(figure)]))
    assert.deepEqual(computed, written)
  })

test('the page names the same amounts in its sentences', () => {
  for (const [kind, figure] of [
    ['SALE ', 'purchase'],
    ['COMMISSION −', 'cmValue'],
    ['RETENTION −', 'retentionValue'],
    ['TRANSFER −', 'transferValue'],
    ['CANCELLATION −', 'transferValue'],
  ] as const)
    assert.ok(page.replaceAll('\n', ' ').includes(`${kind}${findRow(figure)[3]}`), kind)
})
