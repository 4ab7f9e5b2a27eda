import type { App } from '../../../app/app.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { runLanes } from '../../../kernel/run-lanes.ts'
import { listAccounts } from '../../lender/index.ts'
import { getPixApi, type ReceivedPix } from '../../pix/index.ts'
import { listSameReports } from '../billets/store/bank-reports.ts'
import { advanceWatermark } from '../billets/store/watermarks.ts'
import { advancePoll, findCompleteUntil, type PollName } from './poll-store.ts'
import { openReceiver, takePix } from './take-pix.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Enough to fill two batches of payments that are booked together. */
const LANES = 64
/** A PSP that keeps announcing more pages must not hold the job for ever. */
const MOST_PAGES = 10_000

interface Poll {
  readonly name: PollName
  /** Listed again every time, whatever was complete before: a PSP may show a payment late. */
  readonly overlapMs: number
  /** The longest window of one request. */
  readonly windowMs: number
  readonly onlyRefunded?: boolean
}

const RECENT: Poll = { name: 'recent', overlapMs: DAY_MS, windowMs: DAY_MS }
const WEEK: Poll = { name: 'week', overlapMs: 7 * DAY_MS, windowMs: DAY_MS }
/** Money may be given back up to 90 days after a payment. */
const RETURNS: Poll = { name: 'returns', overlapMs: 90 * DAY_MS, windowMs: 30 * DAY_MS, onlyRefunded: true }

/**
 * Every few minutes: the last day, and everything since the last complete window. Returns whether all of it was read.
 */
export async function pollPix(app: App): Promise<boolean> {
  const now = app.clock.now()
  const completeUntil = await poll(app, RECENT)
  if (completeUntil !== undefined) await advancePixWatermark(app, completeUntil)
  return completeUntil !== undefined && completeUntil >= now
}

/** Once a day: the last week, and what was given back of the last 90 days. */
export async function pollPixWeek(app: App): Promise<void> {
  await poll(app, WEEK)
  await poll(app, RETURNS)
}

/** Returns until when everything is complete; undefined when nothing was. */
async function poll(app: App, { name, overlapMs, windowMs, onlyRefunded }: Poll) {
  const { database, clock } = app
  const now = clock.now().getTime()
  const known = (await findCompleteUntil(database, name))?.getTime() ?? now
  let completeUntil: Date | undefined
  for (let from = Math.min(known, now - overlapMs); from < now; from += windowMs) {
    const window = { from: new Date(from), to: new Date(Math.min(from + windowMs, now)) }
    if (!(await readWindow(app, { ...window, ...(onlyRefunded && { onlyRefunded }) }))) return completeUntil
    await advancePoll(database, name, window.to)
    completeUntil = window.to
  }
  return completeUntil
}

/** False unless every payment of the window was read and booked. */
async function readWindow(
  app: App,
  window: { readonly from: Date; readonly to: Date; readonly onlyRefunded?: boolean },
): Promise<boolean> {
  let isComplete = true
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await getPixApi(app).listPix({ ...window, page })
    if (listed.outcome !== 'done') {
      const code = listed.outcome === 'refused' ? listed.code : listed.text
      app.log.warn({ code }, 'payments could not be listed at the PSP; the next run lists them again')
      return false
    }
    const { pix, unreadable, pageCount } = listed.value
    if (unreadable > 0) app.log.error({ count: unreadable }, 'the PSP lists payments that cannot be read')
    if (unreadable > 0) isComplete = false
    if (!(await takeAll(app, pix))) isComplete = false
    if (page + 1 >= pageCount) return isComplete
  }
  return false
}

/** One query for the whole page finds what was booked before. */
async function takeAll(app: App, pix: readonly ReceivedPix[]): Promise<boolean> {
  const named = pix.map(({ endToEndId, amountCentavos }) => ({
    reference: `pix:${endToEndId}`,
    amountCentavos,
  }))
  const known = await listSameReports(app.database, named)
  const isNews = ({ endToEndId, refunds }: ReceivedPix): boolean =>
    refunds.length > 0 || !known.has(`pix:${endToEndId}`)
  const receiver = await openReceiver(app)
  let isComplete = true
  await runLanes(pix.filter(isNews), LANES, async each => {
    try {
      await takePix(app, each, receiver)
    } catch (error) {
      app.log.error({ err: error, reference: `pix:${each.endToEndId}` }, 'a listed Pix was not booked')
      isComplete = false
    }
  })
  return isComplete
}

/** The last day of which every Pix was booked, when everything before an instant was. */
const computePixWatermark = (completeUntil: Date): CalendarDate => addDays(calendarDateAt(completeUntil), -1)

/** After every complete window: nothing of those days can still arrive by polling. */
async function advancePixWatermark({ database, secrets, clock }: App, completeUntil: Date): Promise<void> {
  const readUntil = computePixWatermark(completeUntil)
  const { accounts } = await listAccounts(database, secrets)
  for (const { id: accountId } of accounts)
    await advanceWatermark(database, { accountId, rail: 'PIX', readUntil }, clock.now())
}
