import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Database } from '../../platform/db/database.ts'
import { type KindBalance, listTrialBalance } from './ledger/balances.ts'
import { computeAccrual } from './loans/accrual.ts'
import type { Loan } from './loans/loan.ts'
import { listRunningLoans } from './loans/store.ts'

export interface TrialBalance {
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

const PAGE = 1_000

export async function computeTrialBalance(database: Database, day: CalendarDate): Promise<TrialBalance> {
  const balances = await listTrialBalance(database, day)
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
    const loans = await listRunningLoans(database, after, PAGE)
    yield* loans
    if (loans.length < PAGE) return
    after = loans.at(-1)?.transactionId ?? after
  }
}
