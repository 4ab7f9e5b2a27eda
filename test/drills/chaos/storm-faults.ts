import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { findPostmaster } from '../../../src/platform/embedded-postgres/postmaster.ts'
import { DEMO_KEY } from '../../support/app.ts'
import { newOrdinaryPerson, preApproveBody } from '../../support/people.ts'
import { type MainProcess, startMain } from './main-process.ts'
import type { PersistentCaller } from './persistent-caller.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SmallDisk } from './small-disk.ts'

export interface StormField {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly apiPorts: readonly number[]
  readonly workerPorts: readonly number[]
  readonly administrator: ClientConfig
  /** Undefined where this user may not mount one. */
  readonly disk: SmallDisk | undefined
}

export type FaultName =
  | 'api kills'
  | 'worker kills'
  | 'database kills'
  | 'cuts'
  | 'crowds'
  | 'clock jumps'
  | 'freezes'
  | 'skewed clocks'
  | 'full disks'

/** Faults per minute, on two cores; with more, nothing would be served in between. */
const PER_MINUTE: Readonly<Record<FaultName, number>> = {
  'api kills': 9,
  'worker kills': 3,
  'database kills': 1.5,
  cuts: 6,
  crowds: 3,
  'clock jumps': 1.5,
  freezes: 2,
  'skewed clocks': 1.5,
  'full disks': 0.7,
}
/** Longer than any lease: the webhooks' is 15 s. */
const FROZEN_MS = 17_000
const SKEW_MS = 5 * 86_400_000
const SKEWED_MS = 6_000
const FULL_MS = 4_000
const SKEWED_CLOCK = join(import.meta.dirname, '..', '..', 'support', 'skewed-clock.ts')
const SPARED_STARTS = 0.75
const USUAL_START_MS = 4_000
const MOST_SLOWNESS = 4
const CROWD = 120
const LONGEST_JUMP_MINUTES = 180
/** Programs read the clock twice a second, when they reach the database. */
const JUMP_SPREADS_MS = 5_000
/** A start may fail while the database is down; it is repeated. */
const FORGIVEN_MS = 90_000

export interface Storm {
  readonly counts: Readonly<Record<FaultName, number>>
  readonly defects: readonly string[]
  /** Clock moves begun so far; undefined while one is under way or may not have reached every program. */
  countJumps(): number | undefined
  /** Log lines of any program, ended or running, that contain this text. */
  findComplaint(text: string): string | undefined
  /** No more faults, and every program serves again. */
  calm(): Promise<void>
  stopPrograms(): Promise<void>
}

export function raiseStorm(field: StormField, random: SeededRandom, caller: PersistentCaller): Storm {
  const counts: Record<FaultName, number> = {
    'api kills': 0,
    'worker kills': 0,
    'database kills': 0,
    cuts: 0,
    crowds: 0,
    'clock jumps': 0,
    freezes: 0,
    'skewed clocks': 0,
    'full disks': 0,
  }
  const defects: string[] = []
  const abort = new AbortController()
  const { signal } = abort
  let startMs = 0
  let databaseKilledAt = Number.NEGATIVE_INFINITY
  let clockSteadyAt = Number.NEGATIVE_INFINITY
  const slots = [
    ...field.apiPorts.map(port => ({ port, role: 'api' })),
    ...field.workerPorts.map(port => ({ port, role: 'worker' })),
  ]
  const programs = new Map<number, MainProcess>()
  const expected = new Set<MainProcess>()
  /** Environment of a port's next program. */
  const skewed = new Map<number, Readonly<Record<string, string>>>()
  const everStarted: MainProcess[] = []

  const start = ({ port, role }: (typeof slots)[number]): MainProcess => {
    // A small pool, which a crowd exhausts at once.
    const skew = skewed.get(port) ?? {}
    skewed.delete(port)
    const program = startMain(port, { ...field.env, ROLE: role, DATABASE_POOL_SIZE: '6', ...skew })
    programs.set(port, program)
    everStarted.push(program)
    const startedAt = performance.now()
    void program.ready.then(
      () => {
        startMs = performance.now() - startedAt
      },
      () => {},
    )
    return program
  }

  async function keepAlive(slot: (typeof slots)[number]): Promise<void> {
    while (!signal.aborted || programs.get(slot.port)?.isGone !== false) {
      const program = programs.get(slot.port)
      if (program === undefined || program.isGone) {
        if (program !== undefined && !expected.has(program) && Date.now() - databaseKilledAt > FORGIVEN_MS)
          defects.push(`the ${slot.role} ended by itself: ${program.recentOutput}`)
        start(slot)
      }
      await delay(100)
    }
  }

  async function kill(ports: readonly number[]): Promise<void> {
    const program = programs.get(random.pick(ports))
    if (program === undefined || program.isGone) return
    // On a slow machine kills would come faster than starts, and nothing would be served.
    const isLast = !ports.some(port => port !== program.port && programs.get(port)?.hasServed)
    if ((!program.hasServed || isLast) && random.chance(SPARED_STARTS)) return
    expected.add(program)
    await program.end('SIGKILL')
  }

  const faults: Readonly<Record<FaultName, () => Promise<unknown>>> = {
    'api kills': () => kill(field.apiPorts),
    'worker kills': () => kill(field.workerPorts),
    async 'database kills'() {
      const server = findPostmaster(join(field.dataDir, 'postgres'))
      if (server === undefined) return
      databaseKilledAt = Date.now()
      process.kill(server.pid, 'SIGKILL')
    },
    cuts: () => cutConnections(field.administrator),
    crowds: () =>
      Promise.all(
        Array.from({ length: CROWD }, () =>
          caller.call('/preApprove', preApproveBody(DEMO_KEY, newOrdinaryPerson(), 700)),
        ),
      ),
    async 'clock jumps'() {
      const minutes = 1 + random.below(LONGEST_JUMP_MINUTES)
      clockSteadyAt = Number.POSITIVE_INFINITY
      await caller.callOnce('/sandbox/clock', { apiKey: DEMO_KEY, advance: `PT${minutes}M` })
      clockSteadyAt = Date.now() + JUMP_SPREADS_MS
    },
    /** A worker, as on a machine that swaps, or a virtual one that is moved: what it held is taken by others meanwhile. */
    async freezes() {
      const port = random.pick(field.workerPorts)
      const program = programs.get(port)
      if (program?.hasServed !== true) return
      program.signal('SIGSTOP')
      await delay(FROZEN_MS)
      program.signal('SIGCONT')
    },
    /** The next program of a worker starts on a machine whose clock is wrong, and is fixed while it runs. */
    async 'skewed clocks'() {
      const port = random.pick(field.workerPorts)
      const former = programs.get(port)
      if (former === undefined || former.isGone) return
      const skewMs = random.chance(0.5) ? SKEW_MS : -SKEW_MS
      skewed.set(port, { CLOCK_SKEW_MS: String(skewMs), NODE_OPTIONS: `--import=${SKEWED_CLOCK}` })
      expected.add(former)
      await former.end('SIGKILL')
      const next = await findNext(port, former)
      await next?.ready
      await delay(SKEWED_MS)
      next?.signal('SIGUSR2')
    },
    async 'full disks'() {
      if (field.disk === undefined) return
      databaseKilledAt = Date.now()
      await field.disk.fill()
      await delay(FULL_MS)
      await field.disk.empty()
      databaseKilledAt = Date.now()
    },
  }

  async function findNext(port: number, former: MainProcess): Promise<MainProcess | undefined> {
    const deadline = Date.now() + FORGIVEN_MS
    while (programs.get(port) === former && Date.now() < deadline) await delay(50)
    return programs.get(port)
  }

  async function blow(name: FaultName, chance: SeededRandom): Promise<void> {
    while (!everStarted.some(({ hasServed }) => hasServed)) await delay(100, undefined, { signal })
    for (;;) {
      // Where starts are slow, faults come less often: otherwise nothing would be served in between.
      const slowness = Math.min(MOST_SLOWNESS, Math.max(1, startMs / USUAL_START_MS))
      const meanMs = (60_000 / PER_MINUTE[name]) * slowness
      await delay(-Math.log(1 - chance.draw()) * meanMs, undefined, { signal })
      if (name !== 'full disks' || field.disk !== undefined) counts[name] += 1
      // An error of the fault injection itself is no defect of the program.
      await faults[name]().catch(() => {})
    }
  }

  const living = slots.map(keepAlive)
  const blowing = (Object.keys(PER_MINUTE) as FaultName[]).map((name, index) =>
    blow(name, random.derive(index)).catch(() => {}),
  )
  return {
    counts,
    defects,
    countJumps: () => (Date.now() > clockSteadyAt ? counts['clock jumps'] : undefined),
    findComplaint: text =>
      everStarted.flatMap(({ recentOutput }) => recentOutput.split('\n')).find(line => line.includes(text)),
    async calm() {
      abort.abort()
      await Promise.all([...blowing, ...living])
      await Promise.all([...programs.values()].map(({ ready }) => ready))
    },
    async stopPrograms() {
      await Promise.all([...programs.values()].map(program => program.end('SIGTERM')))
    },
  }
}

/** Like a failing network or an impatient operator: half of the connections are cut at once. */
async function cutConnections(administrator: ClientConfig): Promise<void> {
  const client = new Client({ ...administrator, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'crediario%' AND pid % 2 = 0`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
