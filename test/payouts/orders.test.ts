import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { accountOf } from '../../src/domains/ledger/accounts.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { createAccount } from '../../src/domains/lender/accounts.ts'
import { applyOutcome, type PayoutFollower } from '../../src/domains/payouts/apply-outcome.ts'
import { computePayoutFailedEntry } from '../../src/domains/payouts/entries.ts'
import {
  type NewPayoutOrder,
  PAYOUT_EVENTS,
  type PayoutEvent,
  type PayoutOrder,
  type PayoutState,
  payoutTransitions,
} from '../../src/domains/payouts/order.ts'
import { findOrder, lockOrder, moveOrder } from '../../src/domains/payouts/orders.ts'
import type { PayoutOutcome } from '../../src/domains/payouts/rail.ts'
import { listPayoutEvents } from '../../src/domains/payouts/store.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { InputError, Refused } from '../../src/kernel/faults.ts'
import { newId } from '../../src/kernel/ids.ts'
import { ForgedRow } from '../../src/platform/crypto/row-mac.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { computeBalance } from '../support/balance.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { createOwedOrder } from '../support/owed-payouts.ts'
import { partOfApp } from '../support/part-of-app.ts'

const secrets = deriveSecrets(randomBytes(32))
const now = new Date('2026-03-10T15:00:00Z')
const lenderAccountId = DEMONSTRATION_ACCOUNT.id
const calls: string[] = []
const follower: PayoutFollower = {
  async onPaid(_tx, order) {
    calls.push(`paid ${order.id}`)
  },
  async onFailed(_tx, order) {
    calls.push(`failed ${order.id}`)
  },
  async onReturned(_tx, order) {
    calls.push(`returned ${order.id}`)
  },
}

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
  const { id, ...settings } = DEMONSTRATION_ACCOUNT
  await createAccount(testDatabase.database, secrets, settings, { now, channel: 'sandbox', id })
})
after(() => testDatabase.close())

const refund = (more: Partial<NewPayoutOrder> = {}): NewPayoutOrder => {
  const transactionId = newId()
  return {
    kind: 'REFUND',
    subject: transactionId,
    transactionId,
    amountCentavos: 12_345,
    payee: {
      name: 'Maria da Silva',
      document: '52998224725',
      to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '52998224725' },
    },
    lenderAccountId,
    dueOn: parseCalendarDate('2026-03-11'),
    needsApproval: false,
    ...more,
  }
}

const create = (made: NewPayoutOrder): Promise<PayoutOrder> =>
  testDatabase.database.transaction(tx => createOwedOrder(tx, secrets, made, now))
const move = (id: string, event: PayoutEvent): Promise<PayoutOrder | undefined> =>
  testDatabase.database.transaction(async tx => {
    const order = await lockOrder(tx, secrets, id)
    assert.ok(order)
    return moveOrder(tx, secrets, order, event, { actor: 'test', now, approvedBy: 'program' })
  })
const apply = (id: string, outcome: PayoutOutcome) =>
  testDatabase.database.transaction(tx =>
    applyOutcome(partOfApp({ secrets }), tx, id, outcome, { actor: 'test', now }, () => follower),
  )
const send = async (made = refund()): Promise<PayoutOrder> => {
  const order = await create(made)
  await move(order.id, 'approved')
  await move(order.id, 'sent')
  return order
}
const balances = async (order: PayoutOrder): Promise<number[]> => {
  const transit = await computeBalance(testDatabase.database, accountOf.inTransit(order.id))
  const events = await testDatabase.database.run<{ account: string; amount: number }>(
    {
      name: 'test.entries',
      text: `SELECT p.account, sum(p.amount_centavos)::bigint AS amount FROM ledger_entries e
        JOIN ledger_postings p ON p.entry_id = e.id WHERE e.reference LIKE 'payout-%:' || $1
        GROUP BY p.account`,
    },
    [order.id],
  )
  const sumOf = (account: string) => events.find(each => each.account === account)?.amount ?? 0
  return [sumOf('refunds-due'), transit, sumOf(accountOf.bank(lenderAccountId))]
}

test('an order moves the debt to in-transit, and its key fits every rail', async () => {
  const order = await create(refund())
  assert.match(order.payoutKey, /^P[0-9A-Z]{19}$/)
  assert.equal(order.state, 'created')
  assert.deepEqual(await balances(order), [12_345, -12_345, 0])
  assert.deepEqual(await findOrder(testDatabase.database, secrets, order.id), order)
})

test('only the moves of the table are possible, and each is an event that stays', async () => {
  const order = await send()
  await apply(order.id, { state: 'accepted', providerId: 'X1', amountCentavos: 12_345 })
  await apply(order.id, { state: 'unknown', code: 'TIMEOUT' })
  await apply(order.id, { state: 'paid', amountCentavos: 12_345 })
  const events = await listPayoutEvents(testDatabase.database, order.id)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['created', 'approved', 'sent', 'accepted', 'doubted', 'paid'],
  )
  for (const event of PAYOUT_EVENTS.filter(each => each !== 'returned'))
    assert.equal(await move(order.id, event), undefined, event)
  await assert.rejects(
    testDatabase.database.run({ name: 'test.rewrite', text: 'DELETE FROM payout_events' }, []),
    /permission denied|append-only/,
  )
})

test('no move leaves failed, canceled or returned, and paid leads to returned only', () => {
  const leaving = (state: PayoutState) =>
    PAYOUT_EVENTS.filter(event => payoutTransitions[event].from.includes(state))
  assert.deepEqual(leaving('failed'), [])
  assert.deepEqual(leaving('canceled'), [])
  assert.deepEqual(leaving('returned'), [])
  assert.deepEqual(leaving('paid'), ['returned'])
  // Nothing that a bank may hold is declined by a person.
  for (const state of ['sending', 'accepted', 'unknown'] as const)
    assert.ok(!payoutTransitions.declined.from.includes(state))
})

test('a payment is booked once, however often the bank tells it', async () => {
  const order = await send()
  const paid = { state: 'paid', amountCentavos: 12_345 } as const
  const results = await Promise.all([apply(order.id, paid), apply(order.id, paid), apply(order.id, paid)])
  assert.deepEqual(results.map(({ result }) => result).sort(), ['applied', 'repeated', 'repeated'])
  assert.deepEqual(await balances(order), [12_345, 0, -12_345])
  assert.deepEqual(
    calls.filter(call => call.endsWith(order.id)),
    [`paid ${order.id}`],
  )
})

test('a failed order gives the debt back, and only then a successor pays it', async () => {
  const made = refund()
  const order = await send(made)
  const other = (): Promise<PayoutOrder> => create(made)
  await assert.rejects(other(), Refused)
  await assert.rejects(create({ ...made, replaces: order.id }), /only a failed, canceled or returned/)
  await apply(order.id, { state: 'failed', kind: 'PAYEE_INVALID', code: 'AC03' })
  assert.deepEqual(await balances(order), [0, 0, 0])
  const successor = await create({ ...made, replaces: order.id })
  assert.notEqual(successor.payoutKey, order.payoutKey)
  assert.equal(successor.obligation, order.obligation)
  await assert.rejects(create({ ...made, replaces: order.id }), Refused)
})

test('a paid debt gets no second order, unless the money came back', async () => {
  const made = refund()
  const order = await send(made)
  await apply(order.id, { state: 'paid' })
  await assert.rejects(create(made), Refused)
  await assert.rejects(create({ ...made, replaces: order.id }), Refused)
  await apply(order.id, { state: 'returned', code: 'MD06' })
  assert.deepEqual(await balances(order), [0, 0, 0])
  await create({ ...made, replaces: order.id })
})

test('money that came back before its payment was told is booked both ways', async () => {
  const order = await send()
  const { result } = await apply(order.id, { state: 'returned', code: 'MD06' })
  assert.equal(result, 'applied')
  assert.deepEqual(await balances(order), [0, 0, 0])
  assert.deepEqual(
    calls.filter(call => call.endsWith(order.id)),
    [`paid ${order.id}`, `returned ${order.id}`],
  )
})

test('an outcome for an unknown order, of another amount or against the table changes nothing', async () => {
  assert.deepEqual(await apply(newId(), { state: 'paid' }), { result: 'refused', why: 'UNKNOWN_ORDER' })
  const order = await send()
  assert.deepEqual(await apply(order.id, { state: 'paid', amountCentavos: 12_344 }), {
    result: 'refused',
    why: 'OTHER_AMOUNT',
  })
  await apply(order.id, { state: 'paid' })
  assert.deepEqual(await apply(order.id, { state: 'failed', kind: 'INVALID', code: 'X' }), {
    result: 'refused',
    why: 'IMPOSSIBLE',
  })
  const waiting = await create(refund())
  assert.deepEqual(await apply(waiting.id, { state: 'paid' }), { result: 'refused', why: 'IMPOSSIBLE' })
  assert.deepEqual(await balances(order), [12_345, 0, -12_345])
})

test('an order that was changed in the database is neither read nor moved', async () => {
  const changes = [
    'amount_centavos = amount_centavos + 1',
    `state = 'approved', approved_by = 'program'`,
    'needs_approval = NOT needs_approval',
    `subject = 'x'`,
    `payee_box = (SELECT p.payee_box FROM payout_orders p WHERE p.id <> payout_orders.id LIMIT 1)`,
  ]
  for (const [index, change] of changes.entries()) {
    const order = await create(refund())
    const text = `UPDATE payout_orders SET ${change} WHERE id = $1`
    await testDatabase.database.run({ name: `test.forge-${index}`, text }, [order.id])
    // A foreign box does not even open.
    const expected = change.startsWith('payee_box') ? Error : ForgedRow
    await assert.rejects(findOrder(testDatabase.database, secrets, order.id), expected, change)
    await assert.rejects(apply(order.id, { state: 'paid' }), expected, change)
  }
})

test('a payee that no bank could pay is refused by the name of its field', async () => {
  const { payee } = refund()
  const account = {
    kind: 'account',
    bankCode: '237',
    agency: '1234',
    account: '56789',
    accountDigit: '2',
    accountType: 'CHECKING',
  } as const
  const company = { ...payee, document: '11444777000161', to: account }
  assert.equal((await create(refund({ payee: company }))).payee.document, '11444777000161')
  const wrong: [field: string, payee: NewPayoutOrder['payee']][] = [
    ['payee.name', { ...payee, name: ' ' }],
    ['payee.document', { ...payee, document: '52998224724' }],
    ['payee.document', { ...company, document: '11444777000162' }],
    ['payee.document', { ...company, document: '00000000000000' }],
    ['payee.to.key', { ...payee, to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '52998224724' } }],
    ['payee.to.key', { ...payee, to: { kind: 'pix-key', keyType: 'PHONE', key: '52998224725' } }],
    ['payee.to.bankCode', { ...payee, to: { ...account, bankCode: '23' } }],
    ['payee.to.agency', { ...payee, to: { ...account, agency: '12a4' } }],
    ['payee.to.account', { ...payee, to: { ...account, account: '' } }],
    ['payee.to.account', { ...payee, to: { ...account, account: '12345678' } }],
    ['payee.to.accountDigit', { ...payee, to: { ...account, accountDigit: 'Y' } }],
    ['payee.to.accountDigit', { ...payee, to: { ...account, accountDigit: '3' } }],
  ]
  for (const [field, changed] of wrong)
    await assert.rejects(
      create(refund({ payee: changed })),
      (error: unknown) => error instanceof InputError && error.field === field,
      field,
    )
})

test('a purchase is in one living order only', async () => {
  const retailerId = newId()
  const line = { transactionId: newId(), amountCentavos: 500 }
  const made = refund({ kind: 'RETAILER', subject: retailerId, retailerId, transactionId: undefined })
  const withLine = { ...made, amountCentavos: 400, nettedCentavos: 100, lines: [line] }
  const order = await create(withLine)
  await assert.rejects(create(withLine), /in another order/)
  await assert.rejects(create({ ...withLine, amountCentavos: 401 }), /add up/)
  await move(order.id, 'declined')
  await testDatabase.database.transaction(async tx =>
    postEntries(tx, secrets, [computePayoutFailedEntry(order, now)], now),
  )
  assert.equal((await create({ ...withLine, replaces: order.id })).state, 'created')
})
