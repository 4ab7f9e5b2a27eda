import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  checkOptions,
  listWireOptions,
  type OptionsBody,
  type WireGroup,
  type WireOption,
} from '../../../../test/support/answer-schemas.ts'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { newPerson, optionsBody } from '../../../../test/support/people.ts'
import { pickFigures, presentFigures } from '../../../../test/support/wire-figures.ts'
import type { CreditPolicy } from '../../../domains/credit/policy.ts'
import { type OptionTerms, priceOption } from '../../../domains/pricing/option.ts'
import { findPricingRange } from '../../../domains/pricing/policy.ts'
import { addDays, parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { parseReais } from '../../../kernel/money.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from '../../../sandbox/demonstration-policies.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const PRICES = [150, 333.33, 1000, 1000.01, 2999.99, 5000, 10_000]
const purchaseDate = parseCalendarDate('2026-03-10')

async function ask(key: string, price: number, hasGracePeriod: boolean): Promise<OptionsBody> {
  const { body } = await app.post<OptionsBody>(
    '/options',
    optionsBody(key, newPerson(), price, { hasGracePeriod }),
  )
  checkOptions(body)
  return body
}

/** Terms come from the published policy, not from the answer: a wrong rate or date would show. */
function expectGroup(
  group: WireGroup,
  policy: CreditPolicy,
  base: Pick<OptionTerms, 'purchaseCentavos' | 'downPaymentPercentage' | 'retentionPercentage'>,
  conditions: readonly { readonly times: number; readonly interest: number }[],
): void {
  const { tcPercentage, cmPercentage, insurancePercentage, minimumInstallment } = policy.pricing
  const lists: [number, readonly WireOption[]][] = [
    [0, group.options],
    ...(group.dueDateOptions ?? []).map((dates): [number, WireOption[]] => [
      dates.gracePeriod,
      dates.installmentOptions,
    ]),
  ]
  for (const [graceDays, shown] of lists) {
    const firstDueDate = addDays(purchaseDate, graceDays + 30)
    const price = (times: number, interest: number, insurance: number) =>
      priceOption({
        ...base,
        tcPercentage,
        cmPercentage,
        insurancePercentage: insurance,
        purchaseDate,
        firstDueDate,
        numberOfInstallments: times,
        interestRatePM: interest,
      })
    const expected = conditions
      .map(({ times, interest }) => ({ times, interest, option: price(times, interest, 0) }))
      .filter(({ option }) => option.installmentCentavos >= minimumInstallment * 100)
    assert.deepEqual(
      shown.map(pickFigures),
      expected.map(({ option }) => presentFigures(option)),
    )
    if (insurancePercentage === 0) continue
    assert.deepEqual(
      shown.map(({ insuranceOption }) => insuranceOption && pickFigures(insuranceOption)),
      expected.map(({ times, interest }) => presentFigures(price(times, interest, insurancePercentage))),
    )
  }
}

for (const [name, key, policy] of [
  ['the demonstration retailer', DEMO_KEY, richDemonstrationPolicy],
  ['the plain retailer', PLAIN_KEY, plainDemonstrationPolicy],
] as const) {
  for (const withGrace of [false, true]) {
    test(`${name} ${withGrace ? 'with' : 'without'} grace shows exactly what its policy prices, to the cent`, async () => {
      for (const price of PRICES) {
        const body = await ask(key, price, withGrace)
        const purchaseCentavos = parseReais(price)
        const downPayments = findPricingRange(policy.pricing, purchaseCentavos)?.downPayments ?? []
        assert.equal(body.downPaymentOptions?.length, downPayments.length)
        for (const [at, { percentage, installments }] of downPayments.entries()) {
          const group = body.downPaymentOptions?.[at]
          assert.ok(group)
          const base = { purchaseCentavos, downPaymentPercentage: percentage, retentionPercentage: 0 }
          expectGroup(group, policy, base, installments)
        }
        const { retention } = policy.pricing
        assert.equal(body.retentionOptions === undefined, retention === null)
        if (retention === null || body.retentionOptions === undefined) continue
        const { downPaymentPercentage, retentionPercentage, installments } = retention
        const base = { purchaseCentavos, downPaymentPercentage, retentionPercentage }
        expectGroup(body.retentionOptions, policy, base, installments)
      }
    })
  }
}

test('the preview repeats the figures of the options, and the totals of a group span its options', async () => {
  for (const price of PRICES) {
    const { preview, downPaymentOptions } = await ask(DEMO_KEY, price, true)
    assert.deepEqual(
      preview?.downPaymentOptions,
      downPaymentOptions?.map(group => ({
        downPaymentPercentage: group.downPaymentPercentage,
        downPaymentValue: group.downPaymentValue,
        economyValue: group.economyValue,
        installments: group.options.map(each => ({
          installments: each.numberOfInstallments,
          interest: each.interestRatePM,
          total: each.totalAmount,
          value: each.paymentInstallments,
        })),
      })),
    )
    for (const group of downPaymentOptions ?? []) {
      const totals = group.options.map(
        each => parseReais(each.totalAmount) + parseReais(each.downPaymentValue),
      )
      assert.deepEqual(
        [parseReais(group.minTotalAmount), parseReais(group.maxTotalAmount)],
        [Math.min(...totals), Math.max(...totals)],
      )
    }
  }
})

test('the economy of a down payment is its saving on the longest term that it shares with the smallest one', async () => {
  const { downPaymentOptions: groups = [], retentionOptions } = await ask(DEMO_KEY, 5000, false)
  const paid = (group: WireGroup | undefined, times: number): number => {
    const option = group?.options.find(each => each.numberOfInstallments === times)
    return parseReais(option?.totalAmount ?? Number.NaN) + parseReais(group?.downPaymentValue ?? Number.NaN)
  }
  for (const group of groups)
    assert.equal(parseReais(group.economyValue), paid(groups[0], 24) - paid(group, 24))
  const standard = groups.find(group => group.downPaymentPercentage === 20)
  assert.equal(
    parseReais(retentionOptions?.economyValue ?? 0),
    paid(standard, 12) - paid(retentionOptions, 12),
  )
})

test('every amount has at most two decimals and every option id is unique', async () => {
  const body = await ask(DEMO_KEY, 4321.09, true)
  const options = listWireOptions(body)
  assert.equal(options.length, (6 * 10 + 5) * 4 * 2)
  assert.equal(new Set(options.map(({ _id }) => _id)).size, options.length)
  for (const option of options) {
    assert.match(option._id, /^[0-9a-f]{24}$/)
    assert.equal(option.checkoutId, body.checkoutId)
    assert.equal(option.createdAt, '2026-03-10T15:00:00.000Z')
    for (const [name, value] of Object.entries(option)) {
      if (typeof value === 'number' && name !== 'dailyIof')
        assert.match(String(value), /^\d+(\.\d{1,2})?$/, name)
    }
  }
})
