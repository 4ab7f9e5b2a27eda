import type { ServerResponse } from 'node:http'
import { type Received, startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface UnreliableReceiver {
  readonly url: string
  /** Ids that it accepted. */
  readonly accepted: ReadonlySet<string>
  /** Every event in the order of its first arrival. */
  readonly firstArrivals: readonly Received[]
  /** Violations: other bytes under the same id. */
  readonly defects: readonly string[]
  readonly requestCount: number
  stop(): Promise<void>
}

/** An event has ten attempts; after ten refusals it would rightly be missing. */
const MOST_FAILURES = 8

/** Of 100 requests, fails 30, leaves 5 without an answer and breaks the connection of 5. */
export async function startUnreliableReceiver(random: SeededRandom): Promise<UnreliableReceiver> {
  const accepted = new Set<string>()
  const firstArrivals: Received[] = []
  const defects: string[] = []
  const bodies = new Map<string, string>()
  const failures = new Map<string, number>()

  function respond(received: Received, response: ServerResponse): void {
    const { id, body } = received
    const known = bodies.get(id)
    if (known === undefined) {
      bodies.set(id, body)
      firstArrivals.push(received)
    } else if (known !== body) defects.push(`${id} came with other bytes`)
    const failed = failures.get(id) ?? 0
    const draw = failed >= MOST_FAILURES ? 1 : random.draw()
    if (draw >= 0.4) {
      accepted.add(id)
      response.writeHead(204).end()
      return
    }
    failures.set(id, failed + 1)
    if (draw < 0.3) response.writeHead(500).end('failed')
    else if (draw < 0.35) response.socket?.resetAndDestroy()
  }

  const receiver: WebhookReceiver = await startReceiver(respond)
  return {
    url: receiver.url,
    accepted,
    firstArrivals,
    defects,
    get requestCount() {
      return receiver.received.length
    },
    stop: () => receiver.stop(),
  }
}
