import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { WEBHOOK_EVENT_TYPES } from '../../../src/contract/webhooks.ts'
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { DEMO_KEY, DEMO_RETAILER } from '../../support/app.ts'
import { type PostgresProxy, startPostgresProxy } from '../../support/postgres-proxy.ts'
import {
  type HandedOut,
  listDeliveryFaults,
  listDisorder,
  listMiscounts,
  listPullFaults,
  listSharedIds,
  type StoredEvent,
} from './checkers.ts'
import { proveDurability } from './durability.ts'
import { listChangedAnswers, listLosses, verifyLedgerByCommand, waitForCancellations } from './final-state.ts'
import { findFreePort, startMain } from './main-process.ts'
import { createCaller, type PersistentCaller } from './persistent-caller.ts'
import { createRandom } from './seeded-random.ts'
import { type AcknowledgedOrder, shop } from './shopper.ts'
import { mountSmallDisk } from './small-disk.ts'
import { watchSnapshots } from './snapshot-watch.ts'
import { raiseStorm, type Storm } from './storm-faults.ts'
import { countAttempts, openReceiver, pullEvents, type Receiver } from './storm-witnesses.ts'

export interface StormPlan {
  readonly seconds: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface StormReport {
  readonly defects: readonly string[]
  readonly figures: Readonly<Record<string, number | string>>
}

const SHOPPERS = 6
const ATTEMPT_LIMIT = 5
/** Share of COMMITs whose answer never comes. */
const LOST_COMMITS = 0.004
const DELIVERED_WITHIN_MS = 180_000

/** Injects random faults under load for a while, then compares the recorded history with what is stored. */
export async function ride({ seconds, seed, log }: StormPlan): Promise<StormReport> {
  log(`seed ${seed}: ${seconds} seconds`)
  const random = createRandom(seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'crediario-storm-'))
  const disk = await mountSmallDisk(dataDir)
  if (disk === undefined)
    log('the disk is never full in this run: only root may mount one of its own, with 6 GB of memory')
  const [firstPort = 0, ...otherPorts] = await Promise.all(Array.from({ length: 4 }, findFreePort))
  const apiPorts = [firstPort, otherPorts[0] ?? 0]
  const env = {
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '1000000',
    // Links must not depend on which process answered.
    PUBLIC_URL: 'http://127.0.0.1:1',
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
  }
  let storm: Storm | undefined
  let isStormOver = false
  const receiver = await openReceiver(random.derive(1), () => (isStormOver ? undefined : storm?.countJumps()))
  const routes = await prepare(firstPort, env, receiver)
  // Holds the server open: the exit of the last program must not stop it while the checks read from it.
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const chances = random.derive(4)
  const proxy = await startPostgresProxy(
    embedded.connection,
    () => !isStormOver && chances.chance(LOST_COMMITS),
  )
  const defects: string[] = []
  const orders: AcknowledgedOrder[] = []
  const handedOut: HandedOut[] = []
  const watch = watchSnapshots(embedded.connection)
  const silence = createSilenceWatch()
  const makeCaller = (actor: number): PersistentCaller =>
    recording(createCaller(apiPorts, random.derive(actor)), handedOut, silence.note)
  const callers = Array.from({ length: SHOPPERS }, (_, index) => makeCaller(100 + index))
  const lastCaller = makeCaller(300)
  const field = {
    dataDir,
    disk,
    env: { ...env, ...reachThrough(proxy, embedded.connection) },
    apiPorts,
    workerPorts: otherPorts.slice(1),
    administrator: embedded.administrator,
  }
  const blowing = raiseStorm(field, random.derive(2), lastCaller)
  storm = blowing
  try {
    const endsAt = Date.now() + seconds * 1000
    const isOver = (): boolean => Date.now() > endsAt
    let isPullOver = false
    const pulling = routes.has('/events')
      ? pullEvents(apiPorts, random.derive(3), () => isPullOver)
      : undefined
    const counting = countAttempts(makeCaller(301), blowing.countJumps, isOver)
    const telling = setInterval(
      () =>
        log(
          `${orders.length} orders, ${JSON.stringify(blowing.counts)}, longest silence ${silence.longestMs()} ms`,
        ),
      30_000,
    )
    await Promise.all(
      callers.map((caller, index) =>
        shop(
          {
            caller,
            random: random.derive(200 + index),
            name: `shopper-${index}`,
            stock: [],
            orders,
            defects,
          },
          isOver,
        ),
      ),
    )
    const longestSilenceMs = silence.longestMs()
    const rounds = await counting
    clearInterval(telling)
    isStormOver = true
    await blowing.calm()
    log(`calm: ${orders.length} orders, ${rounds.length} rounds of attempts`)

    const client = await connect(embedded.connection)
    defects.push(...(await waitForCancellations(client)))
    if (routes.has('/webhooks/endpoints'))
      defects.push(...(await waitForDeliveries(client, lastCaller, receiver)))
    const stored = await readEvents(client)
    defects.push(...listDisorder(receiver.deliveries, stored, await readUnanswered(client)).slice(0, 20))
    isPullOver = true
    const pulled = await pulling
    if (pulled !== undefined)
      defects.push(...listPullFaults(pulled, await readOrPulled(client, stored, pulled)))
    await watch.stop()
    handedOut.push(
      ...orders.map(({ orderId, transactionId }) => ({
        kind: 'transaction',
        owner: orderId,
        id: transactionId,
      })),
    )
    defects.push(
      ...watch.violations,
      ...(await listLosses(client, orders)),
      ...(await listChangedAnswers(lastCaller, orders)),
      ...listSharedIds(handedOut),
      ...listMiscounts(rounds, ATTEMPT_LIMIT),
      ...blowing.defects,
    )
    const durability = await proveDurability(client, lastCaller, orders)
    defects.push(...durability.defects)
    await client.end()
    await blowing.stopPrograms()
    const all = [...callers, lastCaller]
    return {
      defects: defects.map(defect => explain(defect, blowing)),
      figures: {
        seconds,
        seed,
        ...blowing.counts,
        orders: orders.length,
        'requests cut': all.reduce((sum, { cutCount }) => sum + cutCount, 0),
        'requests put off': all.reduce((sum, { putOffCount }) => sum + putOffCount, 0),
        'longest silence ms': longestSilenceMs,
        snapshots: watch.snapshotCount,
        'ids compared': handedOut.length,
        'rounds of attempts': rounds.length,
        'of them while the clock ran evenly': rounds.filter(({ hasClockMoved }) => !hasClockMoved).length,
        'events pulled': pulled?.length ?? 'no such route',
        deliveries: receiver.arrived.length,
        'deliveries judged by order': receiver.deliveries.filter(({ jumps }) => jumps !== undefined).length,
        'lost commits': proxy.lostCommits,
        'acknowledged purchases': durability.acknowledged,
        'syncs of the log for them': durability.syncs,
        ledger: await verifyLedgerByCommand(env),
      },
    }
  } finally {
    await blowing.stopPrograms()
    receiver.close()
    await proxy.close()
    await embedded.stop()
    await disk?.unmount()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** An unexpected answer names the log line that explains it. */
function explain(defect: string, storm: Storm): string {
  const trackId = /"trackId":"(\w+)"/.exec(defect)?.[1]
  const line = trackId === undefined ? undefined : storm.findComplaint(trackId)
  return line === undefined ? defect : `${defect}\n  ${line}`
}

/** Creates the database before any fault, and subscribes to the events that the program sends. */
async function prepare(
  port: number,
  env: Readonly<Record<string, string>>,
  receiver: Receiver,
): Promise<ReadonlySet<string>> {
  const first = startMain(port, env)
  await first.ready
  const reference = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  const { paths } = (await reference.json()) as { paths: Record<string, unknown> }
  const routes = new Set(Object.keys(paths))
  if (routes.has('/webhooks/endpoints')) {
    const answer = await createCaller([port], createRandom(1)).call('/webhooks/endpoints', {
      apiKey: DEMO_KEY,
      url: receiver.url,
      events: WEBHOOK_EVENT_TYPES,
    })
    if (answer.status !== 200) throw new Error(`no endpoint: ${answer.text}`)
  }
  await first.end('SIGTERM')
  return routes
}

/** Records every id that is created for a single request. */
function recording(
  caller: PersistentCaller,
  handedOut: HandedOut[],
  noteAnswer: () => void,
): PersistentCaller {
  return {
    get cutCount() {
      return caller.cutCount
    },
    get putOffCount() {
      return caller.putOffCount
    },
    get answeredCount() {
      return caller.answeredCount
    },
    callOnce: caller.callOnce,
    async call(path, body, headers) {
      const answer = await caller.call(path, body, headers)
      noteAnswer()
      const owner = `answer ${handedOut.length}`
      for (const kind of ['trackId', 'checkoutId'])
        if (typeof answer.body[kind] === 'string') handedOut.push({ kind, owner, id: answer.body[kind] })
      return answer
    },
  }
}

/** The longest time without a final answer to any caller. */
function createSilenceWatch(): { note(): void; longestMs(): number } {
  let lastMs = performance.now()
  let longestMs = 0
  const look = (): void => {
    longestMs = Math.max(longestMs, performance.now() - lastMs)
  }
  return {
    note() {
      look()
      lastMs = performance.now()
    },
    longestMs() {
      look()
      return Math.round(longestMs)
    },
  }
}

async function connect(connection: ConstructorParameters<typeof Client>[0]): Promise<Client> {
  for (let tries = 0; ; tries++) {
    const client = new Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tries > 300) throw error
      await delay(200)
    }
  }
}

async function readEvents(client: Client): Promise<StoredEvent[]> {
  const { rows } = await client.query<StoredEvent>(
    `SELECT id, transaction_id AS "transactionId", sequence FROM events WHERE retailer_id = $1 ORDER BY id`,
    [DEMO_RETAILER],
  )
  return rows
}

/** Events whose delivery was sent at least once without getting an answer. */
async function readUnanswered(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT DISTINCT event_id AS id FROM webhook_attempts WHERE http_status IS NULL',
  )
  return new Set(rows.map(({ id }) => id))
}

/** Programs reach the database through the proxy, as if it were on another machine. */
function reachThrough({ port }: PostgresProxy, { user, password, database }: ClientConfig) {
  const login = `${user}:${encodeURIComponent(String(password))}`
  return {
    DATABASE_URL: `postgres://${login}@127.0.0.1:${port}/${database}`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
}

/** Events written while the last page was read need not be on it. */
async function readOrPulled(
  client: Client,
  before: readonly StoredEvent[],
  pulled: readonly string[],
): Promise<StoredEvent[]> {
  const known = new Set([...before.map(({ id }) => id), ...pulled])
  return (await readEvents(client)).filter(({ id }) => known.has(id))
}

/** Moves the clock, which makes retries due, until everything has arrived. */
async function waitForDeliveries(
  client: Client,
  caller: PersistentCaller,
  receiver: Receiver,
): Promise<string[]> {
  const deadline = Date.now() + DELIVERED_WITHIN_MS
  for (;;) {
    const stored = await readEvents(client)
    const arrived = new Set(receiver.arrived)
    if (stored.every(({ id }) => arrived.has(id)) || Date.now() > deadline)
      // Read after the arrivals: an event written meanwhile must not count as invented.
      return listDeliveryFaults([...arrived], await readOrPulled(client, stored, [...arrived])).slice(0, 20)
    await caller.call('/sandbox/clock', { apiKey: DEMO_KEY, advance: 'PT20M' })
    await delay(2_000)
  }
}
