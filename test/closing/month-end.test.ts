import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { closingCommands } from '../../src/cli/closing.ts'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { parseResult } from '../../src/domains/closing/compare-books.ts'
import { continueClosings, runClosing } from '../../src/domains/closing/run-closing.ts'
import { lockClosing, saveClosing } from '../../src/domains/closing/store.ts'
import {
  type CalendarDate,
  calendarDateAt,
  daysBetween,
  parseCalendarDate,
} from '../../src/kernel/calendar-date.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { buy, buyOpen, moveClock, pay, read } from '../support/purchase-http.ts'

const MARCH = parseCalendarDate('2026-03-31')
const APRIL = parseCalendarDate('2026-04-30')

let app: TestApp
let proposer: DeskPerson
let approver: DeskPerson
before(async () => {
  app = await startTestApp()
  proposer = await newDeskPerson(app, 'analyst')
  approver = await newDeskPerson(app, 'approver')
})
after(() => app.stop())

const COMMANDS = { ...closingCommands, ...proposalCommands, ...ledgerCommands }

const run = async (
  name: string,
  options: Record<string, string> = {},
  person?: DeskPerson,
): Promise<string> => {
  const act = { person: person?.email ?? 'test', tell: () => {} }
  const ask = answerWithCodes(app, [proposer, approver])
  const words = name.split(' ')
  const command = COMMANDS[words.slice(0, 2).join(' ')]
  assert.ok(command, name)
  return command.run(app.services, { words, options, act, ask })
}

const close = async (month: string): Promise<void> => {
  const proposed = await run('closing close', { month, reason: 'conferido' }, proposer)
  const [id] = proposed.split('\n')
  await run(`proposals approve ${id}`, { reason: 'de acordo' }, approver)
}

interface Row {
  readonly transactionId: string
  readonly gross: number
  readonly daysPastDue: number | null
  readonly stage: number | null
  readonly open: readonly number[] | null
}
const listRows = (monthEnd: CalendarDate): Promise<Row[]> =>
  query<Row>(
    app,
    `SELECT transaction_id AS "transactionId",
      (customer_centavos + unearned_centavos + restructuring_centavos)::integer AS gross,
      days_past_due AS "daysPastDue", stage::integer AS stage, open_centavos::integer[] AS open
    FROM closing_contracts WHERE month_end = $1 ORDER BY transaction_id`,
    [monthEnd],
  )

const sumMarch = async (): Promise<string> => run('ledger trial-balance', { date: '2026-03-31' })

let paid: Awaited<ReturnType<typeof buyOpen>>
let unbegun: Awaited<ReturnType<typeof buy>>

test('a month end holds every contract as the books held it, whatever happened since', async () => {
  paid = await buyOpen(app)
  await buyOpen(app, { installments: 6 })
  unbegun = await buy(app)
  const { downPaymentBillet } = await read(app, unbegun.transactionId)
  assert.ok(downPaymentBillet)
  await pay(app, downPaymentBillet.id, { method: 'PIX' })
  app.clock.advance({ days: 23 })
  // The month end is not booked yet: the payment of April books it before itself.
  const { installments = [] } = await read(app, paid.transactionId)
  await pay(app, installments[0]?.id ?? '')
  const shown = await run('closing run', { month: '2026-03' })
  assert.match(shown, /^2026-03 is READY: 3 contracts/)
  assert.match(shown, /the contracts add up to the books/)
  const rows = await listRows(MARCH)
  assert.equal(rows.length, 3)
  const first = rows.find(row => row.transactionId === paid.transactionId)
  const face = Math.round((installments[0]?.amount ?? 0) * 100)
  assert.deepEqual(first?.open, [face, face, face])
  assert.deepEqual([first?.daysPastDue, first?.stage], [0, 1])
  const early = rows.find(row => row.transactionId === unbegun.transactionId)
  assert.deepEqual([early?.stage, early?.open, (early?.gross ?? 0) < 0], [null, null, true])
  assert.match(await run('closing verify', { month: '2026-03' }), /^3 contracts, as they were sealed/)
})

test('a snapshot that was interrupted goes on with any number of workers, to the same rows and seal', async () => {
  const before = await listRows(MARCH)
  const [sealed] = await query<{ hash: string }>(app, `SELECT encode(hash, 'hex') AS hash FROM closings`)
  await query(app, `UPDATE closings SET entry_count = entry_count - 1`)
  await assert.rejects(run('closing run', { month: '2026-03' }), /not written by this program/)
  await query(app, `UPDATE closings SET entry_count = entry_count + 1`)
  let left = 3
  const dying: TestApp['services'] = {
    ...app.services,
    database: {
      ...app.services.database,
      transaction: work => {
        left -= 1
        if (left < 0) throw new Error('killed')
        return app.services.database.transaction(work)
      },
    },
  }
  await bookInMarch()
  await assert.rejects(runClosing(dying, MARCH, 1), /killed/)
  assert.equal((await query<{ state: string }>(app, 'SELECT state FROM closings'))[0]?.state, 'RUNNING')
  await assert.rejects(
    run('closing close', { month: '2026-03', reason: 'cedo demais' }, proposer),
    /not complete/,
  )
  await Promise.all([continueClosings(app.services), continueClosings(app.services)])
  const ready = await runClosing(app.services, MARCH, 1)
  assert.deepEqual([ready.state, ready.version], ['READY', 2])
  assert.deepEqual(await listRows(MARCH), before)
  assert.notEqual(ready.hash, sealed?.hash)
  assert.match(await run('closing verify', { month: '2026-03' }), /^3 contracts/)
})

/** An entry of March that moves no contract. */
async function bookInMarch(): Promise<void> {
  const { postEntries } = await import('../../src/domains/ledger/index.ts')
  entries += 1
  const entry = {
    kind: 'tariff',
    retailerId: undefined,
    transactionId: undefined,
    reference: `tariff:late-${entries}`,
    occurredAt: new Date('2026-03-20T15:00:00Z'),
    memo: {},
    postings: [
      { account: 'bank-tariff', amountCentavos: 180 },
      { account: 'suspense', amountCentavos: -180 },
    ],
  } as const
  const { database, secrets } = app.services
  await database.transaction(async tx => postEntries(tx, secrets, [entry], app.clock.now()))
}
let entries = 0

test('a month in which contracts and books differ by a centavo is not closed', async () => {
  const { database, secrets } = app.services
  const store = (differences: ReturnType<typeof parseResult>['differences']) =>
    database.transaction(async tx => {
      const closing = (await lockClosing(tx, secrets, { monthEnd: MARCH })) ?? assert.fail()
      const result = JSON.stringify({ ...parseResult(closing.result), differences })
      await saveClosing(tx, secrets, { ...closing, result })
    })
  await store([{ what: 'account', account: 'customer', contractsCentavos: 1, booksCentavos: 2 }])
  await assert.rejects(
    run('closing close', { month: '2026-03', reason: 'conferido' }, proposer),
    /customer: contracts add up to 0\.01, and the books hold 0\.02/,
  )
  await store([])
})

test('a month is closed by two people, with a snapshot to which nothing was added', async () => {
  await bookInMarch()
  await assert.rejects(
    run('closing close', { month: '2026-03', reason: 'conferido' }, proposer),
    /1 entries were booked in the month since the snapshot/,
  )
  await run('closing run', { month: '2026-03' })
  const proposed = await run('closing close', { month: '2026-03', reason: 'conferido' }, proposer)
  const [id] = proposed.split('\n')
  await bookInMarch()
  await assert.rejects(
    run(`proposals approve ${id}`, { reason: 'de acordo' }, approver),
    /1 entries were booked/,
  )
  await run('closing run', { month: '2026-03' })
  await assert.rejects(run(`proposals approve ${id}`, { reason: 'de acordo' }, approver), /changed/)
  await close('2026-03')
  const [closing] = await query<Record<string, string>>(
    app,
    'SELECT state, proposed_by, closed_by FROM closings',
  )
  assert.deepEqual(closing, { state: 'CLOSED', proposedBy: proposer.id, closedBy: approver.id })
  await assert.rejects(run('closing run', { month: '2026-03' }), /already closed/)
})

test('what is told late of a closed month counts on the first open day, with its own day kept', async () => {
  const march = await sumMarch()
  const { installments = [] } = await read(app, paid.transactionId)
  await pay(app, installments[1]?.id ?? '', { paidOn: '2026-03-30' })
  const late = await query<{ day: string; booked: string }>(
    app,
    `SELECT (occurred_at AT TIME ZONE 'America/Sao_Paulo')::date::text AS day, booked_on::text AS booked
     FROM ledger_entries WHERE occurred_at < '2026-04-01T03:00:00Z' AND booked_on > '2026-03-31'`,
  )
  assert.ok(late.length > 0)
  for (const each of late) assert.deepEqual(each, { day: '2026-03-30', booked: '2026-04-01' })
  assert.equal(await sumMarch(), march)
  assert.match(await run('closing verify', { month: '2026-03' }), /^3 contracts/)
  await run('ledger seal')
  assert.match(await run('ledger verify'), /entries, all balanced/)
})

test('nobody writes into a closed month, not even with SQL', async () => {
  const refused = (text: string) =>
    assert.rejects(query(app, text), /closed|append-only|permission|denied/, text)
  await refused('UPDATE closing_contracts SET stage = 1')
  await refused('DELETE FROM closing_contracts')
  await refused(
    `INSERT INTO closing_contracts SELECT (jsonb_populate_record(c, '{"transaction_id":"x"}')).* FROM closing_contracts c LIMIT 1`,
  )
  await refused('DELETE FROM closing_batches')
  await refused(`UPDATE closings SET closed_at = now()`)
  await refused('DELETE FROM closings')
  await refused('DELETE FROM ledger_closed_months')
})

test('a row that was changed outside the program breaks the seal of its month', async () => {
  await asAdministratorOf(app.testDatabase, async client => {
    await client.query('ALTER TABLE closing_contracts DISABLE TRIGGER ALL')
    await client.query(
      `UPDATE closing_contracts SET days_past_due = 5 WHERE transaction_id = '${paid.transactionId}'`,
    )
    await assert.rejects(run('closing verify', { month: '2026-03' }), /batch 1 are not as they were sealed/)
    await client.query(
      `UPDATE closing_contracts SET days_past_due = 0 WHERE transaction_id = '${paid.transactionId}'`,
    )
    await client.query('ALTER TABLE closing_contracts ENABLE TRIGGER ALL')
  })
  assert.match(await run('closing verify', { month: '2026-03' }), /^3 contracts/)
})

test('months follow one another: each opens with the balances of the one before', async () => {
  await moveClock(app, 'P60D')
  await assert.rejects(run('closing run', { month: '2026-05' }), /2026-04 must be closed first/)
  await assert.rejects(run('closing run', { month: '2027-01' }), /is not over/)
  const shown = await run('closing run', { month: '2026-04' })
  assert.match(shown, /the contracts add up to the books/)
  const rows = await listRows(APRIL)
  // The unpaid down payment of a purchase that never began went back, or still waits as money of the customer.
  assert.ok(rows.some(({ daysPastDue }) => (daysPastDue ?? 0) > 0))
  await close('2026-04')
  for (const month of ['2026-03', '2026-04'])
    assert.match(await run('closing verify', { month }), /contracts, as they were sealed/)
  assert.match(await run('closing list'), /2026-04 {2}CLOSED/)
})

test('a contract that is paid off before its month was provided for is closed with the stage of its delay', async () => {
  await run('closing run', { month: '2026-05' })
  await close('2026-05')
  const [leaving, staying] = [await buyOpen(app), await buyOpen(app)]
  const { installments = [] } = await read(app, leaving.transactionId)
  const june = parseCalendarDate('2026-06-30')
  // No job has run since the end of the month.
  app.clock.advance({ days: daysBetween(calendarDateAt(app.services.clock.now()), june) + 1 })
  for (const { id } of installments) await pay(app, id)
  assert.equal((await read(app, leaving.transactionId)).status, 'CLOSED')
  await run('closing run', { month: '2026-06' })
  await close('2026-06')
  const rows = await listRows(june)
  for (const { transactionId } of [leaving, staying])
    assert.equal(rows.find(row => row.transactionId === transactionId)?.stage, 1)
  assert.match(await run('closing verify', { month: '2026-06' }), /contracts, as they were sealed/)
})
