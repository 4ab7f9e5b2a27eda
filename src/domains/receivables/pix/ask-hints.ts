import type { App } from '../../../app/app.ts'
import { computeNextQuestion } from '../../../kernel/backoff.ts'
import { listDueHints, type PixHint, postponeHint, settleHint } from './hint-store.ts'
import { getPixApi, isPassing, type PixOutcome } from './pix-api.ts'
import { askPages } from './pix-context.ts'
import { openReceiver, type PixReceiver, takePix } from './take-pix.ts'

const PAGE = 500
/** A PSP may call before its own reading side knows the payment. */
const TRIES_WHEN_NOT_FOUND = 4

/**
 * Asks the PSP about every payment that a webhook named. A body is a hint that anybody could have written: only what the
 * PSP answers is booked. What this misses, polling finds.
 */
export function askHints(app: App): Promise<number> {
  const listDue = (limit: number) => listDueHints(app.database, app.clock.now(), limit)
  return askPages(PAGE, listDue, async () => {
    const receiver = await openReceiver(app)
    return hint => askOne(app, hint, receiver)
  })
}

/** False when the PSP could not be asked. */
async function askOne(app: App, hint: PixHint, receiver: PixReceiver): Promise<boolean> {
  const { database, clock, log } = app
  const found = await getPixApi(app).findPix(hint.endToEndId)
  if (found.outcome === 'done') {
    const taken = await takePix(app, found.value, receiver)
    const isRefused = taken === 'foreign' || taken === 'refused'
    await settleHint(database, hint, isRefused ? 'refused' : 'done', isRefused ? taken : null)
    return true
  }
  const problem = describe(found)
  const isMissing = found.outcome === 'refused' && found.kind === 'NOT_FOUND'
  if (isPassing(found) || (isMissing && hint.attempts < TRIES_WHEN_NOT_FOUND)) {
    await postponeHint(database, hint, { dueAt: computeNextQuestion(clock.now(), hint.attempts), problem })
    return isMissing
  }
  log.warn({ endToEndId: hint.endToEndId, problem }, 'the PSP does not confirm a Pix that a webhook named')
  await settleHint(database, hint, 'refused', problem)
  return true
}

const describe = (found: Exclude<PixOutcome<unknown>, { outcome: 'done' }>): string =>
  found.outcome === 'unknown' ? found.text : `${found.code}: ${found.text}`
