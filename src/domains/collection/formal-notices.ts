import type { App } from '../../app/app.ts'
import { computeCollectionCalendar } from '../../brazil/collection-calendar.ts'
import type { MessageChannel } from '../../contract/messages.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { findOldestUnpaid, type LateLoan, listLateLoans, lockLoan } from '../loans/index.ts'
import { listRequested, requestMessage } from '../messaging/index.ts'
import { lockPurchase } from '../purchases/index.ts'
import {
  insertFormalNotice,
  listFormalNotices,
  listUnprovenNotices,
  type NoticeProof,
  saveNoticeProof,
} from './store.ts'

/** listing: before a debt is reported to a credit bureau. acceleration: before a contract falls due as a whole. */
export type FormalNoticeKind = 'listing' | 'acceleration'

/** A notice that the law requires before a measure against a debtor. */
export interface FormalNotice {
  readonly id: string
  readonly transactionId: string
  readonly kind: FormalNoticeKind
  /** Of the oldest open installment when the notice was requested. */
  readonly dueDate: CalendarDate
  readonly askedAt: Date
  readonly sentAt: Date | null
  readonly channel: MessageChannel | null
  readonly providerId: string | null
  readonly deliveredAt: Date | null
  /** As the gateway wrote it. */
  readonly receipt: string | null
}

/** Law 8.078, art. 43 §2 has no number; ten days are what courts and bureaux keep. */
const DAYS_TO_PAY = 10
/** The contract's own clause. */
const DAYS_TO_CURE = 15

/** Without proof of delivery there is no listing (STJ, Tema 1.315). */
export function findEarliestListing({ deliveredAt }: FormalNotice): CalendarDate | undefined {
  return deliveredAt === null ? undefined : addDays(calendarDateAt(deliveredAt), DAYS_TO_PAY)
}

/** The day after the last one to pay what is overdue; undefined for a notice that was not sent. */
export function findCureEnd({ sentAt, deliveredAt }: FormalNotice): CalendarDate | undefined {
  const from = deliveredAt ?? sentAt
  return from === null ? undefined : addDays(calendarDateAt(from), DAYS_TO_CURE + 1)
}

/** The notices that a delay calls for by now; none when it is too old for any measure. */
function listDueNotices(dueDate: CalendarDate, today: CalendarDate): FormalNoticeKind[] {
  const { listingNotice, listingEnds, accelerationNotice } = computeCollectionCalendar(dueDate)
  if (today >= listingEnds) return []
  return [
    ...(today >= listingNotice ? (['listing'] as const) : []),
    ...(today >= accelerationNotice ? (['acceleration'] as const) : []),
  ]
}

/** What a notice of today promises: nothing is done before this day. */
export function computeNotBefore(
  kind: FormalNoticeKind,
  dueDate: CalendarDate,
  today: CalendarDate,
): CalendarDate {
  if (kind === 'acceleration') return addDays(today, DAYS_TO_CURE)
  const { earliestListing } = computeCollectionCalendar(dueDate)
  const afterNotice = addDays(today, DAYS_TO_PAY)
  return earliestListing > afterNotice ? earliestListing : afterNotice
}

const PAGE = 200
/** No notice is due before. */
const FIRST_AFTER_DAYS = 15

/** Requests the formal notices of every delay that is old enough, each once. Returns how many. */
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

/** A contract that is already due as a whole, or written off, is not accelerated. */
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
    requestMessage(
      tx,
      {
        ...describeSubject({ transactionId, kind, dueDate: oldestDueDate }),
        retailerId: purchase.retailerId,
      },
      now,
    )
    return true
  })
}

/** The message of a formal notice; one for each delay. */
const describeSubject = ({
  kind,
  transactionId,
  dueDate,
}: Pick<FormalNotice, 'kind' | 'transactionId' | 'dueDate'>) =>
  ({ notice: `${kind}-notice`, transactionId, about: dueDate }) as const

const PROVEN_AT_ONCE = 100
const HOUR_MS = 3_600_000
/** A message that is not delivered by then never will be. */
const LOOKED_FOR_MS = 30 * 24 * HOUR_MS

/** Keeps with each formal notice when it was sent, and the proof of its delivery as soon as a gateway has one. */
export async function proveNotices(app: App): Promise<number> {
  const { database, clock } = app
  let looked = 0
  for (;;) {
    const notices = await listUnprovenNotices(database, clock.now(), PROVEN_AT_ONCE)
    for (const notice of notices) {
      const proof = await findProof(app, notice, await listRequested(database, describeSubject(notice)))
      await saveNoticeProof(database, notice.id, proof)
    }
    looked += notices.length
    if (notices.length < PROVEN_AT_ONCE) return looked
  }
}

async function findProof(
  { clock, findReceipt }: App,
  notice: FormalNotice,
  posted: Awaited<ReturnType<typeof listRequested>>,
): Promise<NoticeProof> {
  const sent = posted.filter(({ state }) => state === 'HANDED_OVER')
  let known: Omit<NoticeProof, 'lookAgainAt'> = { ...notice }
  let canBeProven = posted.length === 0 || sent.length < posted.length
  for (const { id, channel, providerId, settledAt } of sent) {
    if (settledAt === null) continue
    const receipt = await findReceipt(channel, { id, providerId: providerId ?? undefined, at: settledAt })
    if (receipt === 'never') {
      if (known.sentAt === null) known = { ...known, sentAt: settledAt, channel, providerId }
      continue
    }
    if (receipt !== undefined) {
      const { deliveredAt, text } = receipt
      return { sentAt: settledAt, channel, providerId, deliveredAt, receipt: text, lookAgainAt: null }
    }
    canBeProven = true
    known = { ...known, sentAt: settledAt, channel, providerId }
  }
  return { ...known, lookAgainAt: canBeProven ? findNextLook(notice, clock.now()) : null }
}

/** Minutes at first, hours later. */
function findNextLook({ askedAt }: FormalNotice, now: Date): Date | null {
  const waitedMs = now.getTime() - askedAt.getTime()
  if (waitedMs > LOOKED_FOR_MS) return null
  return new Date(now.getTime() + Math.min(HOUR_MS, Math.max(60_000, waitedMs / 4)))
}
