import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sealEntries } from '../../../src/domains/ledger/seal.ts'
import { computeImbalance } from '../../../src/domains/ledger/store/imbalance.ts'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import { createAccount } from '../../../src/domains/lender/accounts.ts'
import { cancelContractBillets } from '../../../src/domains/purchases/end-purchase.ts'
import {
  type BankReport,
  BankReportError,
  type Billet,
} from '../../../src/domains/receivables/billets/billet.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { listSuspendedPayments } from '../../../src/domains/receivables/billets/store/suspense-cases.ts'
import { creditClearing } from '../../../src/domains/receivables/credit-clearing.ts'
import { creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  parseCalendarDate,
} from '../../../src/kernel/calendar-date.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { DEMONSTRATION_ACCOUNT } from '../../../src/sandbox/demonstration-account.ts'
import { exchangeWithBank } from '../../../src/sandbox/exchange-with-bank.ts'
import { createSandboxBank } from '../../../src/sandbox/sandbox-bank.ts'
import { computeBalance } from '../../support/balance.ts'
import type { NewContract } from '../../support/contract-billets.ts'
import { issue, type Lender, openLender, queryLender } from '../../support/contracts.ts'

let lender: Lender
let bank: ReturnType<typeof createSandboxBank>
before(async () => {
  lender = await openLender()
  bank = createSandboxBank(lender)
})
after(async () => {
  await sealEntries(lender.database, { secrets: lender.secrets, now: new Date() })
  const { fault } = await verifyLedger(lender.database, lender)
  assert.deepEqual([fault, await computeImbalance(lender.database)], [undefined, 0])
  await lender.testDatabase.close()
})

/** An installment of R$ 100,00 due on Friday 10 April 2026. */
async function issueOne(terms: Partial<NewContract> = {}): Promise<Billet> {
  const installments = [{ dueDate: parseCalendarDate('2026-04-10'), amountCentavos: 10_000 }]
  const [billet] = await issue(lender, { downPaymentCentavos: 0, installments, ...terms })
  assert.ok(billet)
  return billet
}

const on = (date: string): CalendarDate => parseCalendarDate(date)
const pay = (billet: Billet, payment: Partial<Parameters<typeof bank.pay>[1]> = {}) =>
  bank.pay(billet, { reference: newId(), paidOn: on('2026-04-10'), ...payment })
const settle = (report: BankReport) => creditPayment(lender, report)
const balance = (account: Parameters<typeof computeBalance>[1]) => computeBalance(lender.database, account)
const owed = ({ transactionId }: Billet) => balance(`customer:${transactionId}`)
async function reload({ retailerId, transactionId, id }: Billet): Promise<Billet> {
  const billets = await listBillets(lender.database, lender.secrets, retailerId, transactionId)
  const found = billets.find(billet => billet.id === id)
  assert.ok(found)
  return found
}

/** What an operation changes on the accounts that all contracts share. */
async function changes(act: () => Promise<unknown>) {
  const read = () =>
    Promise.all([
      balance(`clearing:${DEMONSTRATION_ACCOUNT.id}`),
      balance('suspense'),
      balance('late-fine'),
      balance('late-interest'),
    ])
  const before = await read()
  await act()
  const [clearing, suspense, fine, interest] = (await read()).map((after, at) => after - (before[at] ?? 0))
  return { clearing, suspense, fine, interest }
}

test('a payment of the right amount is credited once, however often it is reported', async () => {
  const billet = await issueOne()
  const report = pay(billet)
  const moved = await changes(async () => {
    assert.deepEqual(await settle(report), { outcome: 'credited', billetId: billet.id })
    const again = await Promise.all(Array.from({ length: 8 }, () => settle(report)))
    for (const settled of again) assert.deepEqual(settled, { outcome: 'repeated' })
  })
  assert.deepEqual(moved, { clearing: 10_000, suspense: 0, fine: 0, interest: 0 })
  const paid = await reload(billet)
  assert.deepEqual([paid.paymentStatus, paid.paidAt?.toISOString()], ['PAID', '2026-04-10T15:00:00.000Z'])
  assert.equal(await owed(billet), 0)
})

test('the same report sent many times in parallel is credited once', async () => {
  const billet = await issueOne()
  const report = pay(billet)
  const settled = await Promise.all(Array.from({ length: 12 }, () => settle(report)))
  assert.deepEqual(settled.map(({ outcome }) => outcome).sort(), ['credited', ...Array(11).fill('repeated')])
})

test('a second report with the same reference but other figures is refused, and the first one stands', async () => {
  const billet = await issueOne()
  const report = pay(billet, { amountCentavos: 9_999 })
  await settle(report)
  await assert.rejects(settle({ ...report, amountCentavos: 10_000 }), {
    name: 'BankReportError',
    fault: 'REFERENCE_REUSED',
  })
  assert.equal((await reload(billet)).paymentStatus, 'PENDING')
})

test('a late payment with its charges is credited and the charges are booked separately', async () => {
  const billet = await issueOne()
  // Ten days: R$ 2,00 of fine and R$ 0,33 of interest.
  const moved = await changes(async () => {
    const settled = await settle(pay(billet, { paidOn: on('2026-04-20'), amountCentavos: 10_233 }))
    assert.equal(settled.outcome, 'credited')
  })
  assert.deepEqual(moved, { clearing: 10_233, suspense: 0, fine: -200, interest: -33 })
  assert.equal(await owed(billet), 0)
})

test('a billet due on a bank holiday may be paid on the next business day without charge', async () => {
  const installments = [{ dueDate: on('2026-04-19'), amountCentavos: 10_000 }]
  const [sunday] = await issue(lender, { downPaymentCentavos: 0, installments })
  assert.ok(sunday)
  assert.equal((await settle(pay(sunday, { paidOn: on('2026-04-20') }))).outcome, 'credited')
})

const refusals: [what: string, reason: string, payment: { paidOn?: CalendarDate; amountCentavos: number }][] =
  [
    ['after expiry', 'AFTER_EXPIRY', { amountCentavos: 10_520, paidOn: on('2026-05-12') }],
    ['after expiry, less than its charges', 'AFTER_EXPIRY', { amountCentavos: 1, paidOn: on('2026-05-12') }],
  ]
for (const [what, reason, payment] of refusals) {
  test(`money that does not fit waits in suspense with a case: ${what}`, async () => {
    const billet = await issueOne()
    const report = pay(billet, payment)
    let caseId: string | undefined
    const moved = await changes(async () => {
      const settled = await settle(report)
      caseId = settled.caseId
      assert.deepEqual([settled.outcome, settled.reason, settled.billetId], ['suspense', reason, billet.id])
    })
    const amount = payment.amountCentavos
    assert.deepEqual(moved, { clearing: amount, suspense: -amount, fine: 0, interest: 0 })
    assert.equal((await reload(billet)).paymentStatus, 'PENDING')
    const found = (await listSuspendedPayments(lender.database, lender.secrets, 1_000)).find(
      ({ id }) => id === caseId,
    )
    assert.deepEqual(
      [found?.reason, found?.amountCentavos, found?.billetId, found?.reportReference],
      [reason, amount, billet.id, report.reference],
    )
  })
}

test('the last day counts: a billet that expires on a Sunday may be paid on Monday', async () => {
  const billet = await issueOne()
  assert.equal(billet.expirationDate, '2026-05-10')
  assert.equal((await settle(pay(billet, { paidOn: on('2026-05-11') }))).outcome, 'credited')
})

test('a second payment of the same billet leaves it paid and waits as a refund due', async () => {
  const billet = await issueOne()
  const moved = await changes(async () => {
    const outcomes = await Promise.all([settle(pay(billet)), settle(pay(billet)), settle(pay(billet))])
    assert.deepEqual(outcomes.map(({ outcome, reason }) => reason ?? outcome).sort(), [
      'ALREADY_PAID',
      'ALREADY_PAID',
      'credited',
    ])
  })
  assert.deepEqual(moved, { clearing: 30_000, suspense: -20_000, fine: 0, interest: 0 })
  assert.equal((await reload(billet)).paymentStatus, 'PAID')
  assert.equal(await owed(billet), 0)
})

test('a payment after the cancellation waits in suspense; cancellation ends the debt once', async () => {
  const [downPayment, first, ...rest] = await issue(lender)
  assert.ok(downPayment && first)
  await settle(pay(downPayment, { method: 'PIX', paidOn: on('2026-03-11') }))
  const cancel = () => lender.database.transaction(tx => cancelContractBillets(lender, tx, downPayment))
  assert.deepEqual(
    (await cancel()).map(({ id }) => id),
    [first, ...rest].map(({ id }) => id),
  )
  assert.deepEqual(await cancel(), [])
  // The customer is now owed what was paid.
  assert.equal(await owed(downPayment), -5_000)
  assert.equal(await balance(`retailer:${lender.retailerId}`), await retailerShareOfOthers(downPayment))
  assert.equal((await settle(pay(first))).reason, 'AFTER_CANCEL')
  assert.equal((await reload(downPayment)).canceledAt, undefined)
  const foreign = { retailerId: newId(), transactionId: downPayment.transactionId }
  assert.deepEqual(await lender.database.transaction(tx => cancelContractBillets(lender, tx, foreign)), [])
})

async function retailerShareOfOthers({ transactionId }: Billet): Promise<number> {
  const [row] = await queryLender<{ sum: number }>(
    lender,
    `SELECT sum(p.amount_centavos)::bigint AS sum FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.account = $1 AND e.transaction_id <> $2`,
    [`retailer:${lender.retailerId}`, transactionId],
  )
  return row?.sum ?? 0
}

test('the down payment is found by its txid, costs the same on its last day, and cannot be paid afterwards', async () => {
  const [first] = await issue(lender)
  const [second] = await issue(lender)
  assert.ok(first && second)
  const last = { method: 'PIX' as const, paidOn: first.expirationDate }
  assert.equal((await settle(pay(first, last))).outcome, 'credited')
  const late = { ...last, paidOn: addDays(first.expirationDate, 1) }
  assert.equal((await settle(pay(second, late))).reason, 'AFTER_EXPIRY')
})

test('money for an unknown billet is kept: by account if the lender has exactly one at the bank, else by bank', async () => {
  const billet = await issueOne()
  const unknown = { ...pay(billet), ourNumber: 99_999_999 }
  const moved = await changes(async () => assert.equal((await settle(unknown)).reason, 'UNKNOWN_BILLET'))
  assert.deepEqual(moved, { clearing: 10_000, suspense: -10_000, fine: 0, interest: 0 })
  // The our-number is known, but the report comes from another bank.
  const otherBank = { ...pay(billet), bank: '001' }
  assert.equal((await settle(otherBank)).reason, 'UNKNOWN_BILLET')
  assert.equal(await balance('unidentified-bank:001'), 10_000)
  for (const pixTxid of ['', "'; DROP TABLE billets", 'A'.repeat(300), newId()])
    assert.equal(
      (await settle({ ...pay(billet), method: 'PIX', ourNumber: undefined, pixTxid })).reason,
      'UNKNOWN_BILLET',
    )
})

test('a report that lacks a field is refused with the field’s name, and nothing is stored', async () => {
  const billet = await issueOne()
  const report = pay(billet)
  const wrong: Partial<BankReport>[] = [
    { amountCentavos: undefined },
    { amountCentavos: 0 },
    { amountCentavos: -1 },
    { amountCentavos: 0.5 },
    { paidOn: undefined },
    { bank: '23' },
    { reference: '' },
    { ourNumber: Number.NaN },
  ]
  for (const change of wrong)
    await assert.rejects(settle({ ...report, ...change }), BankReportError, JSON.stringify(change))
  assert.equal((await settle(report)).outcome, 'credited')
})

const listOrders = ({ id }: Billet) =>
  queryLender<{ movement: string; state: string; registration: string }>(
    lender,
    `SELECT o.movement, o.state, b.registration FROM bank_orders o JOIN billets b ON b.id = o.billet_id
      WHERE b.id = $1 ORDER BY o.id`,
    [id],
  )

test('the sandbox bank registers a billet at issue and writes it off when asked', async () => {
  await exchangeWithBank(lender, bank)
  const billet = await issueOne()
  assert.deepEqual(await listOrders(billet), [
    { movement: 'register', state: 'confirmed', registration: 'registered' },
  ])
  assert.equal(await exchangeWithBank(lender, bank), 0)
  lender.clock.advance({ ms: 1 })
  await lender.database.transaction(tx => cancelContractBillets(lender, tx, billet))
  await Promise.all([1, 2].map(() => exchangeWithBank(lender, bank)))
  assert.deepEqual((await listOrders(billet))[1], {
    movement: 'write-off',
    state: 'confirmed',
    registration: 'registered',
  })
})

test('a slow sandbox bank is waited for, and one that rejects leaves the billet unregistered', async () => {
  await exchangeWithBank(lender, bank)
  for (const [behaviour, registration] of [
    ['slow', 'registered'],
    ['reject', 'rejected'],
  ] as const) {
    const told = createSandboxBank({ ...lender, readRegistration: async () => behaviour })
    const billet = await issueOne({ registersAtOnce: false })
    assert.equal(billet.registration, 'pending')
    assert.equal(await exchangeWithBank(lender, told), behaviour === 'slow' ? 0 : 1)
    lender.clock.advance({ minutes: 1 })
    await exchangeWithBank(lender, told)
    assert.equal((await listOrders(billet))[0]?.registration, registration)
  }
})

test('a rejection applies to the registration that has no answer', async () => {
  const billet = await issueOne({ registersAtOnce: false })
  const rejected: BankReport = {
    ...pay(billet),
    kind: 'rejected',
    amountCentavos: undefined,
    occurrence: '03',
    reasons: ['A8'],
  }
  assert.deepEqual(await settle(rejected), { outcome: 'noted', billetId: billet.id })
  const [order] = await queryLender(lender, 'SELECT state, reasons FROM bank_orders WHERE billet_id = $1', [
    billet.id,
  ])
  assert.deepEqual(order, { state: 'rejected', reasons: ['A8'] })
})

test('with two accounts at one bank, unknown money waits for an operator to choose the account', async () => {
  const { id: _, ...settings } = DEMONSTRATION_ACCOUNT
  await createAccount(
    lender.database,
    lender.secrets,
    { ...settings, portfolio: '04' },
    { now: lender.clock.now(), channel: 'file' },
  )
  const billet = await issueOne()
  await settle({ ...pay(billet), ourNumber: 88_888_888 })
  assert.equal(await balance('unidentified-bank:237'), 10_000)
})

test('a billet’s payment waits on the clearing account until the bank credits it, less what the bank kept; Pix does not', async () => {
  const read = () =>
    Promise.all([
      balance(`clearing:${DEMONSTRATION_ACCOUNT.id}`),
      balance(`bank:${DEMONSTRATION_ACCOUNT.id}`),
      balance('bank-tariff'),
    ])
  const [first, second] = [await issueOne(), await issueOne()]
  lender.clock.advance({ days: 60 })
  await creditClearing(lender)
  const before = await read()
  const changed = async () => (await read()).map((after, at) => after - (before[at] ?? 0))
  const [later, now] = [addDays(calendarDateAt(lender.clock.now()), 1), calendarDateAt(lender.clock.now())]
  const paidOn = { paidOn: on('2026-04-10') }
  await settle({ ...pay(first, paidOn), creditedOn: later, creditedCentavos: 9_820 })
  await settle({ ...pay(second, paidOn), creditedOn: now, creditedCentavos: 10_001 })
  assert.deepEqual(await changed(), [20_000, 0, 0])
  const credited = await Promise.all([creditClearing(lender), creditClearing(lender)])
  assert.equal(credited[0] + credited[1], 1)
  assert.deepEqual(await changed(), [10_000, 10_000, 0])
  const [pix] = await issue(lender, { downPaymentCentavos: 5_000 })
  await settle(bank.pay(pix ?? assert.fail(), { reference: newId(), method: 'PIX', paidOn: now }))
  assert.deepEqual(await changed(), [10_000, 15_000, 0])
  lender.clock.advance({ days: 1 })
  assert.deepEqual([await creditClearing(lender), await creditClearing(lender)], [1, 0])
  assert.deepEqual(await changed(), [0, 24_820, 180])
})
