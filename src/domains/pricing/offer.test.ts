import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, fromEpochDay, parseCalendarDate, toEpochDay } from '../../kernel/calendar-date.ts'
import {
  computeOffer,
  computePreview,
  type OfferGroup,
  type OfferRequest,
  type PreviewInstallment,
} from './offer.ts'
import { priceOption } from './option.ts'
import type { PricingPolicy } from './policy.ts'
import { forgetSchedules } from './schedule.ts'

const installments = (interest: number, ...times: number[]) =>
  times.map(count => ({ times: count, interest }))
const policy: PricingPolicy = {
  ranges: [
    {
      from: 150,
      upTo: 1000,
      downPayments: [
        { percentage: 0, installments: installments(6.99, 3, 6, 9) },
        { percentage: 20, installments: installments(4.99, 3, 6, 12) },
        { percentage: 50, installments: installments(3.99, 24) },
      ],
    },
    {
      from: 1000,
      upTo: 10_000,
      downPayments: [{ percentage: 20, installments: installments(3.99, 6, 12, 24) }],
    },
  ],
  tcPercentage: 1.5,
  insurancePercentage: 3.5,
  cmPercentage: 2,
  retention: {
    downPaymentPercentage: 20,
    retentionPercentage: 6.5,
    installments: installments(1.49, 6, 10, 12),
  },
  gracePeriodDays: [30, 60, 90],
  minimumInstallment: 20,
}
const request: OfferRequest = {
  policy,
  purchaseCentavos: 100_000,
  purchaseDate: parseCalendarDate('2026-03-10'),
  chargesRegistrationFee: false,
  limitCentavos: 1_000_000,
  withInsurance: true,
  withRetention: true,
  withGracePeriod: true,
}

const anyRequest: fc.Arbitrary<OfferRequest> = fc
  .record({
    purchaseCentavos: fc.integer({ min: 14_000, max: 1_010_000 }),
    limitCentavos: fc.integer({ min: 0, max: 1_000_000 }),
    day: fc.integer({ min: 0, max: 3_000 }),
    chargesRegistrationFee: fc.boolean(),
    withInsurance: fc.boolean(),
    withRetention: fc.boolean(),
    withGracePeriod: fc.boolean(),
  })
  .map(({ day, ...rest }) => ({
    ...rest,
    policy,
    purchaseDate: fromEpochDay(toEpochDay(request.purchaseDate) + day),
  }))

const totals = (group: OfferGroup) =>
  group.options.map(({ option }) => group.downPaymentCentavos + option.totalCentavos)
const listGroups = ({ groups, retention }: ReturnType<typeof computeOffer>) =>
  retention ? [...groups, retention] : groups
const times = (group: OfferGroup | undefined) =>
  group?.options.map(({ option }) => option.numberOfInstallments)

test('down payments and installments come in ascending order, as the policy of the range lists them', () => {
  const { groups } = computeOffer(request)
  assert.deepEqual(
    groups.map(group => [group.downPaymentPercentage, group.downPaymentCentavos, times(group)]),
    [
      [0, 0, [3, 6, 9]],
      [20, 20_000, [3, 6, 12]],
      [50, 50_000, [24]],
    ],
  )
  assert.deepEqual(times(computeOffer({ ...request, purchaseCentavos: 100_001 }).groups[0]), [6, 12, 24])
  assert.deepEqual(computeOffer({ ...request, purchaseCentavos: 1_000_001 }), {
    groups: [],
    retention: undefined,
  })
})

test('every option of an offer equals the option computed from its terms alone', () => {
  const { groups, retention } = computeOffer({ ...request, chargesRegistrationFee: true })
  const group = groups[1] ?? assert.fail()
  const terms = {
    purchaseCentavos: 100_000,
    downPaymentPercentage: 20,
    tcPercentage: 1.5,
    insurancePercentage: 0,
    cmPercentage: 2,
    retentionPercentage: 0,
    purchaseDate: request.purchaseDate,
    firstDueDate: addDays(request.purchaseDate, 30),
    numberOfInstallments: 6,
    interestRatePM: 4.99,
  }
  assert.deepEqual(group.options[1], {
    option: priceOption(terms),
    insuranceOption: priceOption({ ...terms, insurancePercentage: 3.5 }),
  })
  const grace = group.dueDateOptions[1] ?? assert.fail()
  assert.deepEqual(
    [grace.gracePeriodDays, grace.gracePeriodDueDate, grace.firstDueDate],
    [60, '2026-05-09', '2026-06-08'],
  )
  assert.deepEqual(grace.options[1]?.option, priceOption({ ...terms, firstDueDate: grace.firstDueDate }))
  const subsidised = { ...terms, retentionPercentage: 6.5, interestRatePM: 1.49 }
  assert.deepEqual(retention?.options[0]?.option, priceOption(subsidised))
})

test('insurance, retention, grace and the registration fee appear only where they were asked for', () => {
  const plain = { withInsurance: false, withRetention: false, withGracePeriod: false }
  const { groups, retention } = computeOffer({ ...request, ...plain })
  assert.equal(retention, undefined)
  for (const group of groups) {
    assert.deepEqual(group.dueDateOptions, [])
    assert.ok(
      group.options.every(({ option, insuranceOption }) => !insuranceOption && option.tcCentavos === 0),
    )
  }
  const uninsured = computeOffer({ ...request, policy: { ...policy, insurancePercentage: 0 } })
  assert.ok(uninsured.groups.every(group => group.options.every(({ insuranceOption }) => !insuranceOption)))
  assert.equal(computeOffer({ ...request, policy: { ...policy, retention: null } }).retention, undefined)
})

test('a down payment that leaves more than the limit is not offered, and one that leaves exactly the limit is', () => {
  const offered = (limitCentavos: number) =>
    computeOffer({ ...request, limitCentavos }).groups.map(group => group.downPaymentPercentage)
  assert.deepEqual([100_000, 99_999, 80_000, 79_999, 49_999].map(offered), [
    [0, 20, 50],
    [20, 50],
    [20, 50],
    [50],
    [],
  ])
  assert.equal(computeOffer({ ...request, limitCentavos: 79_999 }).retention, undefined)
})

test('options with less than the minimum installment are left out, and so are groups without options', () => {
  const { groups } = computeOffer({ ...request, purchaseCentavos: 15_000 })
  assert.deepEqual(
    groups.map(group => [group.downPaymentPercentage, times(group)]),
    [
      [0, [3, 6, 9]],
      [20, [3, 6]],
    ],
  )
})

test('an installment of exactly the minimum is offered, and one of a centavo less is not', () => {
  const [group] = computeOffer({ ...request, purchaseCentavos: 15_000 }).groups
  const least = Math.min(...(group?.options ?? []).map(({ option }) => option.installmentCentavos))
  const countFrom = (minimumCentavos: number) =>
    computeOffer({
      ...request,
      purchaseCentavos: 15_000,
      policy: { ...policy, minimumInstallment: minimumCentavos / 100 },
    }).groups[0]?.options.length
  assert.deepEqual([countFrom(least), countFrom(least + 1)], [3, 2])
})

test('economy is measured on the longest term shared with the smallest down payment, or with the same one for retention', () => {
  const { groups, retention } = computeOffer(request)
  const [none, twenty, fifty] = groups.map(totals)
  assert.deepEqual(
    groups.map(group => group.economyCentavos),
    [0, (none?.[1] ?? 0) - (twenty?.[1] ?? 0), 0],
  )
  assert.equal(fifty?.length, 1)
  const subsidised = retention ?? assert.fail()
  assert.equal(subsidised.economyCentavos, (twenty?.[2] ?? 0) - (totals(subsidised)[2] ?? 0))
  assert.ok(subsidised.economyCentavos > 0)
})

test('least and largest total bound every option, and no installment is below one centavo', () => {
  fc.assert(
    fc.property(anyRequest, asked => {
      for (const group of listGroups(computeOffer(asked))) {
        assert.equal(Math.min(...totals(group)), group.minTotalCentavos)
        assert.equal(Math.max(...totals(group)), group.maxTotalCentavos)
        for (const { option, insuranceOption } of [
          ...group.options,
          ...group.dueDateOptions.flatMap(due => due.options),
        ]) {
          assert.ok(option.installmentCentavos >= 2_000)
          if (insuranceOption) assert.ok(insuranceOption.installmentCentavos >= option.installmentCentavos)
        }
      }
    }),
    { numRuns: 1_000 },
  )
})

const listFigures = ({ numberOfInstallments, interestRatePM, ...centavos }: PreviewInstallment) => [
  numberOfInstallments,
  interestRatePM,
  centavos.installmentCentavos,
  centavos.totalCentavos,
]

test('a preview shows exactly the figures of the offer', () => {
  fc.assert(
    fc.property(anyRequest, asked => {
      const fromOffer = computeOffer(asked).groups.map(group => ({
        downPaymentPercentage: group.downPaymentPercentage,
        downPaymentCentavos: group.downPaymentCentavos,
        economyCentavos: group.economyCentavos,
        installments: group.options.map(({ option }) => listFigures(option)),
      }))
      const previewed = computePreview(asked).map(({ installments, ...group }) => ({
        ...group,
        installments: installments.map(listFigures),
      }))
      assert.deepEqual(previewed, fromOffer)
    }),
    { numRuns: 1_000 },
  )
})

test('the same request gives the same offer, with new and with cached schedules', () => {
  fc.assert(
    fc.property(anyRequest, anyRequest, (asked, other) => {
      forgetSchedules()
      const fresh = computeOffer(asked)
      computeOffer(other)
      assert.deepEqual(computeOffer(asked), fresh)
    }),
    { numRuns: 300 },
  )
})
