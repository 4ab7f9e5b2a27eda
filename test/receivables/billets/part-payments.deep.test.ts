import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { computeImbalance } from '../../../src/domains/ledger/store/imbalance.ts'
import { cancelContractBillets } from '../../../src/domains/purchases/end-purchase.ts'
import type { BankReport, Billet } from '../../../src/domains/receivables/billets/billet.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { reconcileBillets } from '../../../src/domains/receivables/reconcile-billets.ts'
import { addDays, parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { createSandboxBank } from '../../../src/sandbox/sandbox-bank.ts'
import { computeBalance } from '../../support/balance.ts'
import { issue, type Lender, openLender, queryLender } from '../../support/contracts.ts'

let lender: Lender
let bank: ReturnType<typeof createSandboxBank>
before(async () => {
  lender = await openLender()
  bank = createSandboxBank(lender)
})
after(async () => {
  assert.equal((await reconcileBillets(lender.database)).fault, undefined)
  assert.equal(await computeImbalance(lender.database), 0)
  await lender.testDatabase.close()
})

const FACE = 19_792
/** Three installments of R$ 197,92, due on 9 April, 9 May (a Saturday) and 9 June 2026. */
const issueThree = (): Promise<Billet[]> =>
  issue(lender, {
    downPaymentCentavos: 0,
    installments: ['2026-04-09', '2026-05-09', '2026-06-09'].map(dueDate => ({
      dueDate: parseCalendarDate(dueDate),
      amountCentavos: FACE,
    })),
  })

interface Paid extends Partial<Pick<BankReport, 'method'>> {
  readonly amount: number
  readonly on: string
  readonly creditedOn?: string
}
function pay(billet: Billet | undefined, { amount, on, creditedOn = on, method = 'BILLET' }: Paid) {
  assert.ok(billet)
  const paidOn = parseCalendarDate(on)
  const report = bank.pay(billet, { reference: newId(), amountCentavos: amount, paidOn, method: 'BILLET' })
  return creditPayment(lender, { ...report, method, creditedOn: parseCalendarDate(creditedOn) })
}

const read = async ({ retailerId, transactionId }: Billet): Promise<Billet[]> =>
  listBillets(lender.database, lender.secrets, retailerId, transactionId)
/** Open face value, fine and interest, or that it is paid. */
const describe = ({ paymentStatus, amountCentavos, ...billet }: Billet) =>
  paymentStatus === 'PAID'
    ? 'paid'
    : [amountCentavos - billet.partPaidCentavos, billet.openFineCentavos ?? 0, billet.openInterestCentavos]

async function changes(act: () => Promise<unknown>) {
  const accounts = ['late-fine', 'late-interest', 'refunds-due', 'suspense'] as const
  const sum = () => Promise.all(accounts.map(account => computeBalance(lender.database, account)))
  const start = await sum()
  await act()
  return (await sum()).map((end, at) => (start[at] ?? 0) - end)
}
const owed = ({ transactionId }: Billet) => computeBalance(lender.database, `customer:${transactionId}`)

const full: [what: string, paid: Paid, fine: number, interest: number, excess: number][] = [
  ['the exact charges', { amount: 20_261, on: '2026-04-20' }, 396, 73, 0],
  ['a bank that rounds the day down', { amount: 20_254, on: '2026-04-20' }, 396, 66, 0],
  ['a bank that rounds both down', { amount: 20_253, on: '2026-04-20' }, 396, 65, 0],
  ['one real more', { amount: 20_361, on: '2026-04-20' }, 396, 73, 100],
  ['a Pix that counts from the due date', { amount: 20_193, on: '2026-04-10', method: 'PIX' }, 396, 5, 0],
  [
    'paid on Saturday, charged until Monday',
    { amount: 20_215, on: '2026-04-11', creditedOn: '2026-04-13' },
    396,
    27,
    0,
  ],
  [
    'in time with charges: they are owed back',
    { amount: 20_215, on: '2026-04-09', creditedOn: '2026-04-13' },
    0,
    0,
    423,
  ],
]
for (const [what, paid, fine, interest, excess] of full)
  test(`a payment that covers the debt closes the billet, and its figures are booked: ${what}`, async () => {
    const [first] = await issueThree()
    assert.ok(first)
    const moved = await changes(async () => {
      const settled = await pay(first, paid)
      assert.deepEqual([settled.outcome, settled.excessCentavos ?? 0], ['credited', excess])
    })
    assert.deepEqual(moved, [fine, interest, excess, 0])
    assert.deepEqual((await read(first)).map(describe), ['paid', [FACE, 0, 0], [FACE, 0, 0]])
    assert.equal(await owed(first), 2 * FACE)
  })

test('a late part payment leaves the rest open, which bears interest from that day and no second fine', async () => {
  const [first] = await issueThree()
  assert.ok(first)
  const moved = await changes(async () => {
    assert.deepEqual(await pay(first, { amount: 10_000, on: '2026-04-20' }), {
      outcome: 'partial',
      billetId: first.id,
    })
  })
  assert.deepEqual(moved, [0, 73, 0, 0])
  assert.deepEqual((await read(first)).map(describe)[0], [9_865, 396, 0])
  assert.equal(await owed(first), 3 * FACE - 9_927)
  const [open] = await read(first)
  assert.ok(open)
  assert.equal(
    bank.pay(open, { reference: 'x', paidOn: parseCalendarDate('2026-05-08') }).amountCentavos,
    9_865 + 396 + 59,
  )
  assert.deepEqual(await changes(() => pay(first, { amount: 10_320, on: '2026-05-08' })), [396, 59, 0, 0])
  assert.deepEqual((await read(first)).map(describe)[0], 'paid')
})

test('a payment too short for its billet pays the oldest open installments, and the bank is told of those it closes', async () => {
  const [first, second, third] = await issueThree()
  assert.ok(first && second && third)
  await pay(first, { amount: FACE, on: '2026-04-20' })
  assert.deepEqual((await read(first)).map(describe)[0], [73, 396, 0])
  // On 11 May the rest of the first has 73 + 396 centavos and no whole centavo of interest.
  const settled = await pay(third, { amount: 15_000, on: '2026-05-11' })
  assert.equal(settled.outcome, 'partial')
  assert.deepEqual((await read(first)).map(describe), ['paid', [FACE - 15_000 + 469 + 1, 0, 0], [FACE, 0, 0]])
  const orders = await queryLender<{ billetId: string }>(
    lender,
    `SELECT billet_id AS "billetId" FROM bank_orders WHERE movement = 'write-off' AND billet_id = ANY ($1)`,
    [[first.id, second.id, third.id]],
  )
  assert.deepEqual(orders, [{ billetId: first.id }])
})

test('one payment may close several billets, and is booked once', async () => {
  const installments = [5_000, 5_000, 20_000].map((amountCentavos, month) => ({
    dueDate: parseCalendarDate(`2026-0${month + 4}-09`),
    amountCentavos,
  }))
  const billets = await issue(lender, { downPaymentCentavos: 0, installments })
  assert.equal((await pay(billets[2], { amount: 12_000, on: '2026-04-01' })).outcome, 'partial')
  assert.deepEqual((await read(billets[2] as Billet)).map(describe), ['paid', 'paid', [18_000, 0, 0]])
  assert.equal(await owed(billets[2] as Billet), 18_000)
  assert.equal((await reconcileBillets(lender.database)).fault, undefined)
})

test('a payment in time that is told after a later one is not charged, and charges that were taken are given back', async () => {
  const [first, second] = await issueThree()
  assert.ok(first && second)
  const moved = await changes(async () => {
    assert.equal((await pay(second, { amount: 10_000, on: '2026-04-20' })).outcome, 'partial')
    assert.deepEqual((await read(first)).map(describe)[0], [9_865, 396, 0])
    const told = await pay(first, { amount: FACE, on: '2026-04-09' })
    assert.deepEqual([told.outcome, told.excessCentavos], ['credited', 10_000])
  })
  assert.deepEqual(moved, [0, 0, 10_000, 0])
  assert.deepEqual((await read(first)).map(describe), ['paid', [FACE, 0, 0], [FACE, 0, 0]])
})

test('parts of one billet end in the same debt in whatever order they are told', async () => {
  const parts: Paid[] = [
    { amount: 4_000, on: '2026-04-08' },
    { amount: 5_000, on: '2026-04-15' },
    { amount: 6_000, on: '2026-05-01' },
  ]
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  const ends = []
  for (const order of orders) {
    const [first] = await issueThree()
    assert.ok(first)
    const moved = await changes(async () => {
      for (const at of order) await pay(first, parts[at] as Paid)
    })
    ends.push([moved, (await read(first)).map(describe), await owed(first)])
  }
  for (const end of ends) assert.deepEqual(end, ends[0])
})

test('a billet paid in full is credited itself, although an older one is open', async () => {
  const [first, second] = await issueThree()
  assert.ok(first && second)
  assert.equal((await pay(second, { amount: FACE, on: '2026-04-30' })).outcome, 'credited')
  assert.deepEqual((await read(first)).map(describe), [[FACE, 0, 0], 'paid', [FACE, 0, 0]])
})

test('what a canceled billet was paid in part stays paid, and the customer is owed it', async () => {
  const [first] = await issueThree()
  assert.ok(first)
  await pay(first, { amount: 5_000, on: '2026-04-01' })
  await lender.database.transaction(tx => cancelContractBillets(lender, tx, first))
  assert.equal(await owed(first), -5_000)
  assert.equal((await pay(first, { amount: 5_000, on: '2026-04-02' })).reason, 'AFTER_CANCEL')
  assert.equal((await reconcileBillets(lender.database)).fault, undefined)
})

test('a down payment that is too short stays open, its money belongs to the contract, and the rest completes it', async () => {
  const [downPayment] = await issue(lender)
  assert.ok(downPayment)
  const day = downPayment.dueDate
  assert.equal((await pay(downPayment, { amount: 3_000, on: day })).outcome, 'partial')
  assert.deepEqual(describe((await read(downPayment))[0] as Billet), [2_000, 0, 0])
  const moved = await changes(async () => {
    assert.equal(
      (await pay(downPayment, { amount: 2_500, on: downPayment.expirationDate })).outcome,
      'credited',
    )
  })
  assert.deepEqual(moved, [0, 0, 500, 0])
})

test('a billet whose parts were changed by hand is found', async () => {
  const [first] = await issueThree()
  assert.ok(first)
  await pay(first, { amount: 5_000, on: '2026-04-01' })
  const set = (centavos: number) =>
    queryLender(lender, 'UPDATE billets SET part_paid_centavos = $2 WHERE id = $1', [first.id, centavos])
  await assert.rejects(set(4_999), /cannot change/)
  await set(5_001)
  assert.equal((await reconcileBillets(lender.database)).fault?.billetId, first.id)
  await queryLender(lender, 'ALTER TABLE billets DISABLE TRIGGER billets_immutable')
  await set(5_000)
  await queryLender(lender, 'ALTER TABLE billets ENABLE TRIGGER billets_immutable')
  assert.equal((await reconcileBillets(lender.database)).fault, undefined)
})

test('random payments in any order of arrival: every centavo is booked once, and nothing is owed below zero', async () => {
  const payment = fc.record({
    billet: fc.integer({ min: 0, max: 2 }),
    amount: fc.oneof(fc.integer({ min: 1, max: 2 * FACE }), fc.constantFrom(FACE, FACE - 1, FACE + 1)),
    day: fc.integer({ min: -20, max: 28 }),
    method: fc.constantFrom('BILLET' as const, 'PIX' as const),
  })
  const arrival = fc.array(payment, { minLength: 1, maxLength: 7 }).chain(payments =>
    fc.record({
      payments: fc.constant(payments),
      other: fc.shuffledSubarray(payments, { minLength: payments.length, maxLength: payments.length }),
    }),
  )
  const twins = (['PIX', 'BILLET'] as const).map(method => ({ billet: 1, amount: FACE, day: -4, method }))
  await fc.assert(
    fc.asyncProperty(arrival, async ({ payments, other }) => {
      const totals = await Promise.all([payments, other].map(settleInOrder))
      assert.equal(totals[0], totals[1])
    }),
    { numRuns: 25, examples: [[{ payments: twins, other: twins.toReversed() }]] },
  )

  async function settleInOrder(
    payments: readonly { billet: number; amount: number; day: number; method: 'BILLET' | 'PIX' }[],
  ) {
    const billets = await issueThree()
    let paid = 0
    let heldCentavos = 0
    for (const [at, { billet, amount, day, method }] of payments.entries()) {
      const dueDate = billets[billet]?.dueDate
      assert.ok(dueDate)
      const { outcome } = await pay(billets[billet], { amount, on: addDays(dueDate, day), method })
      if (outcome !== 'held') paid += amount
      else {
        // What the other rail told before, of the same billet, day and amount, may be the same money.
        heldCentavos += amount
        assert.ok(
          payments
            .slice(0, at)
            .some(
              told =>
                told.billet === billet &&
                told.amount === amount &&
                told.day === day &&
                told.method !== method,
            ),
          'held without a twin',
        )
      }
    }
    const [contract] = billets
    assert.ok(contract)
    const sums = await queryLender<{ account: string; centavos: number }>(
      lender,
      `SELECT split_part(p.account, ':', 1) AS account, sum(p.amount_centavos)::bigint AS centavos
        FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
        WHERE e.transaction_id = $1 AND e.kind <> 'contract' GROUP BY 1`,
      [contract.transactionId],
    )
    const booked = new Map(sums.map(({ account, centavos }) => [account, centavos]))
    const received = (booked.get('bank') ?? 0) + (booked.get('clearing') ?? 0)
    assert.equal(received, paid)
    assert.equal(
      [...booked.values()].reduce((sum, centavos) => sum + centavos, 0),
      0,
    )
    for (const account of ['customer', 'late-fine', 'late-interest', 'refunds-due', 'suspense'])
      assert.ok((booked.get(account) ?? 0) <= 0, account)
    const left = (await read(contract)).reduce(
      (sum, { paymentStatus, amountCentavos, partPaidCentavos }) =>
        sum + (paymentStatus === 'PAID' ? 0 : amountCentavos - partPaidCentavos),
      0,
    )
    assert.equal(await owed(contract), left)
    assert.ok(left >= 0)
    return received + heldCentavos
  }
})
