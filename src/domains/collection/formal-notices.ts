import type { App } from '../../app/app.ts'
import { computeCollectionCalendar } from '../../brazil/collection-calendar.ts'
import { RequestError } from '../../contract/errors.ts'
import type { MessageChannel } from '../../contract/messages.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import { findOldestUnpaid, isOffBooks, type Loan, listLateLoans, lockLoan } from '../loans/index.ts'
import { listRequested, requestMessage, wasNotSent } from '../messaging/index.ts'
import type { Operator } from '../operators/index.ts'
import { lockPurchase } from '../purchases/index.ts'
import { listStopped } from './stop-store.ts'
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
  /** 1 for the first; one that was not sent, or that people wanted again, has a successor. */
  readonly serving: number
  readonly askedAt: Date
  readonly sentAt: Date | null
  readonly channel: MessageChannel | null
  readonly providerId: string | null
  readonly deliveredAt: Date | null
  /** As the gateway wrote it. */
  readonly receipt: string | null
  /** When its proof is looked for again; null when nothing more will be known. */
  readonly dueAt: Date | null
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

/**
 * The notice of a delay that counts: the newest that was sent, as it promises days of its own. One without a proof does
 * not take the proof of an earlier one away.
 */
export function findServed(
  notices: readonly FormalNotice[],
  { kind, dueDate }: Pick<FormalNotice, 'kind' | 'dueDate'>,
): FormalNotice | undefined {
  const sent = notices
    .filter(notice => notice.kind === kind && notice.dueDate === dueDate && notice.sentAt !== null)
    .toSorted((a, b) => b.serving - a.serving)
  return sent.find(({ deliveredAt }) => deliveredAt !== null) ?? sent[0]
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

/** No notice is due before. */
const FIRST_AFTER_DAYS = 15

/** Requests the formal notices of every delay that is old enough, each once. Returns how many. */
export async function serveNotices(app: App): Promise<number> {
  const { database, clock } = app
  const today = calendarDateAt(clock.now())
  let served = 0
  for await (const loans of listLateLoans(database, addDays(today, -FIRST_AFTER_DAYS))) {
    const known = await listFormalNotices(
      database,
      loans.map(({ transactionId }) => transactionId),
    )
    for (const loan of loans) {
      const { transactionId, oldestDueDate: dueDate } = loan
      const done = (known.get(transactionId) ?? [])
        .filter(notice => notice.dueDate === dueDate)
        .map(({ kind }) => kind)
      for (const kind of listDueNotices(dueDate, today))
        if (
          !done.includes(kind) &&
          (kind === 'listing' || isAccelerable(loan)) &&
          (await serve(app, { transactionId, kind, dueDate, serving: 1 }))
        )
          served += 1
    }
  }
  return served
}

/** A contract that is already due as a whole, or written off, is not accelerated. */
const isAccelerable = (loan: Loan): boolean => loan.acceleratedOn === null && !isOffBooks(loan)

type AskedNotice = Pick<FormalNotice, 'kind' | 'transactionId' | 'dueDate' | 'serving'>

function serve(app: App, notice: AskedNotice): Promise<boolean> {
  return app.database.transaction(async tx => (await requestNotice(app, tx, notice)) !== undefined)
}

/** Undefined when the delay has ended or changed, or when the same was requested before. Otherwise the id of the notice. */
async function requestNotice(
  { secrets, clock }: App,
  tx: Transaction,
  notice: AskedNotice,
): Promise<string | undefined> {
  const { transactionId, kind, dueDate } = notice
  const purchase = await lockPurchase(tx, secrets, transactionId)
  if (purchase?.status !== 'OPEN') return undefined
  const now = clock.now()
  const loan = await lockLoan(tx, transactionId)
  if ((await listStopped(tx, [transactionId])).has(transactionId)) return undefined
  // Paid meanwhile.
  if (loan === undefined || findOldestUnpaid(loan, calendarDateAt(now)) !== dueDate) return undefined
  if (kind === 'acceleration' && !isAccelerable(loan)) return undefined
  const id = await insertFormalNotice(tx, notice, now)
  if (id === undefined) return undefined
  requestMessage(tx, { ...describeSubject(notice), retailerId: purchase.retailerId }, now)
  return id
}

/** The message of a formal notice; one for each serving. */
const describeSubject = ({ kind, transactionId, dueDate, serving }: AskedNotice) =>
  ({
    notice: `${kind}-notice`,
    transactionId,
    about: serving === 1 ? dueDate : `${dueDate}:${serving}`,
  }) as const

/**
 * An operator has a notice of the present delay served once more, for instance because nothing proves the first one. It
 * has a proof and days of its own. A notice that nobody asked for yet is left to its day.
 */
export function serveAgain(
  app: App,
  operator: Operator,
  { transactionId, kind }: { readonly transactionId: string; readonly kind: FormalNoticeKind },
): Promise<string> {
  const { database, realClock } = app
  return database.transaction(async tx => {
    if (!isId(transactionId)) throw new RequestError('desk_not_found')
    const all = (await listFormalNotices(tx, [transactionId])).get(transactionId) ?? []
    const last = all.findLast(notice => notice.kind === kind)
    const isOnItsWay = last?.sentAt === null && last.dueAt !== null && isRecent(last, app.clock.now())
    const id =
      last === undefined || isOnItsWay
        ? undefined
        : await requestNotice(app, tx, { ...last, serving: last.serving + 1 })
    if (id === undefined) throw new RequestError('desk_notice_refused')
    const note = { operatorId: operator.id, action: 'loan.notice', subject: transactionId } as const
    await appendAudit(tx, { ...note, details: { kind, noticeId: id } }, realClock.now())
    return id
  })
}

const ON_ITS_WAY_MS = 3 * 24 * 3_600_000
/** Hours and holidays may hold it back. */
const isRecent = ({ askedAt }: FormalNotice, now: Date): boolean =>
  now.getTime() - askedAt.getTime() < ON_ITS_WAY_MS

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
      const posted = await listRequested(database, describeSubject(notice))
      // A message that was never written, because a worker came to it too late, was not sent either.
      const isLost = posted.length === 0 && !isRecent(notice, clock.now())
      const isUnsent = isLost || (posted.length > 0 && posted.every(wasNotSent))
      if (isUnsent) await database.transaction(tx => replaceUnsent(app, tx, notice))
      else await saveNoticeProof(database, notice.id, await findProof(app, notice, posted))
    }
    looked += notices.length
    if (notices.length < PROVEN_AT_ONCE) return looked
  }
}

/** No service took it while it was true: it is served on the next day that allows it, if the delay is still the same. */
async function replaceUnsent(app: App, tx: Transaction, notice: FormalNotice): Promise<void> {
  await requestNotice(app, tx, { ...notice, serving: notice.serving + 1 })
  await saveNoticeProof(tx, notice.id, { ...notice, lookAgainAt: null })
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
