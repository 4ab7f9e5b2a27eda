import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { taxLossCommands } from '../../src/cli/tax-loss.ts'
import { accrueMonths } from '../../src/domains/loans/accrue-month.ts'
import { provideMonths } from '../../src/domains/loans/provide-month.ts'
import { computeTaxLoss, type TaxLoss } from '../../src/domains/loans/tax-loss.ts'
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDateAt,
  computeMonthEnd,
  daysBetween,
} from '../../src/kernel/calendar-date.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { openExample } from '../support/example-loan.ts'
import { balanceOf, contextOf, expectSoundBooks, openPurchase, pay } from '../support/purchases.ts'
import { readVectors } from '../support/vectors.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const context = () => contextOf(app)

async function runMonthEnd(): Promise<number> {
  await accrueMonths(context(), 1)
  return provideMonths(context(), 1)
}

const provisionsOf = (transactionId: string) =>
  query<{ month: string; stage: number; days: number; carrying: number; provision: number }>(
    app,
    `SELECT month_end::text AS month, stage, days_late AS days, carrying_centavos AS carrying, provision_centavos AS provision
      FROM provisions WHERE transaction_id = $1 ORDER BY 1`,
    [transactionId],
  )
const report = (month: string) =>
  ledgerCommands['ledger provision']?.run(app.services, { words: [], options: { month } })

test('each month end provides once by the delay, after the interest, and the report proves the books', async () => {
  const { purchase, installments } = await openExample(app)
  app.clock.advance({ days: 30 })
  await pay(app, installments[0])
  app.clock.advance({ days: 30 })
  await pay(app, installments[1])
  assert.equal(await runMonthEnd(), 2)
  assert.equal(await runMonthEnd(), 0)
  app.clock.advance({ days: 60 })
  assert.equal(await provideMonths(context(), 1), 0, 'a month that is not accrued waits')
  assert.equal(await runMonthEnd(), 2)
  // Carrying amounts as in the report to the Central Bank: 726.66 in May, 755.70 in June.
  assert.deepEqual((await provisionsOf(purchase.id)).slice(2), [
    { month: '2026-05-31', stage: 1, days: 0, carrying: 72_666, provision: 1_381 },
    { month: '2026-06-30', stage: 1, days: 21, carrying: 75_570, provision: 5_668 },
  ])
  assert.equal(await balanceOf(app, `allowance:${purchase.id}`), -5_668)
  assert.equal(await balanceOf(app, 'provision-expense'), 5_668)
  app.clock.advance({ days: 180 })
  assert.equal(await runMonthEnd(), 6)
  // Stopped on 2026-09-08 with 791.37: 53.4 % in the month of the default, 3.4 % more for each whole month.
  assert.deepEqual((await provisionsOf(purchase.id)).slice(4), [
    { month: '2026-07-31', stage: 2, days: 52, carrying: 77_685, provision: 11_653 },
    { month: '2026-08-31', stage: 2, days: 83, carrying: 78_890, provision: 29_978 },
    { month: '2026-09-30', stage: 3, days: 113, carrying: 79_137, provision: 42_259 },
    { month: '2026-10-31', stage: 3, days: 144, carrying: 79_137, provision: 44_950 },
    { month: '2026-11-30', stage: 3, days: 174, carrying: 79_137, provision: 47_640 },
    { month: '2026-12-31', stage: 3, days: 205, carrying: 79_137, provision: 50_331 },
  ])
  assert.match(
    String(await report('2026-12')),
    /3 +1 +791\.37 +503\.31\n\nprovided for 503\.31, as in the books$/,
  )
  assert.match(String(await report('2026-06')), /1 +1 +755\.70 +56\.68/)
})

test('the deductible losses of a month are by contract, less what was deducted before, and add up', async () => {
  const run = async (month: string, csv: boolean) =>
    String(
      await taxLossCommands['ledger tax-loss']?.run(app.services, { words: [], options: { month, csv } }),
    )
  // 791.37 in default since 2026-09-08: 50 %, and 3.4 % more for each whole month.
  const months = [
    ['2026-08', undefined],
    ['2026-09', '113,0,791.37,50.0,395.69,0.00,395.69,0.00'],
    ['2026-10', '144,1,791.37,53.4,422.59,395.69,26.90,0.00'],
    ['2026-11', '174,2,791.37,56.8,449.50,422.59,26.91,0.00'],
    ['2026-12', '205,3,791.37,60.2,476.40,449.50,26.90,0.00'],
  ] as const
  for (const [month, row] of months) {
    const [header, ...rows] = (await run(month, true)).split('\n')
    assert.equal(
      header,
      'contract,days_late,months_in_default,credit,percentage,loss,deducted_before,deducted,recovered',
    )
    assert.deepEqual(
      rows.map(each => each.slice(25)),
      row === undefined ? [] : [row],
    )
  }
  assert.match(await run('2026-12', false), /deducted 26\.90, recovered and taxed 0\.00$/)
  await assert.rejects(() => run('2099-01', true), /is not over/)
})

test('a loss that was deducted is taxed when it is paid, and a claim that is written off is lost as a whole', () => {
  const row = {
    transactionId: 'a',
    monthsInDefault: null,
    daysLate: 0,
    creditCentavos: 0,
    creditBeforeCentavos: 79_137,
    deductedBeforeCentavos: 77_238,
    isWrittenOff: false,
  }
  const figures = ({ lossCentavos, deductedCentavos, recoveredCentavos }: TaxLoss) => [
    lossCentavos,
    deductedCentavos,
    recoveredCentavos,
  ]
  assert.deepEqual(figures(computeTaxLoss(row)), [0, 0, 77_238])
  assert.deepEqual(figures(computeTaxLoss({ ...row, isWrittenOff: true })), [79_137, 1_899, 0])
  const less = { ...row, monthsInDefault: 15, daysLate: 560, creditCentavos: 50_000 }
  assert.deepEqual(figures(computeTaxLoss(less)), [50_000, 0, 27_238])
})

test('workers side by side provide once, and what is paid or canceled is released on the day of its end', async () => {
  const { purchase, installments } = await openPurchase(app)
  app.clock.advance({ days: 40 })
  await accrueMonths(context(), 1)
  await Promise.all(Array.from({ length: 4 }, () => provideMonths(context(), 1)))
  await provideMonths(context(), 1)
  const [provision] = await provisionsOf(purchase.id)
  assert.ok(provision !== undefined && provision.provision > 0)
  assert.equal(await balanceOf(app, `allowance:${purchase.id}`), -provision.provision)
  for (const billet of installments) await pay(app, billet)
  assert.equal(await provideMonths(context(), 1), 1)
  assert.equal(await balanceOf(app, `allowance:${purchase.id}`), 0)
  assert.equal(await provideMonths(context(), 1), 0)
  assert.match(String(await report('2027-01')), /as in the books$/)
})

test('a contract of a person whose other debt is in default is a problem asset', async () => {
  const { purchase: late } = await openPurchase(app)
  const { purchase } = await openPurchase(app)
  // Nobody has two living contracts: for this month end the two persons are one.
  const [own] = await query<{ index: Buffer }>(
    app,
    'SELECT cpf_index AS index FROM credit_contracts WHERE transaction_id = $1',
    [late.id],
  )
  await query(
    app,
    `UPDATE credit_contracts c SET is_living = false, cpf_index = o.cpf_index FROM credit_contracts o
      WHERE c.transaction_id = $1 AND o.transaction_id = $2`,
    [late.id, purchase.id],
  )
  await query(app, 'UPDATE loans SET first_due_date = first_due_date - 200 WHERE transaction_id = $1', [
    late.id,
  ])
  app.clock.advance({ days: 25 })
  await runMonthEnd()
  const [first] = await provisionsOf(purchase.id)
  assert.equal(first?.stage, 3)
  assert.equal(first?.days, 0)
  assert.equal(first?.provision, Math.round((first?.carrying ?? 0) * 0.534))
  await query(app, 'UPDATE credit_contracts SET is_living = true, cpf_index = $2 WHERE transaction_id = $1', [
    late.id,
    own?.index,
  ])
})

test('the report refuses a month that is not over, and one that is none', async () => {
  await assert.rejects(async () => report('2099-01'), /is not over/)
  await assert.rejects(async () => report('2026-13'), /not a month in the form YYYY-MM/)
})

interface ProvisionVector {
  readonly name: string
  readonly carryingCentavos: number
  readonly oldestUnpaidDueDate: CalendarDate | null
  readonly date: CalendarDate
  readonly isProblemAsset: boolean
  readonly provision: {
    readonly daysLate?: number
    readonly stage?: number
    readonly provisionCentavos: number
  }
}

test('the chore gives every published provision of the table: current, late, in default and restructured', async () => {
  const vectors = readVectors<ProvisionVector>(new URL('provision.jsonl', import.meta.url))
  assert.equal(vectors.length, 11)
  const opened: { readonly vector: ProvisionVector; readonly id: string }[] = []
  for (const vector of vectors) opened.push({ vector, id: (await openPurchase(app)).purchase.id })
  const today = calendarDateAt(app.clock.now())
  const monthEnd = computeMonthEnd(today)
  app.clock.advance({ days: daysBetween(today, monthEnd) + 1 })
  await accrueMonths(context(), 1)
  const ids = opened.map(({ id }) => id)
  const former = await query<Record<string, unknown>>(
    app,
    `SELECT transaction_id, first_due_date, open_centavos, unearned_centavos, next_accrual, accrued_through, problem_since,
        problem_reason FROM loans WHERE transaction_id = ANY ($1)`,
    [ids],
  )
  // One installment, as late and as large as the vector says, at a month end instead of its own day.
  for (const { vector, id } of opened) {
    const { carryingCentavos, isProblemAsset } = vector
    await query(
      app,
      `UPDATE loans SET first_due_date = $2, open_centavos = ARRAY[$3::bigint], unearned_centavos = 0, next_accrual = NULL,
        accrued_through = $4 WHERE transaction_id = $1`,
      [id, shiftDueDate(vector, monthEnd), carryingCentavos, monthEnd],
    )
    if (isProblemAsset)
      await query(
        app,
        `UPDATE loans SET problem_since = $2, problem_reason = 'restructured' WHERE transaction_id = $1`,
        [id, monthEnd],
      )
  }
  await provideMonths(context(), 1)
  for (const { vector, id } of opened) {
    const { name, carryingCentavos, provision } = vector
    const [row] = await provisionsOf(id)
    assert.deepEqual([row?.carrying, row?.provision], [carryingCentavos, provision.provisionCentavos], name)
    if (provision.stage !== undefined) assert.equal(row?.stage, provision.stage, name)
  }
  for (const row of former)
    await query(
      app,
      `UPDATE loans SET first_due_date = $2, open_centavos = $3, unearned_centavos = $4, next_accrual = $5,
        accrued_through = $6, problem_since = $7, problem_reason = $8 WHERE transaction_id = $1`,
      Object.values(row),
    )
})

/** As late at the month end as on the vector's day; in default for as many whole months. */
function shiftDueDate({ oldestUnpaidDueDate, date }: ProvisionVector, monthEnd: CalendarDate): CalendarDate {
  if (oldestUnpaidDueDate === null) return monthEnd
  const inDefaultOn = addDays(oldestUnpaidDueDate, 91)
  if (inDefaultOn > date) return addDays(monthEnd, -daysBetween(oldestUnpaidDueDate, date))
  let months = 0
  while (addMonths(inDefaultOn, months + 1) <= date) months += 1
  return addDays(addMonths(monthEnd, -months), -91)
}
