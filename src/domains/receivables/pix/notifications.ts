import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '../../../app/app.ts'
import { computeNextQuestion } from '../../../kernel/backoff.ts'
import { runLanes } from '../../../kernel/run-lanes.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { listAccounts } from '../../lender/index.ts'
import { getPixApi, isPassing, type PixOutcome } from '../../pix/index.ts'
import {
  listDueNotifications,
  type PixNotification,
  postponeNotification,
  settleNotification,
  storeNotifications,
} from './notification-store.ts'
import { pollPix } from './poll-pix.ts'
import { findWebhookDigest, storeWebhookDigest } from './poll-store.ts'
import { openReceiver, type PixReceiver, takePix } from './take-pix.ts'

/** The ways by which a Pix that was paid becomes known: a webhook names it, somebody asks about it, or it is listed. */
export function createPixIntake(app: App) {
  const { database, secrets, clock } = app
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const right = digest(computeNotificationSecret(secrets))
  return {
    /** Whether a webhook was called at the address that the PSP was given. */
    isAddressed: (secret: string): boolean => timingSafeEqual(digest(secret), right),
    /** Stores the payments that a webhook named; a job asks the PSP about each. */
    note: (endToEndIds: readonly string[]): Promise<void> =>
      storeNotifications(database, endToEndIds, clock.now()),
    /** Asks the PSP about one at once. What it does not confirm is left to the other ways. */
    async ask(endToEndId: string): Promise<void> {
      const found = await getPixApi(app).findPix(endToEndId)
      if (found.outcome === 'done') await takePix(app, found.value)
    },
    /** Books what the PSP lists. Returns whether all of it was read. */
    poll: (): Promise<boolean> => pollPix(app),
  }
}

/** Part of the address that the PSP calls. It lets a caller make us ask the PSP, and nothing more. */
export const computeNotificationSecret = (secrets: Secrets): string =>
  secrets.computeMac('pix-notices', 'webhook').toString('base64url')

/** Tells the PSP where to call for each key, once, and again after the address has changed. */
export async function registerPixWebhooks(app: App): Promise<void> {
  const { database, secrets, clock, log, publicUrl } = app
  // No PSP calls plain http: polling finds the payments.
  if (!publicUrl.startsWith('https:') && !app.allowsLoopback) return
  const url = `${publicUrl}/pix/notices/${computeNotificationSecret(secrets)}`
  const urlDigest = createHash('sha256').update(url).digest()
  const { accounts } = await listAccounts(database, secrets)
  for (const pixKey of new Set(accounts.map(account => account.pixKey))) {
    if ((await findWebhookDigest(database, pixKey))?.equals(urlDigest)) continue
    const put = await getPixApi(app).putWebhook(pixKey, url)
    if (put.outcome === 'done') await storeWebhookDigest(database, { pixKey, urlDigest, now: clock.now() })
    else
      log.warn(
        { code: put.outcome === 'refused' ? put.code : put.text },
        'the PSP did not take the address for notifications; payments are found by polling',
      )
  }
}

const PAGE = 500
/** A PSP may call before its own reading side knows the payment. */
const TRIES_WHEN_NOT_FOUND = 4

/**
 * Asks the PSP about every payment that a webhook named. A body is a notification that anybody could have written: only what the
 * PSP answers is booked. Polling finds what this misses.
 */
export function askNotifiedPix(app: App): Promise<number> {
  const listDue = (limit: number) => listDueNotifications(app.database, app.clock.now(), limit)
  return askPages(PAGE, listDue, async () => {
    const receiver = await openReceiver(app)
    return notification => askOne(app, notification, receiver)
  })
}

/** False when the PSP could not be called. */
async function askOne(app: App, notification: PixNotification, receiver: PixReceiver): Promise<boolean> {
  const { database, clock, log } = app
  const found = await getPixApi(app).findPix(notification.endToEndId)
  if (found.outcome === 'done') {
    const taken = await takePix(app, found.value, receiver)
    const isRefused = taken === 'foreign' || taken === 'refused'
    await settleNotification(database, notification, isRefused ? 'refused' : 'done', isRefused ? taken : null)
    return true
  }
  const problem = describe(found)
  const isMissing = found.outcome === 'refused' && found.kind === 'NOT_FOUND'
  if (isPassing(found) || (isMissing && notification.attempts < TRIES_WHEN_NOT_FOUND)) {
    await postponeNotification(database, notification, {
      dueAt: computeNextQuestion(clock.now(), notification.attempts),
      problem,
    })
    return isMissing
  }
  log.warn(
    { endToEndId: notification.endToEndId, problem },
    'the PSP does not confirm a Pix that a webhook named',
  )
  await settleNotification(database, notification, 'refused', problem)
  return true
}

const describe = (found: Exclude<PixOutcome<unknown>, { outcome: 'done' }>): string =>
  found.outcome === 'unknown' ? found.text : `${found.code}: ${found.text}`

const PSP_LANES = 8

/**
 * Asks the PSP about everything that is due, page by page; `prepare` reads once what a page needs, and `ask` is false
 * when the PSP could not be asked. After some failures the PSP is not called until the next run. Returns how many were
 * asked about.
 */
export async function askPages<Item>(
  pageSize: number,
  listDue: (limit: number) => Promise<readonly Item[]>,
  prepare: (page: readonly Item[]) => Promise<(item: Item) => Promise<boolean>>,
): Promise<number> {
  let asked = 0
  let failures = 0
  for (;;) {
    const page = await listDue(pageSize)
    if (page.length === 0) return asked
    const ask = await prepare(page)
    const work = async (item: Item): Promise<void> => {
      if (await ask(item)) asked += 1
      else failures += 1
    }
    await runLanes(page, PSP_LANES, work, () => failures >= PSP_LANES)
    if (page.length < pageSize || failures > 0) return asked
  }
}
