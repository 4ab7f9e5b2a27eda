import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type PricedOption, priceOption } from '../../src/domains/pricing/option.ts'
import { computeDueDates } from '../../src/domains/pricing/schedule.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { parseReais, presentReais } from '../../src/kernel/money.ts'

/** Options priced by an independent program with 40-digit decimals: amounts in reais, rates in percent. */
interface GoldenOption {
  readonly in: {
    readonly id: string
    readonly products: readonly { readonly value: number; readonly amount: number }[]
    readonly shipping: number
    readonly downPaymentPercentage: number
    readonly interestRatePM: number
    readonly numberOfInstallments: number
    readonly purchaseDate: string
    readonly firstDueDate: string
    readonly tcPercentage?: number
    readonly insurancePercentage?: number
    readonly cmPercentage?: number
    readonly retentionPercentage?: number
  }
  readonly out: Readonly<Record<string, unknown>>
}

const golden = readFileSync(new URL('golden-options.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as GoldenOption)

function price({ in: given }: GoldenOption) {
  const purchaseCentavos = given.products.reduce(
    (sum, product) => sum + parseReais(product.value) * product.amount,
    parseReais(given.shipping),
  )
  const option = priceOption({
    purchaseCentavos,
    downPaymentPercentage: given.downPaymentPercentage,
    tcPercentage: given.tcPercentage ?? 0,
    insurancePercentage: given.insurancePercentage ?? 0,
    cmPercentage: given.cmPercentage ?? 0,
    retentionPercentage: given.retentionPercentage ?? 0,
    purchaseDate: parseCalendarDate(given.purchaseDate),
    firstDueDate: parseCalendarDate(given.firstDueDate),
    numberOfInstallments: given.numberOfInstallments,
    interestRatePM: given.interestRatePM,
  })
  return { purchaseCentavos, option }
}

function inReais(purchaseCentavos: number, option: PricedOption) {
  return {
    purchase: presentReais(purchaseCentavos),
    downPaymentValue: presentReais(option.downPaymentCentavos),
    tcValue: presentReais(option.tcCentavos),
    premium: presentReais(option.premiumCentavos),
    financedAmount: presentReais(option.financedCentavos),
    totalIof: presentReais(option.totalIofCentavos),
    amortizationTotal: presentReais(option.amortizationTotalCentavos),
    paymentInstallments: presentReais(option.installmentCentavos),
    totalAmount: presentReais(option.totalCentavos),
    additionAmount: presentReais(option.additionCentavos),
    paymentInstallmentsWithoutIof: presentReais(option.installmentWithoutChargesCentavos),
    totalAmountWithoutIof: presentReais(option.totalWithoutChargesCentavos),
    iofPM: presentReais(option.iofPerMonthCentavos),
    cetPA: option.cetPA,
    cetPM: option.cetPM,
    interestRatePA: option.interestRatePA,
    cmValue: presentReais(option.cmCentavos),
    retentionValue: presentReais(option.retentionCentavos),
    netValue: presentReais(option.netCentavos),
    dueDates: computeDueDates(option.firstDueDate, option.numberOfInstallments),
    iofDays: option.iofDays,
    amortization: option.amortizationCentavos.map(presentReais),
    iofRows: option.iofCentavos.map(presentReais),
  }
}

test('there are forty golden options', () => assert.equal(golden.length, 40))

for (const row of golden) {
  test(`golden option ${row.in.id} is priced to the cent in every field and row`, () => {
    const { purchaseCentavos, option } = price(row)
    assert.deepEqual(inReais(purchaseCentavos, option), row.out)
  })
}
