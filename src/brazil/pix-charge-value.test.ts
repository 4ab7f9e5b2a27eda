import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, parseCalendarDate as date, fromEpochDay, toEpochDay } from '../kernel/calendar-date.ts'
import { computePixChargeValue, type PixChargeTerms } from './pix-charge-value.ts'

const LATE: Omit<PixChargeTerms, 'originalCentavos' | 'dueDate'> = {
  fine: { mode: 2, value: 200 },
  interest: { mode: 3, value: 100 },
}

test('a late charge costs 2 % and 1 % a month from the postponed due date, each cut to centavos', () => {
  const rows: [original: number, due: string, paid: string, interest: number, fine: number, total: number][] =
    [
      [19_792, '2026-04-09', '2026-04-09', 0, 0, 19_792],
      [19_792, '2026-04-09', '2026-04-10', 6, 395, 20_193],
      [19_792, '2026-04-09', '2026-05-11', 211, 395, 20_398],
      [19_792, '2026-02-14', '2026-02-18', 0, 0, 19_792],
      [19_792, '2026-02-14', '2026-02-19', 6, 395, 20_193],
      [19_792, '2026-11-20', '2026-11-24', 6, 395, 20_193],
      [100_000, '2026-04-03', '2026-04-07', 33, 2_000, 102_033],
      [33_333, '2026-06-10', '2026-06-17', 77, 666, 34_076],
      [3_000_000, '2026-06-10', '2026-06-11', 1_000, 60_000, 3_061_000],
    ]
  for (const [originalCentavos, due, paid, interestCentavos, fineCentavos, totalCentavos] of rows)
    assert.deepEqual(
      computePixChargeValue({ originalCentavos, dueDate: date(due), ...LATE }, date(paid)),
      { rebateCentavos: 0, discountCentavos: 0, interestCentavos, fineCentavos, totalCentavos },
      `${due} → ${paid}`,
    )
})

const until = (...dates: [string, number][]) => dates.map(([day, value]) => ({ date: date(day), value }))
const twoDates = until(['2026-06-19', 1_000], ['2026-06-13', 3_000])

type Terms = Omit<PixChargeTerms, 'originalCentavos' | 'dueDate'>
/** Name, original, due date, day of payment, terms, then what comes out: rebate, discount, interest, fine, total. */
const MODES: [string, number, string, string, Terms, number, number, number, number, number][] = [
  [
    'M1',
    100_000,
    '2026-06-10',
    '2026-06-20',
    { rebate: { mode: 2, value: 1_000 }, fine: { mode: 2, value: 200 }, interest: { mode: 2, value: 5 } },
    10_000,
    0,
    450,
    1_800,
    92_250,
  ],
  [
    'M2',
    15_000,
    '2026-06-10',
    '2026-06-17',
    { fine: { mode: 1, value: 500 }, interest: { mode: 1, value: 10 } },
    0,
    0,
    70,
    500,
    15_570,
  ],
  [
    'M3',
    100_000,
    '2026-06-10',
    '2026-07-25',
    { interest: { mode: 4, value: 1_200 } },
    0,
    0,
    1_500,
    0,
    101_500,
  ],
  [
    'M4',
    100_000,
    '2026-06-10',
    '2026-06-17',
    { fine: { mode: 2, value: 200 }, interest: { mode: 7, value: 100 } },
    0,
    0,
    238,
    2_000,
    102_238,
  ],
  ['M5', 100_000, '2026-06-10', '2026-06-17', { interest: { mode: 8, value: 1_200 } }, 0, 0, 238, 0, 100_238],
  ['M6', 15_000, '2026-06-10', '2026-06-17', { interest: { mode: 5, value: 10 } }, 0, 0, 50, 0, 15_050],
  ['M7', 100_000, '2026-06-10', '2026-06-12', { interest: { mode: 6, value: 3 } }, 0, 0, 60, 0, 100_060],
  [
    'M8',
    60_000,
    '2026-06-19',
    '2026-06-13',
    { discount: { mode: 1, until: twoDates } },
    0,
    3_000,
    0,
    0,
    57_000,
  ],
  [
    'M9',
    60_000,
    '2026-06-19',
    '2026-06-15',
    { discount: { mode: 1, until: twoDates } },
    0,
    3_000,
    0,
    0,
    57_000,
  ],
  [
    'M10',
    60_000,
    '2026-06-19',
    '2026-06-16',
    { discount: { mode: 2, until: until(['2026-06-13', 500], ['2026-06-19', 155]) } },
    0,
    930,
    0,
    0,
    59_070,
  ],
  ['M11', 60_000, '2026-06-19', '2026-06-16', { discount: { mode: 3, value: 125 } }, 0, 375, 0, 0, 59_625],
  ['M12', 60_000, '2026-06-22', '2026-06-18', { discount: { mode: 4, value: 125 } }, 0, 250, 0, 0, 59_750],
  ['M13', 33_333, '2026-06-19', '2026-06-12', { discount: { mode: 5, value: 10 } }, 0, 233, 0, 0, 33_100],
  ['M14', 33_333, '2026-06-22', '2026-06-12', { discount: { mode: 6, value: 10 } }, 0, 199, 0, 0, 33_134],
  [
    'M15',
    100_000,
    '2020-12-10',
    '2020-12-07',
    { discount: { mode: 3, value: 10_000 } },
    0,
    30_000,
    0,
    0,
    70_000,
  ],
  ['M16', 1_000, '2021-02-27', '2021-03-02', { interest: { mode: 1, value: 10 } }, 0, 0, 10, 0, 1_010],
]

test('every mode of fine, interest, rebate and discount gives the value of its worked example', () => {
  for (const [name, originalCentavos, due, paid, terms, rebate, discount, interest, fine, total] of MODES)
    assert.deepEqual(
      computePixChargeValue({ originalCentavos, dueDate: date(due), ...terms }, date(paid)),
      {
        rebateCentavos: rebate,
        discountCentavos: discount,
        interestCentavos: interest,
        fineCentavos: fine,
        totalCentavos: total,
      },
      name,
    )
})

test('the discount of a date passed is not given, and none is given after the last one', () => {
  const terms = {
    originalCentavos: 60_000,
    dueDate: date('2026-06-19'),
    discount: { mode: 1, until: twoDates },
  } as const
  assert.equal(computePixChargeValue(terms, date('2026-06-16')).discountCentavos, 1_000)
  assert.equal(computePixChargeValue(terms, date('2026-06-22')).discountCentavos, 0)
})

test('the largest amount is computed to the centavo', () => {
  const terms = { originalCentavos: 999_999_999_999, dueDate: date('2026-06-10'), ...LATE }
  // 9999999999.99 × 1 % ÷ 30 × 61 days = 203333333.3331…
  assert.equal(computePixChargeValue(terms, date('2026-08-10')).interestCentavos, 20_333_333_333)
})

test('until the postponed due date nothing is added, and afterwards every day costs at least what the day before did', () => {
  const day = fc.integer({ min: toEpochDay(date('2026-01-01')), max: toEpochDay(date('2027-12-31')) })
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: -30, max: 400 }),
      (due, original, by) => {
        const dueDate = fromEpochDay(due)
        const terms = { originalCentavos: original, dueDate, ...LATE }
        const today = computePixChargeValue(terms, addDays(dueDate, by)).totalCentavos
        if (by <= 0) assert.equal(today, original)
        assert.ok(computePixChargeValue(terms, addDays(dueDate, by + 1)).totalCentavos >= today)
      },
    ),
  )
})
