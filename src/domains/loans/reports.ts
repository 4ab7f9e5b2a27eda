import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { accountOf, computeBalances, sumBooked } from '../ledger/index.ts'
import { computeAccrual } from './accrual.ts'
import type { Loan } from './loan.ts'
import { countUnprovided, listProvisions, type ProvisionRow } from './provision-store.ts'
import { countDelays, listLoans } from './store.ts'

interface StageTotal {
  readonly stage: ProvisionRow['stage']
  readonly contracts: number
  readonly carryingCentavos: Centavos
  readonly provisionCentavos: Centavos
}

interface ProvisionReport {
  readonly stages: readonly StageTotal[]
  /** Running contracts that are not provided for yet at this month end. */
  readonly missing: number
  /** On all allowance accounts at the end of the day. */
  readonly bookedCentavos: Centavos
  /** The first contract whose allowance in the books is another one. */
  readonly fault:
    | {
        readonly transactionId: string
        readonly bookedCentavos: Centavos
        readonly provisionCentavos: Centavos
      }
    | undefined
}

const PAGE = 500

/** What was provided for at a month end by stage, and whether the books say the same of every contract. */
export async function computeProvisionReport(
  database: Database,
  day: CalendarDate,
): Promise<ProvisionReport> {
  const totals = ([1, 2, 3] as const).map(stage => ({
    stage,
    contracts: 0,
    carryingCentavos: 0,
    provisionCentavos: 0,
  }))
  let fault: ProvisionReport['fault']
  for (let after = ''; ; ) {
    const rows = await listProvisions(database, { day, after, limit: PAGE })
    for (const row of rows) {
      const total = totals[row.stage - 1]
      if (total === undefined) throw new Error(`stage ${row.stage} is unknown`)
      total.contracts += 1
      total.carryingCentavos += row.carryingCentavos
      total.provisionCentavos += row.provisionCentavos
    }
    fault ??= await findFault(database, day, rows)
    if (rows.length < PAGE) break
    after = rows.at(-1)?.transactionId ?? after
  }
  const [missing, balances] = await Promise.all([countUnprovided(database, day), readBalances(database, day)])
  const booked = balances.find(({ kind }) => kind === 'allowance')?.balance ?? 0
  return { stages: totals, missing, bookedCentavos: booked === 0 ? 0 : -booked, fault }
}

async function findFault(
  database: Database,
  day: CalendarDate,
  rows: readonly ProvisionRow[],
): Promise<ProvisionReport['fault']> {
  const accounts = rows.map(({ transactionId }) => accountOf.allowance(transactionId))
  const balances = await computeBalances(database, accounts, day)
  for (const { transactionId, provisionCentavos } of rows) {
    const bookedCentavos = -(balances.get(accountOf.allowance(transactionId)) ?? 0)
    if (bookedCentavos !== provisionCentavos) return { transactionId, bookedCentavos, provisionCentavos }
  }
  return undefined
}

interface KindBalance {
  /** What stands before the colon in an account's name. */
  readonly kind: string
  readonly balance: Centavos
}

const BEFORE_ALL = parseCalendarDate('0001-01-01')

/** By kind of account, at the end of a day of the books; without those at zero. */
async function readBalances(database: Database, day: CalendarDate): Promise<KindBalance[]> {
  const movements = await sumBooked(database, { after: BEFORE_ALL, through: day })
  return movements
    .map(({ kind, debitCentavos, creditCentavos }) => ({ kind, balance: debitCentavos - creditCentavos }))
    .filter(({ balance }) => balance !== 0)
}

interface TrialBalance {
  readonly balances: readonly KindBalance[]
  readonly sumCentavos: Centavos
  /** Earned up to the day and booked with the next month end, or the next event of the loan. */
  readonly unbooked: {
    readonly interestCentavos: Centavos
    readonly feeCentavos: Centavos
    readonly retentionCentavos: Centavos
  }
  /** Loans that were accrued beyond the day since: what they had earned by then and not booked is not known any more. */
  readonly accruedLater: number
}

const LOANS_PAGE = 1_000

export async function computeTrialBalance(database: Database, day: CalendarDate): Promise<TrialBalance> {
  const balances = await readBalances(database, day)
  const unbooked = { interestCentavos: 0, feeCentavos: 0, retentionCentavos: 0 }
  let accruedLater = 0
  for await (const loan of listAll(database)) {
    // What is left of one that an agreement took over is earned when the agreement is paid.
    if (loan.startedOn > day || loan.suspendedBy !== null) continue
    if (loan.accruedThrough !== null && loan.accruedThrough > day) {
      accruedLater += 1
      continue
    }
    const { earned } = computeAccrual(loan, day)
    unbooked.interestCentavos += earned.interestCentavos
    unbooked.feeCentavos += earned.feeCentavos
    unbooked.retentionCentavos += earned.retentionCentavos
  }
  const sumCentavos = balances.reduce((sum, { balance }) => sum + balance, 0)
  return { balances, sumCentavos, unbooked, accruedLater }
}

async function* listAll(database: Database): AsyncGenerator<Loan> {
  for (let after = ''; ; ) {
    const loans = await listLoans(database, 'running', { after, limit: LOANS_PAGE })
    yield* loans
    if (loans.length < LOANS_PAGE) return
    after = loans.at(-1)?.transactionId ?? after
  }
}

const DELAYS_READ_MS = 10 * 60_000

/** Counted with an index over late contracts only, and not at every scrape. */
export function addLoanMetrics(metrics: Metrics, { database, deploymentClock: clock }: App): void {
  let known: { readonly counts: ReadonlyMap<string, number>; readonly readAtMs: number } | undefined
  const help = 'Running contracts with an overdue installment, by days past due of the oldest one'
  metrics.addGauges('crediario_contracts_past_due', help, 'days', async () => {
    if (known === undefined || performance.now() - known.readAtMs > DELAYS_READ_MS) {
      const counts = await countDelays(database, calendarDateAt(clock.now())).catch(() => new Map())
      known = { counts, readAtMs: performance.now() }
    }
    return known.counts
  })
}
