import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Attempted } from './attempt.ts'
import { insertOwnDelivery } from './delivery-store.ts'
import { type DisabledReason, disableEndpoint, type EndpointRow, noteFailing } from './endpoint-store.ts'
import { appendNotice } from './log.ts'
import { FAILING_MS } from './schedule.ts'

interface FollowContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/** Applies attempts to their endpoint: whether it is failing, since when, and whether it must be disabled. */
export async function followOutcomes(
  context: FollowContext,
  endpoint: EndpointRow,
  batch: readonly Attempted[],
): Promise<EndpointRow> {
  if (batch.some(({ isGone }) => isGone)) return disable(context, endpoint, 'gone')
  const { database, clock } = context
  const now = clock.now()
  if (batch.some(({ outcome }) => outcome.status === 'delivered')) {
    if (endpoint.failingSince === null) return endpoint
    await noteFailing(database, endpoint.id, undefined)
    return { ...endpoint, failingSince: null }
  }
  if (endpoint.failingSince === null) {
    await noteFailing(database, endpoint.id, now)
    return { ...endpoint, failingSince: now }
  }
  const isHopeless = now.getTime() - endpoint.failingSince.getTime() >= FAILING_MS
  return isHopeless ? disable(context, endpoint, 'failing') : endpoint
}

/** The owner sees it in the list of endpoints and in the log, and is notified at those that still work. */
async function disable(
  { database, clock, log }: FollowContext,
  endpoint: EndpointRow,
  reason: DisabledReason,
): Promise<EndpointRow> {
  const now = clock.now()
  const { id, retailerId, url } = endpoint
  const disabled = await database.transaction(async tx => {
    const row = await disableEndpoint(tx, id, { at: now, reason })
    if (row === undefined) return undefined
    const type = 'endpoint.disabled'
    const event = appendNotice(tx, { retailerId, type, notice: { endpointId: id, url, reason }, now })
    await insertOwnDelivery(tx, {
      retailerId,
      endpointId: undefined,
      eventId: event.id,
      type,
      body: event.body,
      now,
    })
    return row
  })
  if (disabled !== undefined) log.warn({ retailerId, code: reason }, 'webhook endpoint disabled')
  return { ...endpoint, status: 'disabled' }
}
