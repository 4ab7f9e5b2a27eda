import type { App } from '../../app/app.ts'
import { newId } from '../../kernel/ids.ts'
import type { Remember } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'

interface EventReplay {
  readonly retailerId: string
  readonly endpointId: string
  readonly since: Date
  readonly until: Date
}

/** Job for the rest of a long replay. */
export const REPLAY_EVENTS = 'replay-events'

interface RestOfReplay extends Omit<EventReplay, 'since' | 'until'> {
  readonly since: string
  readonly until: string
  readonly after: string
}

/** Returns how many events will be sent again; the first of them are already queued. */
export async function replayEvents(
  { database, clock, webhooks }: App,
  replay: EventReplay,
  remember?: Remember<number>,
): Promise<number> {
  return database.transaction(async tx => {
    const { count, after } = await webhooks.replayRange(replay, undefined, tx)
    if (after !== undefined) {
      const payload = { ...replay, after }
      await enqueueJob(tx, { kind: REPLAY_EVENTS, key: newId(), runAt: clock.now(), payload })
    }
    await remember?.(tx, count)
    return count
  })
}

/** Replaying an event twice does no harm, so an interrupted run may start over. */
export async function finishReplay({ webhooks }: App, payload: unknown): Promise<void> {
  const { since, until, after: first, ...rest } = payload as RestOfReplay
  const replay = { ...rest, since: new Date(since), until: new Date(until) }
  for (let after: string | undefined = first; after !== undefined; )
    ({ after } = await webhooks.replayRange(replay, after))
}
