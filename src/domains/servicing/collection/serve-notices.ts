import type { App } from '../../../app/app.ts'
import { addDays, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { findOldestUnpaid, type LateLoan, listLateLoans, lockLoan } from '../../books/index.ts'
import {
  type FormalNoticeKind,
  insertFormalNotice,
  listDueNotices,
  listFormalNotices,
} from '../../messaging/index.ts'
import { lockPurchase, requestFormalNotice } from '../../purchases/index.ts'

const PAGE = 200
/** No notice is due before. */
const FIRST_AFTER_DAYS = 15

/** Asks for the formal notices of every delay that is old enough, each of them once. Returns how many. */
export async function serveNotices(app: App): Promise<number> {
  const { database, clock } = app
  const today = calendarDateAt(clock.now())
  let served = 0
  for (let after: LateLoan | undefined; ; ) {
    const loans = await listLateLoans(database, addDays(today, -FIRST_AFTER_DAYS), { after, limit: PAGE })
    const known = await listFormalNotices(
      database,
      loans.map(({ transactionId }) => transactionId),
    )
    for (const loan of loans) {
      const done = (known.get(loan.transactionId) ?? [])
        .filter(({ dueDate }) => dueDate === loan.oldestDueDate)
        .map(({ kind }) => kind)
      for (const kind of listDueNotices(loan.oldestDueDate, today))
        if (
          !done.includes(kind) &&
          (kind === 'listing' || isAccelerable(loan)) &&
          (await serve(app, loan, kind))
        )
          served += 1
    }
    after = loans.at(-1)
    if (after === undefined || loans.length < PAGE) return served
  }
}

/** What is due as a whole already, or out of the assets, is not accelerated. */
const isAccelerable = ({ acceleratedOn, writtenOffOn }: LateLoan): boolean =>
  acceleratedOn === null && writtenOffOn === null

function serve(
  { database, secrets, clock }: App,
  { transactionId, oldestDueDate }: LateLoan,
  kind: FormalNoticeKind,
): Promise<boolean> {
  return database.transaction(async tx => {
    const purchase = await lockPurchase(tx, secrets, transactionId)
    if (purchase?.status !== 'OPEN') return false
    const now = clock.now()
    const loan = await lockLoan(tx, transactionId)
    // Paid meanwhile.
    if (loan === undefined || findOldestUnpaid(loan, calendarDateAt(now)) !== oldestDueDate) return false
    if (!(await insertFormalNotice(tx, { transactionId, kind, dueDate: oldestDueDate }, now))) return false
    requestFormalNotice(tx, `${kind}-notice`, purchase, oldestDueDate, now)
    return true
  })
}
