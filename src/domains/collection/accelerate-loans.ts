import type { App } from '../../app/app.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findOldestUnpaid, isOffBooks, type Loan, listLateLoans, lockLoan } from '../loans/index.ts'
import { lockPurchase } from '../purchases/index.ts'
import { claimDebt, isReadBeyond, lockDebt } from '../receivables/index.ts'
import { type FormalNotice, findCureEnd, findServed } from './formal-notices.ts'
import { listStopped } from './stop-store.ts'
import { listFormalNotices } from './store.ts'

const DEFAULT_AFTER_DAYS = 91

/**
 * Contracts in default fall due as a whole: after a notice with days to cure, and only when a
 * payment made in time would be known. Each in a transaction of its own. Returns how many.
 */
export async function accelerateLoans(app: App): Promise<number> {
  const { database, clock } = app
  const dueBy = addDays(calendarDateAt(clock.now()), -DEFAULT_AFTER_DAYS)
  let accelerated = 0
  let isFirst = true
  for await (const loans of listLateLoans(database, dueBy)) {
    const candidates = await filterNoticed(app, loans)
    if (isFirst && candidates.length > 0) await app.readBank?.()
    isFirst = false
    for (const { transactionId } of candidates)
      if (await database.transaction(tx => accelerate(app, tx, transactionId))) accelerated += 1
  }
  return accelerated
}

interface LateLoan extends Loan {
  readonly oldestDueDate: CalendarDate
}

/** Most late loans are accelerated already, or wait for the days to cure: no lock is taken for them. */
async function filterNoticed({ database, clock }: App, loans: readonly LateLoan[]): Promise<LateLoan[]> {
  const open = loans.filter(loan => loan.acceleratedOn === null && !isOffBooks(loan))
  const notices = await listFormalNotices(
    database,
    open.map(({ transactionId }) => transactionId),
  )
  const today = calendarDateAt(clock.now())
  return open.filter(({ transactionId, oldestDueDate }) =>
    isCureOver(notices.get(transactionId) ?? [], oldestDueDate, today),
  )
}

function isCureOver(notices: readonly FormalNotice[], dueDate: CalendarDate, today: CalendarDate): boolean {
  const notice = findServed(notices, { kind: 'acceleration', dueDate })
  const cureEnd = notice && findCureEnd(notice)
  return cureEnd !== undefined && cureEnd <= today
}

async function accelerate({ secrets, clock }: App, tx: Transaction, transactionId: string): Promise<boolean> {
  const now = clock.now()
  const today = calendarDateAt(now)
  const purchase = await lockPurchase(tx, secrets, transactionId)
  if (purchase?.status !== 'OPEN') return false
  const debt = await lockDebt(tx, secrets, purchase, today)
  const loan = await lockLoan(tx, transactionId)
  if (loan === undefined || loan.acceleratedOn !== null || isOffBooks(loan)) return false
  if ((await listStopped(tx, [transactionId])).has(transactionId)) return false
  // Read again under the lock: a payment may have brought a younger installment to the front.
  const oldest = findOldestUnpaid(loan, today)
  if (oldest === undefined || !(await isDue(tx, transactionId, oldest, today))) return false
  await claimDebt(tx, secrets, { debt, loan }, now)
  return true
}

async function isDue(
  tx: Transaction,
  transactionId: string,
  oldest: CalendarDate,
  today: CalendarDate,
): Promise<boolean> {
  const inDefaultOn = addDays(oldest, DEFAULT_AFTER_DAYS)
  const notices = (await listFormalNotices(tx, [transactionId])).get(transactionId) ?? []
  const notice = findServed(notices, { kind: 'acceleration', dueDate: oldest })
  const cureEnd = notice && findCureEnd(notice)
  if (cureEnd === undefined || today < cureEnd || today < inDefaultOn) return false
  // Payments up to the day before count, and may be reported later.
  const last = cureEnd > inDefaultOn ? cureEnd : inDefaultOn
  return isReadBeyond(tx, { transactionId, kind: 'installment' }, addDays(last, -1))
}
