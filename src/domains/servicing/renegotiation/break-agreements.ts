import type { App } from '../../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { findLoans, findOldestUnpaid, type Loan, lockLoan } from '../../books/index.ts'
import { advancePurchase, listOpenAgreements, lockPurchase } from '../../purchases/index.ts'
import { computeLastKeptDay } from '../../quoting/index.ts'
import { checkLoan, isReadBeyond } from '../../receivables/index.ts'

const PAGE = 500

/**
 * Ends agreements of which an installment is more than 30 days overdue, once a payment made by then would be known.
 * Returns how many were broken. Safe with any number of workers: each agreement ends once.
 */
export async function breakOverdueAgreements(app: App): Promise<number> {
  const { database, clock } = app
  let broken = 0
  let isRead = false
  for (let after = ''; ; ) {
    const page = await listOpenAgreements(database, after, PAGE)
    const today = calendarDateAt(clock.now())
    const loans = await findLoans(
      database,
      page.map(({ id }) => id),
    )
    for (const loan of loans) {
      if (findBrokenDay(loan, today) === undefined) continue
      if (!isRead) await app.readBank?.()
      isRead = true
      if (await breakOne(app, loan.transactionId)) broken += 1
    }
    if (page.length < PAGE) return broken
    after = page.at(-1)?.originalId ?? after
  }
}

/** The last day on which the installment could be paid; undefined while it is not over. */
function findBrokenDay(loan: Loan, today: CalendarDate): CalendarDate | undefined {
  const dueDate = findOldestUnpaid(loan, today)
  const lastDay = dueDate && computeLastKeptDay(dueDate)
  return lastDay !== undefined && lastDay < today ? lastDay : undefined
}

function breakOne(app: App, id: string): Promise<boolean> {
  return app.database.transaction(async tx => {
    const agreement = await lockPurchase(tx, app.secrets, id)
    if (agreement?.status !== 'OPEN') return false
    // Read again under the lock: it may have been paid meanwhile.
    const loan = await lockLoan(tx, id)
    const lastDay = loan && findBrokenDay(loan, calendarDateAt(app.clock.now()))
    if (loan === undefined || lastDay === undefined) return false
    await checkLoan(tx, app.secrets, loan)
    if (!(await isReadBeyond(tx, { transactionId: id, kind: 'installment' }, lastDay))) return false
    await advancePurchase(app, tx, agreement, 'renegotiation-failed')
    return true
  })
}
