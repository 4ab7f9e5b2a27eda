import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { DEMO_KEY } from '../support/app.ts'
import { newOrdinaryPerson, preApproveBody } from '../support/people.ts'
import { type MainProcess, startMain } from './main-process.ts'
import type { PersistentCaller } from './persistent-caller.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface StormField {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly apiPorts: readonly number[]
  readonly workerPorts: readonly number[]
  readonly administrator: ClientConfig
}

export type FaultName = 'api kills' | 'worker kills' | 'database kills' | 'cuts' | 'crowds' | 'clock jumps'

/** Faults per minute, on two cores; with more, nothing would be served in between. */
const PER_MINUTE: Readonly<Record<FaultName, number>> = {
  'api kills': 9,
  'worker kills': 3,
  'database kills': 1.5,
  cuts: 6,
  crowds: 3,
  'clock jumps': 1.5,
}
const SPARED_STARTS = 0.75
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
  }
  const defects: string[] = []
  const abort = new AbortController()
  const { signal } = abort
  let databaseKilledAt = Number.NEGATIVE_INFINITY
  let clockSteadyAt = Number.NEGATIVE_INFINITY
  const slots = [
    ...field.apiPorts.map(port => ({ port, role: 'api' })),
    ...field.workerPorts.map(port => ({ port, role: 'worker' })),
  ]
  const programs = new Map<number, MainProcess>()
  const expected = new Set<MainProcess>()
  const everStarted: MainProcess[] = []

  const start = ({ port, role }: (typeof slots)[number]): MainProcess => {
    // A small pool, which a crowd exhausts at once.
    const program = startMain(port, { ...field.env, ROLE: role, DATABASE_POOL_SIZE: '6' })
    programs.set(port, program)
    everStarted.push(program)
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
    if (!program.hasServed && random.chance(SPARED_STARTS)) return
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
  }

  async function blow(name: FaultName, chance: SeededRandom): Promise<void> {
    for (;;) {
      const meanMs = 60_000 / PER_MINUTE[name]
      await delay(-Math.log(1 - chance.draw()) * meanMs, undefined, { signal })
      counts[name] += 1
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
