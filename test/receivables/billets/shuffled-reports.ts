import assert from 'node:assert/strict'
import { sealEntries } from '../../../src/domains/ledger/seal.ts'
import { computeImbalance } from '../../../src/domains/ledger/store/imbalance.ts'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import { cancelContractBillets } from '../../../src/domains/purchases/end-purchase.ts'
import type { BankReport, Billet } from '../../../src/domains/receivables/billets/billet.ts'
import { type BookedReport, creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { reconcileBillets } from '../../../src/domains/receivables/reconcile-billets.ts'
import { addDays } from '../../../src/kernel/calendar-date.ts'
import { type Database, openDatabase } from '../../../src/platform/db/database.ts'
import { createSandboxBank } from '../../../src/sandbox/sandbox-bank.ts'
import { issue, type Lender, openLender, queryLender } from '../../support/contracts.ts'

/** As many as a pool has connections, so that nobody waits for one. */
const AT_ONCE = 10

export interface ReportLoad {
  readonly contracts: number
  /** All reports, including repeated ones. */
  readonly reports: number
}

/** Fixed seed: a failure can be reproduced. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item, at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return results
}

/** Contract number `at` has the same figures in both databases; every eleventh is canceled before any payment. */
async function issueAll(lender: Lender, count: number): Promise<Billet[]> {
  const contracts = Array.from({ length: count }, (_, at) => at)
  const billets = await mapAtOnce(contracts, at =>
    issue(
      { ...lender, retailerId: 'a'.repeat(24) },
      { transactionId: at.toString(16).padStart(24, '0'), hasLoan: at % 11 === 0 },
    ),
  )
  const canceled = billets.flatMap(([first], at) => (first !== undefined && at % 11 === 0 ? [first] : []))
  await mapAtOnce(canceled, contract =>
    lender.database.transaction(tx => cancelContractBillets(lender, tx, contract)),
  )
  return billets.flat()
}

/** What a part payment pays depends on what was paid before it: these contracts differ with the order of arrival. */
const isParted = ({ transactionId }: Billet): boolean => Number.parseInt(transactionId, 16) % 5 === 4
const WHOLE = `(('x' || right(transaction_id, 8))::bit(32)::bigint % 5 <> 4)`

/** One to three reports per billet: paid on time, late, short, expired, twice, unknown title; and registrations. */
function createReports(lender: Lender, billets: readonly Billet[]): BankReport[] {
  const bank = createSandboxBank(lender)
  return billets.flatMap((billet, at) => {
    const days = [0, 0, 0, 12, 200][at % 5] ?? 0
    const method = billet.kind === 'down-payment' && at % 3 === 0 ? 'PIX' : 'BILLET'
    const terms = { method, paidOn: addDays(billet.dueDate, days) } as const
    const paid = bank.pay(billet, { ...terms, reference: `${at}` })
    const reports: BankReport[] =
      at % 17 === 0 ? [{ ...paid, pixTxid: undefined, ourNumber: 90_000_000 + at }] : [paid]
    if (at % 7 === 0) reports.push(bank.pay(billet, { ...terms, reference: `${at}:twice` }))
    if (isParted(billet) && at % 3 !== 0)
      reports.push(bank.pay(billet, { ...terms, reference: `${at}:short`, amountCentavos: 4_999 }))
    if (at % 9 === 0)
      reports.push({
        ...paid,
        reference: `${at}:registered`,
        kind: 'registered',
        method: 'BILLET',
        pixTxid: undefined,
        ourNumber: billet.ourNumber,
      })
    return reports
  })
}

function shuffle<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random(at + 1)
    const [a, b] = [mixed[at] as Item, mixed[other] as Item]
    mixed[at] = b
    mixed[other] = a
  }
  return mixed
}

/** The books without ids. Two payments of one billet are interchangeable, so their references are left out. */
async function readBooks(lender: Lender) {
  const read = async (text: string) => JSON.stringify(await queryLender(lender, text))
  return {
    balances: await read(
      `SELECT p.account, sum(p.amount_centavos) FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
        WHERE e.transaction_id IS NULL OR ${WHOLE} GROUP BY 1 ORDER BY 1`,
    ),
    entries: await read(
      `SELECT e.kind, e.transaction_id, e.occurred_at, p.account, p.amount_centavos, count(*)
        FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
        WHERE e.transaction_id IS NULL OR ${WHOLE} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    ),
    billets: await read(
      `SELECT transaction_id, installment_number, payment_status, paid_at, canceled_at IS NOT NULL AS canceled, registration
        FROM billets WHERE ${WHOLE} ORDER BY 1, 2`,
    ),
    cases: await read(
      `SELECT b.transaction_id, b.installment_number, c.reason, c.amount_centavos, c.expected_centavos, count(*)
        FROM suspense_cases c LEFT JOIN billets b ON b.id = c.billet_id
        WHERE b.id IS NULL OR ${WHOLE} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    ),
    reports: await read('SELECT count(*), sum(amount_centavos) FROM bank_notices'),
  }
}

const tally = (settled: readonly BookedReport[]) => Object.groupBy(settled, ({ outcome }) => outcome)

/**
 * Sends the same reports in order to one database, and shuffled and repeated to another. The books must be equal, and
 * where parts were paid as large.
 */
export async function compareShuffledNotices(load: ReportLoad): Promise<void> {
  const inOrder = await openLender()
  const shuffled = await openLender()
  try {
    await compareBooks(inOrder, shuffled, load)
  } finally {
    await Promise.all([inOrder, shuffled].map(({ testDatabase }) => testDatabase.close()))
  }
}

async function compareBooks(inOrder: Lender, shuffled: Lender, load: ReportLoad): Promise<void> {
  const ordered = createReports(inOrder, await issueAll(inOrder, load.contracts))
  // The order matters only within a contract: contracts share nothing, so several run in parallel.
  const byContract = Object.values(
    Object.groupBy(ordered, ({ reference }) => String(Number.parseInt(reference.slice(16), 10))),
  )
  const first = await mapAtOnce(byContract, async reports => {
    const settled: BookedReport[] = []
    for (const report of reports ?? []) settled.push(await creditPayment(inOrder, report))
    return settled
  })
  const expected = tally(first.flat())

  const told = createReports(shuffled, await issueAll(shuffled, load.contracts))
  const random = createRandom(20_260_310)
  const repeated = Array.from(
    { length: load.reports - told.length },
    () => told[random(told.length)] as BankReport,
  )
  const other = openSecondPool(shuffled)
  try {
    const contexts = [shuffled, { ...shuffled, database: other }] as const
    const settled = await mapAtOnce(shuffle([...told, ...repeated], random), (report, at) =>
      creditPayment(contexts[at % 2 === 0 ? 0 : 1], report),
    )
    const outcomes = tally(settled)
    assert.equal(outcomes.repeated?.length, repeated.length)
    assert.ok(repeated.length > load.reports * 0.3)
    assert.ok((outcomes.partial?.length ?? 0) > 0)
    assert.equal(outcomes.noted?.length, expected.noted?.length)
  } finally {
    await other.close()
  }
  assert.deepEqual(await readBooks(shuffled), await readBooks(inOrder))
  await sealEntries(shuffled.database, { secrets: shuffled.secrets, now: new Date() })
  const report = await verifyLedger(shuffled.database, shuffled)
  assert.deepEqual([report.fault, await computeImbalance(shuffled.database)], [undefined, 0])
  assert.equal((await reconcileBillets(shuffled.database)).fault, undefined)
  await checkNothingLost(shuffled, told)
}

/** Every reported centavo is on a bank or clearing account; each payment belongs to billets or to one suspense case. */
async function checkNothingLost(shuffled: Lender, told: readonly BankReport[]): Promise<void> {
  const payments = told.filter(({ kind }) => kind === 'paid')
  const total = payments.reduce((sum, { amountCentavos = 0 }) => sum + amountCentavos, 0)
  const [row] = await queryLender<{ received: number; places: number }>(
    shuffled,
    `SELECT (SELECT sum(amount_centavos) FROM ledger_postings WHERE account ~ '^(bank|clearing):')::bigint AS received,
      (SELECT count(*) FROM (SELECT DISTINCT reference FROM billet_payments
        UNION ALL SELECT 'payment:' || notice_reference FROM suspense_cases) places) AS places`,
  )
  assert.deepEqual(row, { received: total, places: payments.length })
}

function openSecondPool({ testDatabase }: Lender): Database {
  return openDatabase({
    connection: testDatabase.connection,
    poolSize: 8,
    applicationName: 'second',
    onError: () => {},
  })
}
