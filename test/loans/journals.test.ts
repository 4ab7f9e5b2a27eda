import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { computePayoff, computePremiumRefund } from '../../src/brazil/payoff.ts'
import { computeUnearned } from '../../src/brazil/present-value.ts'
import { planClawbackReceived } from '../../src/domains/bookkeeping/entries.ts'
import { accountOf } from '../../src/domains/ledger/accounts.ts'
import { composeEntry, type Entry } from '../../src/domains/ledger/entry.ts'
import { isInDefault } from '../../src/domains/loans/accrual.ts'
import { computeWriteOffEntry } from '../../src/domains/loans/entries.ts'
import {
  computeClawbackCostsEntry,
  computeContractReversedEntry,
  computeRefundEntry,
} from '../../src/domains/purchases/entries.ts'
import {
  computePaymentEntry,
  computePayoffEntry,
  turnIntoRecovery,
} from '../../src/domains/receivables/entries.ts'
import {
  computeRenegotiationEntry,
  computeRestructuringEntry,
} from '../../src/domains/servicing/renegotiation/entries.ts'
import { type Centavos, parseReais } from '../../src/kernel/money.ts'
import { at, BANK, day, INSTALLMENT, J12, JournalBooks, SHOP } from './journal-books.ts'

/** Journals of an independent program, in reais. */
interface Journal {
  readonly name: string
  readonly expected: {
    readonly entries: readonly {
      readonly date: string
      readonly kind: string
      readonly postings: readonly { readonly account: string; readonly amount: number }[]
    }[]
    readonly closing: Readonly<Record<string, number>>
  }
}

const journals = new Map(
  readFileSync(new URL('journals.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Journal)
    .map(({ name, expected }) => [name, expected]),
)
const names = { retailerId: SHOP, transactionId: 'J12' }

function getJournal(name: string): Journal['expected'] {
  const journal = journals.get(name)
  assert.ok(journal)
  return journal
}

/** The journals name the bank of the clearing account; the program names the account at it. */
const rename = (account: string): string => account.replace(/^clearing:.*/, `clearing:${BANK}`)

function sortPostings(postings: readonly (readonly [string, Centavos])[]): string[] {
  const sums = new Map<string, Centavos>()
  for (const [account, amount] of postings) sums.set(account, (sums.get(account) ?? 0) + amount)
  return [...sums]
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => `${account} ${amount}`)
    .sort()
}

/** Payouts take two entries where the journal of a payment has one: they are added up. */
function listBooked(entries: readonly { readonly date: string; readonly entry: Entry }[]): string[][] {
  const steps: [string, Centavos][][] = []
  for (const { entry } of entries) {
    const postings = entry.postings.map(
      ({ account, amountCentavos }) => [account, amountCentavos] as [string, number],
    )
    const isSecondStep = entry.kind === 'payout-paid' && entry.memo.kind !== 'RETAILER'
    if (isSecondStep) steps.at(-1)?.push(...postings)
    else steps.push(postings)
  }
  return steps.map(sortPostings)
}

function assertEqualEntries(books: JournalBooks, from: string, expected: Journal['expected']): void {
  const wanted = expected.entries.map(({ date, postings }) => [
    date,
    ...sortPostings(
      postings.map(({ account, amount }) => [
        rename(account),
        parseReais(Math.abs(amount)) * Math.sign(amount),
      ]),
    ),
  ])
  const dates = books.entries
    .filter(
      ({ date, entry }) => date >= from && !(entry.kind === 'payout-paid' && entry.memo.kind !== 'RETAILER'),
    )
    .map(({ date }) => date)
  const booked = listBooked(books.entries.filter(({ date }) => date >= from))
  const sort = (rows: readonly string[][]): string[] => rows.map(row => row.join(', ')).sort()
  assert.deepEqual(sort(booked.map((postings, index) => [dates[index] ?? '', ...postings])), sort(wanted))
}

function assertClosing(books: JournalBooks, { closing }: Journal['expected']): void {
  const balances = [...books.balances].filter(([, amount]) => amount !== 0)
  assert.deepEqual(
    Object.fromEntries(balances.toSorted()),
    Object.fromEntries(
      Object.entries(closing)
        .map(([account, amount]) => [account, parseReais(Math.abs(amount)) * Math.sign(amount)])
        .toSorted(),
    ),
  )
}

const PAYMENTS: readonly (readonly [number, string, string])[] = [
  [1, '2026-02-18', '2026-02-19'],
  [2, '2026-03-16', '2026-03-17'],
  [3, '2026-04-14', '2026-04-15'],
  [4, '2026-05-25', '2026-05-26'],
  [5, '2026-06-15', '2026-06-16'],
  [6, '2026-07-14', '2026-07-15'],
  [7, '2026-08-14', '2026-08-17'],
  [8, '2026-09-14', '2026-09-15'],
  [9, '2026-10-14', '2026-10-15'],
  [10, '2026-11-16', '2026-11-17'],
  [11, '2026-12-14', '2026-12-15'],
  [12, '2027-01-14', '2027-01-15'],
]
const MONTH_ENDS = [
  '01-31',
  '02-28',
  '03-31',
  '04-30',
  '05-31',
  '06-30',
  '07-31',
  '08-31',
  '09-30',
  '10-31',
  '11-30',
  '12-31',
]

/** Payments and month ends in order, until a day. */
function live(books: JournalBooks, until: string, payments = PAYMENTS): void {
  const steps = [
    ...payments.map(
      ([number, paidOn, creditedOn]) => [paidOn, () => books.pay(number, paidOn, creditedOn)] as const,
    ),
    ...MONTH_ENDS.map(
      end =>
        [
          `2026-${end}`,
          () => {
            books.accrue(`2026-${end}`)
            books.provide(`2026-${end}`, 1.9)
          },
        ] as const,
    ),
  ]
  for (const [date, step] of steps.toSorted(([a], [b]) => (a < b ? -1 : 1))) if (date <= until) step()
}

test('twelve months: every entry and the closing balances equal the journal, and on every month end the books carry the payoff', () => {
  const expected = getJournal('journal/A-twelve-months')
  const books = new JournalBooks()
  books.start()
  for (const end of MONTH_ENDS) {
    const until = `2026-${end}`
    const fresh = new JournalBooks()
    fresh.start()
    live(fresh, until)
    const { overdue, presentCentavos } = computePayoff(fresh.loan, fresh.loan.openCentavos, day(until))
    const overdueFace = overdue.reduce((sum, { faceCentavos }) => sum + faceCentavos, 0)
    assert.equal(fresh.carryingCentavos, presentCentavos + overdueFace, until)
  }
  books.payCommission('2026-02-05')
  books.payOut('2026-02-10', 'INSURER', 'insurer', J12.premiumCentavos)
  live(books, '2027-01-14')
  books.payTwice('2026-08-17', '2026-08-18', '2026-08-19', '2026-08-21')
  books.accrue('2027-01-14')
  books.provide('2027-01-14', 1.9)
  assertEqualEntries(books, '2026-01-14', expected)
  assertClosing(books, expected)
  assert.equal(books.loan.endedOn, '2027-01-14')
})

/** What was deferred is earned, and nothing is left to be provided for. The program books it in several steps. */
function composeClose(books: JournalBooks): Entry['postings'] {
  const { deferredFeeCentavos, deferredRetentionCentavos } = books.loan
  const allowanceCentavos = -books.balanceOf('allowance:J12')
  return [
    { account: accountOf.deferredFee('J12'), amountCentavos: deferredFeeCentavos },
    { account: 'fee-income', amountCentavos: -deferredFeeCentavos },
    { account: accountOf.deferredRetention('J12'), amountCentavos: deferredRetentionCentavos },
    { account: 'retention-income', amountCentavos: -deferredRetentionCentavos },
    { account: accountOf.allowance('J12'), amountCentavos: allowanceCentavos },
    { account: 'provision-expense', amountCentavos: -allowanceCentavos },
  ]
}

test('early settlement: accrual, settlement and close equal the journal, and nothing is earned beyond the day', () => {
  const expected = getJournal('journal/C-early-settlement')
  const books = new JournalBooks()
  const onTime = PAYMENTS.slice(0, 6).map(([number, paidOn, creditedOn]) =>
    number === 4 ? ([4, '2026-05-14', '2026-05-15'] as const) : ([number, paidOn, creditedOn] as const),
  )
  books.start()
  live(books, '2026-07-20', onTime)
  const date = '2026-07-20'
  books.accrue(date)
  const { presentCentavos, discountCentavos } = computePayoff(books.loan, books.loan.openCentavos, day(date))
  assert.deepEqual([presentCentavos, discountCentavos], [71_900, 9_748])
  assert.equal(books.loan.unearnedCentavos, discountCentavos)
  const premiumRefundCentavos = computePremiumRefund({
    premiumCentavos: J12.premiumCentavos,
    startedOn: books.loan.startedOn,
    firstDueDate: books.loan.firstDueDate,
    numberOfInstallments: 12,
    settledOn: day(date),
  })
  books.post(
    date,
    computePayoffEntry({
      ...names,
      reference: 'settlement',
      receivedIn: accountOf.clearing(BANK),
      faceCentavos: 6 * INSTALLMENT,
      discountCentavos,
      premiumRefundCentavos,
      settledAt: at(date),
    }),
    composeEntry({
      ...names,
      kind: 'close',
      reference: 'close:J12',
      occurredAt: at(date),
      memo: {},
      postings: composeClose(books),
    }),
  )
  books.credit(date, presentCentavos - premiumRefundCentavos, 0)
  assertEqualEntries(books, date, expected)
  assertClosing(books, expected)
})

function reverse(books: JournalBooks, date: string): void {
  const contract = books.entries.find(({ entry }) => entry.kind === 'contract')?.entry
  assert.ok(contract)
  const { loan } = books
  books.post(
    date,
    computeContractReversedEntry({
      contract,
      left: {
        interestCentavos: loan.unearnedCentavos,
        feeCentavos: loan.deferredFeeCentavos,
        retentionCentavos: loan.deferredRetentionCentavos,
      },
      isTransferred: true,
      isIofPaid: true,
      reference: 'cancel:J12',
      occurredAt: at(date),
      iofChargedOn: day('2026-01-15'),
    }),
  )
  const refundable = new Map([[accountOf.customer('J12'), -books.balanceOf('customer:J12')]])
  const refund = computeRefundEntry({ ...names, reference: 'refund:J12', refundable, decidedAt: at(date) })
  assert.ok(refund)
  books.post(date, refund)
}

test('withdrawal after transfer and tax: the retailer owes the transfer, the Treasury the tax, the customer nothing', () => {
  const expected = getJournal('journal/D1-withdrawal-after-transfer-and-tax')
  const books = new JournalBooks()
  books.start()
  reverse(books, '2026-01-24')
  books.payOut('2026-02-02', 'REFUND', 'J12', 30_000)
  const returned = { bankReference: 'ted', lenderAccountId: BANK, amountCentavos: 142_740 }
  books.postPlan(planClawbackReceived(SHOP, { ...returned, happenedOn: day('2026-02-03') }))
  assertEqualEntries(books, '2026-01-24', expected)
  assertClosing(books, expected)
})

test('goods returned on day 40: what was earned is given back, and the retailer bears tax and interest', () => {
  const expected = getJournal('journal/D2-goods-returned-day-40')
  const books = new JournalBooks()
  const date = '2026-02-24'
  books.start()
  books.accrue('2026-01-31')
  books.pay(1, '2026-02-18', '2026-02-19')
  books.accrue(date)
  const earned = J12.interestCentavos - books.loan.unearnedCentavos
  assert.equal(earned, 6_776)
  reverse(books, date)
  const costs = { iofCentavos: J12.iofCentavos, interestCentavos: earned, decidedAt: at(date) }
  books.post(date, computeClawbackCostsEntry({ ...names, ...costs }))
  assertEqualEntries(books, date, expected)
  assertClosing(books, expected)
})

test('default: accrual stops on day 91, the provision follows the table, and the write-off keeps the claim', () => {
  const books = new JournalBooks()
  books.start()
  for (const [number, paidOn, creditedOn] of PAYMENTS.slice(0, 3)) books.pay(number, paidOn, creditedOn)
  books.accrue('2026-08-12')
  assert.ok(!isInDefault(books.loan, day('2026-08-12')))
  assert.ok(isInDefault(books.loan, day('2026-08-13')))
  books.accrue('2026-08-31')
  assert.deepEqual(
    [books.loan.accruedThrough, books.loan.nextAccrual, books.loan.unearnedCentavos, books.carryingCentavos],
    ['2026-08-13', null, 7_536, 114_936],
  )
  const allowances = [
    ['2026-08-31', 53.4, 61_376],
    ['2026-12-31', 67, 77_007],
    ['2027-11-30', 100, 114_936],
  ] as const
  for (const [date, percentage, allowance] of allowances) {
    books.provide(date, percentage)
    assert.equal(books.balanceOf('allowance:J12'), -allowance)
  }
  const writeOff = { faceCentavos: 9 * INSTALLMENT, unearnedCentavos: 7_536, allowanceCentavos: 114_936 }
  books.post('2027-11-30', computeWriteOffEntry({ ...names, ...writeOff, decidedAt: at('2027-11-30') }))
  assert.throws(() =>
    computeWriteOffEntry({ ...names, ...writeOff, allowanceCentavos: 1, decidedAt: at('2027-11-30') }),
  )
  const payment = computePaymentEntry({
    reference: 'recovered',
    receivedIn: accountOf.bank(BANK),
    amountCentavos: 40_000,
    receivedAt: at('2028-03-01'),
    billet: { id: 'billet', ...names },
    fineCentavos: 0,
    interestCentavos: 0,
    excessCentavos: 0,
  })
  books.post('2028-03-01', turnIntoRecovery(payment, 'J12', 40_000))
  for (const account of ['customer:J12', 'unearned-interest:J12', 'allowance:J12'])
    assert.equal(books.balanceOf(account), 0, account)
  assert.equal(books.balanceOf('recovery-income'), -40_000)
  assert.equal(books.balanceOf('provision-expense'), 114_936)
  assert.equal(books.balanceOf('memo-written-off:J12'), 9 * INSTALLMENT - 40_000)
  assert.equal(books.balanceOf('memo-contra'), 40_000 - 9 * INSTALLMENT)
})

test('renegotiation: what was open goes into the agreement, its late charges are deferred, and the loss is shown', () => {
  // Installments 3 to 6 of 197.92 at 4.99 % are open on 2026-08-20; 95.25 of the first was paid as an entry.
  const old = { interestRatePM: 4.99, firstDueDate: day('2026-04-09') }
  const open = [0, 0, 10_267, 19_792, 19_792, 19_792]
  const unearnedCentavos = computeUnearned(old, open, day('2026-08-20'))
  assert.equal(unearnedCentavos, 612)
  const agreement = { retailerId: SHOP, transactionId: 'agreement' }
  const entry = computeRenegotiationEntry({
    ...agreement,
    fromTransactionId: 'old',
    openFaceCentavos: 69_643,
    unearnedCentavos,
    installmentsCentavos: 78_882,
    interestCentavos: 78_882 - 71_246,
    lateChargesCentavos: 1_538,
    iofCentavos: 677,
    startedAt: at('2026-08-20'),
  })
  assert.deepEqual(
    entry.postings.map(({ account, amountCentavos }) => `${account} ${amountCentavos}`),
    [
      'customer:agreement 78882',
      'unearned-interest:old 612',
      'customer:old -69643',
      'unearned-interest:agreement -7636',
      'deferred-late-charges:agreement -1538',
      'iof-payable -677',
    ],
  )
  const plan = { interestRatePM: 4.99, firstDueDate: day('2026-09-19') }
  const worth = computePayoff(plan, new Array<Centavos>(6).fill(13_147), day('2026-08-20')).presentCentavos
  const lossCentavos = 71_246 - worth
  assert.ok(
    Math.abs(lossCentavos - 4_495) <= 1,
    'the sum is rounded once in the sheet, and by installment here',
  )
  const restructuring = computeRestructuringEntry({ ...agreement, lossCentavos, decidedAt: at('2026-08-20') })
  assert.deepEqual(
    restructuring.postings.map(({ account, amountCentavos }) => `${account} ${amountCentavos}`),
    [`restructuring-loss ${lossCentavos}`, `restructuring:agreement ${-lossCentavos}`],
  )
})
