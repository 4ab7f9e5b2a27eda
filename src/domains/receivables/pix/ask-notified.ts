import type { App } from '../../../app/app.ts'
import { computeNextQuestion } from '../../../kernel/backoff.ts'
import { getPixApi, isPassing, type PixOutcome } from '../../pix/index.ts'
import {
  listDueNotifications,
  type PixNotification,
  postponeNotification,
  settleNotification,
} from './notification-store.ts'
import { askPages } from './pix-context.ts'
import { openReceiver, type PixReceiver, takePix } from './take-pix.ts'

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
