import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { DEMO_KEY } from '../../support/app.ts'
import { newOrdinaryPerson, preApproveBody } from '../../support/people.ts'
import type { AttemptRound, Delivery } from './checkers.ts'
import type { PersistentCaller } from './persistent-caller.ts'
import type { SeededRandom } from './seeded-random.ts'

const VARIANTS = 8
const PAUSE_MS = 1_000
const PULL_PAUSE_MS = 300
const PULLED_AT_ONCE = 100

/** Repeatedly sends parallel requests for one person with different data: the attempt limit must hold exactly. */
export async function countAttempts(
  caller: PersistentCaller,
  countJumps: () => number | undefined,
  isOver: () => boolean,
): Promise<AttemptRound[]> {
  const rounds: AttemptRound[] = []
  while (!isOver()) {
    const person = newOrdinaryPerson()
    const jumps = countJumps()
    const answers = await Promise.all(
      Array.from({ length: VARIANTS }, (_, at) =>
        caller.call(
          '/preApprove',
          preApproveBody(DEMO_KEY, { ...person, email: `v${at}.${person.email}` }, 500),
        ),
      ),
    )
    rounds.push({
      person: person.cpf,
      results: answers.map(({ body }) => String(body.refusalReason ?? body.result)),
      hasClockMoved: jumps === undefined || countJumps() !== jumps,
    })
    await delay(PAUSE_MS)
  }
  return rounds
}

/** Reads the log of events as a retailer's program does: always from the last event that it has seen. */
export async function pullEvents(
  ports: readonly number[],
  random: SeededRandom,
  isOver: () => boolean,
): Promise<string[]> {
  const pulled: string[] = []
  for (;;) {
    // Read before the page is requested: only a page read after the end can be the last.
    const mayEnd = isOver()
    const page = await readPage(random.pick(ports), pulled.at(-1))
    pulled.push(...(page ?? []))
    if (mayEnd && page?.length === 0) return pulled
    if (page === undefined || page.length === 0) await delay(PULL_PAUSE_MS)
  }
}

/** Undefined when no process answered. */
async function readPage(port: number, after: string | undefined): Promise<string[] | undefined> {
  const query = new URLSearchParams({
    limit: String(PULLED_AT_ONCE),
    ...(after === undefined ? {} : { after }),
  })
  try {
    const response = await fetch(`http://127.0.0.1:${port}/events?${query}`, {
      headers: { 'x-service-apikey': DEMO_KEY },
      signal: AbortSignal.timeout(10_000),
    })
    if (response.status !== 200) return undefined
    const { data } = (await response.json()) as { data: { eventId: string }[] }
    return data.map(({ eventId }) => eventId)
  } catch {
    return undefined
  }
}

export interface Receiver {
  readonly url: string
  readonly arrived: readonly string[]
  /** Every request, those that it failed too. */
  readonly deliveries: readonly Delivery[]
  close(): void
}

/** Receives deliveries and fails one in ten: a retried event must neither get lost nor overtake others. */
export async function openReceiver(
  random: SeededRandom,
  countJumps: () => number | undefined,
): Promise<Receiver> {
  const arrived: string[] = []
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const eventId = findEventId(body)
    // Cut off before its end: as if it had never come.
    if (eventId === undefined) return
    const isAccepted = !random.chance(0.1)
    deliveries.push({ eventId, isAccepted, jumps: countJumps() })
    if (!isAccepted) {
      response.writeHead(500).end()
      return
    }
    arrived.push(eventId)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived,
    deliveries,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function findEventId(body: string): string | undefined {
  try {
    return String((JSON.parse(body) as { eventId: string }).eventId)
  } catch {
    return undefined
  }
}
