import type { App } from '../../../app/app.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { newId } from '../../../kernel/ids.ts'
import { findOldestUnpaid, type LateLoan, listLateLoans, lockLoan } from '../../books/index.ts'
import { type FormalNotice, findEarliestListing, listFormalNotices } from '../../messaging/index.ts'
import { lockPurchase } from '../../purchases/index.ts'
import { lockDebt } from '../../receivables/index.ts'
import { listDisputed } from '../customers/request-store.ts'
import { computeListingDay, computeListingEnd } from '../listings/listing.ts'
import { insertListing, listListingsOf } from '../listings/store.ts'

const PAGE = 200
const FIRST_AFTER_DAYS = 25

/**
 * Decides to list delays whose notice was proved, some days after it, unless the customer disputes the debt. The row is
 * written before anybody is asked. Returns how many.
 */
export async function openListings(app: App): Promise<number> {
  const { database, clock } = app
  const today = calendarDateAt(clock.now())
  let opened = 0
  for (let after: LateLoan | undefined; ; ) {
    const loans = await listLateLoans(database, addDays(today, -FIRST_AFTER_DAYS), { after, limit: PAGE })
    const ids = loans.map(({ transactionId }) => transactionId)
    const [notices, listings, disputed] = await Promise.all([
      listFormalNotices(database, ids),
      listListingsOf(database, ids),
      listDisputed(database, ids),
    ])
    for (const loan of loans) {
      const { transactionId, oldestDueDate } = loan
      const isKnown = listings.some(
        each =>
          each.transactionId === transactionId &&
          each.dueDate === oldestDueDate &&
          each.removalReason !== 'DISPUTED',
      )
      const notice = findProven(notices.get(transactionId) ?? [], oldestDueDate, today)
      if (isKnown || disputed.has(transactionId) || notice === undefined) continue
      if (await open(app, transactionId, notice)) opened += 1
    }
    after = loans.at(-1)
    if (after === undefined || loans.length < PAGE) return opened
  }
}

function findProven(
  notices: readonly FormalNotice[],
  dueDate: CalendarDate,
  today: CalendarDate,
): FormalNotice | undefined {
  if (today >= computeListingEnd(dueDate)) return undefined
  return notices.find(notice => {
    const earliest = notice.kind === 'listing' ? findEarliestListing(notice) : undefined
    return (
      notice.dueDate === dueDate && earliest !== undefined && computeListingDay(dueDate, earliest) <= today
    )
  })
}

function open(
  { database, secrets, clock }: App,
  transactionId: string,
  { id: noticeId, dueDate }: FormalNotice,
): Promise<boolean> {
  return database.transaction(async tx => {
    const now = clock.now()
    const today = calendarDateAt(now)
    const purchase = await lockPurchase(tx, secrets, transactionId)
    if (purchase?.status !== 'OPEN') return false
    const debt = await lockDebt(tx, secrets, purchase, today)
    const loan = await lockLoan(tx, transactionId)
    // Paid, or disputed, meanwhile.
    if (loan === undefined || findOldestUnpaid(loan, today) !== dueDate) return false
    if ((await listDisputed(tx, [transactionId])).has(transactionId)) return false
    return insertListing(tx, {
      id: newId(now.getTime()),
      transactionId,
      noticeId,
      dueDate,
      amountCentavos: debt.overdueCentavos,
      endsOn: computeListingEnd(dueDate),
      decidedAt: now,
    })
  })
}
