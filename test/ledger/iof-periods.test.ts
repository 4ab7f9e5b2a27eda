import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { planIofPaid } from '../../src/domains/bookkeeping/entries.ts'
import type { Entry } from '../../src/domains/ledger/entry.ts'
import { sealEntries } from '../../src/domains/ledger/seal.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { isIofOrdered, listIofPeriods } from '../../src/domains/ledger/store/iof-periods.ts'
import { computePayoutFailedEntry, computePayoutOrderedEntry } from '../../src/domains/payouts/entries.ts'
import { computeContractEntry, computeContractReversedEntry } from '../../src/domains/purchases/entries.ts'
import { endOfDay, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const secrets = deriveSecrets(randomBytes(32))

let opened: TestDatabase

before(async () => {
  opened = await openTestDatabase()
})
after(() => opened.close())

const day = parseCalendarDate
const post = async (...entries: Entry[]) => {
  const { database } = opened
  const now = entries.at(-1)?.occurredAt ?? new Date()
  await database.transaction(async tx => postEntries(tx, secrets, entries, now))
  await sealEntries(database, { secrets, now })
}
const list = async (today: string) =>
  (await listIofPeriods(opened.database, day(today))).map(({ periodEnd, payBy, amountCentavos }) => [
    periodEnd,
    payBy,
    amountCentavos,
  ])

const contract = (on: string, iofCentavos: number): Entry =>
  computeContractEntry({
    retailerId: newId(),
    transactionId: newId(),
    startedAt: endOfDay(day(on)),
    downPaymentCentavos: 0,
    installmentsCentavos: 10_000 + iofCentavos,
    transferCentavos: 10_000,
    commissionCentavos: 0,
    retentionCentavos: 0,
    iofCentavos,
    interestCentavos: 0,
    feeCentavos: 0,
    premiumCentavos: 0,
  })

const reverse = (entry: Entry, on: string, isIofPaid: boolean): Entry =>
  computeContractReversedEntry({
    contract: entry,
    left: { interestCentavos: 0, feeCentavos: 0, retentionCentavos: 0 },
    isTransferred: false,
    isIofPaid,
    reference: `cancel:${entry.transactionId}`,
    occurredAt: endOfDay(day(on)),
    iofChargedOn: day(on),
  })

test('periods that are over are listed until they are ordered; a reversal leaves its own period', async () => {
  const canceled = contract('2026-01-20', 500)
  await post(contract('2026-01-11', 300), canceled, contract('2026-01-21', 70))
  assert.deepEqual(await list('2026-01-20'), [], 'the period is not over')
  assert.deepEqual(await list('2026-01-21'), [['2026-01-20', '2026-01-23', 800]])
  // Canceled on the next day, which is in the next period: the tax leaves the period of its charge.
  await post({ ...reverse(canceled, '2026-01-21', false), memo: { iofChargedOn: day('2026-01-20') } })
  assert.deepEqual(await list('2026-02-01'), [
    ['2026-01-20', '2026-01-23', 300],
    ['2026-01-31', '2026-02-04', 70],
  ])
  const order = {
    id: newId(),
    kind: 'IOF' as const,
    subject: '2026-01-20',
    retailerId: undefined,
    transactionId: undefined,
    lenderAccountId: newId(),
    amountCentavos: 300,
  }
  assert.equal(await isIofOrdered(opened.database, day('2026-01-11')), false)
  await post(computePayoutOrderedEntry(order, endOfDay(day('2026-01-22'))))
  assert.equal(await isIofOrdered(opened.database, day('2026-01-11')), true)
  assert.equal(await isIofOrdered(opened.database, day('2026-01-21')), false)
  assert.deepEqual(await list('2026-02-01'), [['2026-01-31', '2026-02-04', 70]])
  await post(computePayoutFailedEntry(order, endOfDay(day('2026-01-23'))))
  assert.equal(await isIofOrdered(opened.database, day('2026-01-11')), false)
  assert.deepEqual(await list('2026-02-01'), [
    ['2026-01-20', '2026-01-23', 300],
    ['2026-01-31', '2026-02-04', 70],
  ])
})

test('tax that is charged a year later on the day of its payment is still owed for that period', async () => {
  const payment = {
    kind: 'IOF' as const,
    subject: '2026-01-20',
    retailerId: undefined,
    transactionId: undefined,
    lenderAccountId: newId(),
  }
  const pay = (amountCentavos: number, on: string) =>
    post(computePayoutOrderedEntry({ ...payment, id: newId(), amountCentavos }, endOfDay(day(on))))
  const [before] = await list('2026-02-01')
  await pay(Number(before?.[2]), '2026-01-27')
  const bookedAt = endOfDay(day('2027-02-10'))
  await opened.database.transaction(async tx =>
    postEntries(tx, secrets, [contract('2026-01-15', 1), contract('2027-02-09', 40)], bookedAt),
  )
  await sealEntries(opened.database, { secrets, now: bookedAt })
  for (const today of ['2027-02-11', '2027-02-28', '2028-02-01'])
    assert.deepEqual((await list(today))[0], ['2026-01-20', '2026-01-23', 1], today)
  await pay(1, '2028-02-02')
  assert.deepEqual((await list('2029-05-20')).at(-1), ['2027-02-10', '2027-02-15', 40])
})

test('a payment that names earlier periods pays each of them, however old they are', async () => {
  const ends = ['2031-01-10', '2031-01-20'] as const
  for (const end of ends) await post(contract(end, 400), contract(end, 200))
  const own = async (today: string) => (await list(today)).filter(([end]) => String(end).startsWith('2031'))
  assert.deepEqual(
    (await own('2031-01-21')).map(([, , amount]) => amount),
    [600, 600],
  )
  const document = { periodEnd: day(ends[1]), payBy: day('2031-01-23'), amountCentavos: 600 }
  const entry = planIofPaid({
    due: { ...document, carried: [{ periodEnd: day(ends[0]), amountCentavos: 600 }] },
    principalCentavos: 1_200,
    fineCentavos: 0,
    interestCentavos: 0,
    authentication: 'AUT-1',
    lenderAccountId: newId(),
    paidOn: day('2031-01-22'),
  })
  assert.equal(await isIofOrdered(opened.database, day('2031-01-05')), false)
  await post({
    ...entry,
    retailerId: undefined,
    transactionId: undefined,
    occurredAt: endOfDay(day('2031-01-22')),
  })
  for (const end of ends) assert.equal(await isIofOrdered(opened.database, day(end)), true, end)
  for (const today of ['2031-01-31', '2032-02-20', '2032-02-29', '2033-01-01'])
    assert.deepEqual(await own(today), [], today)
  // Charged late for the older period: nothing else of it is asked for again.
  await post(contract('2031-01-03', 5_000))
  assert.deepEqual(await own('2031-02-01'), [['2031-01-10', '2031-01-15', 5_000]])
})
