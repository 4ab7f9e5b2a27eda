import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildService, startChildService } from '../../support/child-service.ts'
import { findRecovery, type PhaseFigures, summarize } from './figures.ts'
import type { Phase } from './generator.ts'
import type { Outcome } from './open-loop.ts'
import { fillDatabase, openCountingReceiver, subscribe } from './surroundings.ts'

export interface LoadPlan {
  /** Of every measured phase. */
  readonly phaseSeconds: number
  readonly seed: number
  /** Checkouts, decisions and people that the database holds before. */
  readonly rows: number
  readonly log: (line: string) => void
}

export interface LoadReport {
  readonly cores: number
  readonly peak: PhaseFigures
  readonly day: PhaseFigures
  readonly residentMegabytes: readonly number[]
  readonly overload: PhaseFigures
  readonly recoveredAfterSeconds: number | undefined
  readonly twoProcesses: { readonly goodPerSecond: number; readonly ratio: number }
  /** Webhooks that arrived while the load lasted. */
  readonly deliveries: number
  readonly problems: readonly string[]
}

const FIRST_RATE = 60
const STEP = 1.3
const STEP_SECONDS = 6
const MOST_STEPS = 16
/** The rate is raised as long as this share of it is served. */
const SERVED_SHARE = 0.95
const OVERLOAD = 5
const ROUNDS = 3
const KEPT_SHARE = 0.8
const RECOVERY_SECONDS = 30
const REFUSED_WITHIN_MS = 1_000
const TWO_PROCESSES_RATIO = 1.7
const CORES_FOR_TWO = 4
const SETTLE_MS = 5_000

export async function runLoad({ phaseSeconds, seed, rows, log }: LoadPlan): Promise<LoadReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crediario-load-'))
  const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_SECOND: '1000000' }
  const generator = fork(join(import.meta.dirname, 'generator.ts'), [String(seed)])
  const services = [await startChildService(env)]
  const receiver = await openCountingReceiver()
  try {
    await subscribe(services[0]?.url ?? '', receiver.url)
    if (rows > 0) await fillDatabase(dataDir, services[0]?.url ?? '', rows, log)
    const fire = createFire(generator, log)
    const durationMs = phaseSeconds * 1000
    const [first] = services.map(({ port }) => port)
    const ports = [first ?? 0]
    const memory = watchMemory(services[0])
    const peakRate = await findPeakRate(fire, ports, durationMs)
    const { peak, overload } = await alternatePeakAndOverload(fire, {
      ports,
      perSecond: peakRate,
      durationMs,
    })
    const dayRate = peak.goodPerSecond / 2
    const after = await fire('after the overload', {
      ports,
      perSecond: dayRate,
      durationMs: RECOVERY_SECONDS * 1000,
    })
    const recoveredAfterSeconds = findRecovery(after, RECOVERY_SECONDS)
    const day = summarize(
      await fire('a day at half of the peak', { ports, perSecond: dayRate, durationMs }),
      durationMs,
    )
    const residentMegabytes = memory.stop()

    services.push(await startChildService({ ...env, ROLE: 'api' }))
    await settle()
    const allPorts = services.map(({ port }) => port)
    const perSecond = await findPeakRate(fire, allPorts, durationMs)
    await settle()
    const both = summarize(await fire('peak', { ports: allPorts, perSecond, durationMs }), durationMs)
    const ratio = Math.round((both.goodPerSecond / peak.goodPerSecond) * 100) / 100
    const report = {
      cores: availableParallelism(),
      peak,
      day,
      residentMegabytes,
      overload,
      recoveredAfterSeconds,
      twoProcesses: { goodPerSecond: both.goodPerSecond, ratio },
      deliveries: receiver.count(),
    }
    const gone = services
      .filter(({ isGone }) => isGone)
      .map(service => `the program ended: ${service.printed()}`)
    return { ...report, problems: [...listProblems(report), ...gone] }
  } finally {
    generator.disconnect()
    receiver.close()
    for (const service of services.toReversed()) await service.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Fire = (name: string, phase: Phase) => Promise<Outcome[]>

function createFire(generator: ChildProcess, log: (line: string) => void): Fire {
  return async (name, phase) => {
    generator.send(phase)
    const [outcomes] = (await once(generator, 'message')) as [Outcome[]]
    log(`${name}: ${JSON.stringify(summarize(outcomes, phase.durationMs))}`)
    return outcomes
  }
}

/** Raises the rate until it is no longer served. The result comes from short steps: it may not be sustainable. */
async function findPeakRate(fire: Fire, ports: readonly number[], durationMs: number): Promise<number> {
  const stepMs = Math.min(durationMs, STEP_SECONDS * 1000)
  let best = FIRST_RATE
  let perSecond = FIRST_RATE
  let unserved = 0
  for (let step = 0; step < MOST_STEPS; step++, perSecond *= STEP) {
    const figures = summarize(
      await fire(`step of ${Math.round(perSecond)}/s`, { ports, perSecond, durationMs: stepMs }),
      stepMs,
    )
    best = Math.max(best, figures.goodPerSecond)
    unserved = figures.goodPerSecond < perSecond * SERVED_SHARE ? unserved + 1 : 0
    // One failed step may be noise of the machine; two in a row are the limit.
    if (unserved === 2) break
  }
  return best
}

/** Alternates peak and overload: the speed of a shared machine varies, and one round would compare noise. */
async function alternatePeakAndOverload(
  fire: Fire,
  peak: Phase,
): Promise<{ readonly peak: PhaseFigures; readonly overload: PhaseFigures }> {
  let atPeak: Outcome[] = []
  let inOverload: Outcome[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    await settle()
    atPeak = atPeak.concat(await fire('peak', peak))
    const { goodPerSecond } = summarize(atPeak, peak.durationMs * round)
    await settle()
    inOverload = inOverload.concat(await fire('overload', { ...peak, perSecond: goodPerSecond * OVERLOAD }))
  }
  const durationMs = peak.durationMs * ROUNDS
  return { peak: summarize(atPeak, durationMs), overload: summarize(inOverload, durationMs) }
}

const settle = (): Promise<void> => new Promise(done => setTimeout(done, SETTLE_MS))

function watchMemory(service: ChildService | undefined) {
  const samples: number[] = []
  const timer = setInterval(() => {
    if (service !== undefined && !service.isGone) samples.push(service.residentMegabytes)
  }, 5_000)
  return {
    stop(): number[] {
      clearInterval(timer)
      return samples
    },
  }
}

export function listProblems(report: Omit<LoadReport, 'problems'>): string[] {
  const { peak, day, overload, recoveredAfterSeconds, twoProcesses, cores, deliveries } = report
  const rules: readonly (readonly [isBroken: boolean, problem: string])[] = [
    [day.errors > 0, `${day.errors} errors on an ordinary day`],
    [day.refused > 0, `${day.refused} refusals on an ordinary day`],
    [
      overload.goodPerSecond < peak.goodPerSecond * KEPT_SHARE,
      `overload serves ${overload.goodPerSecond}/s of a peak of ${peak.goodPerSecond}/s`,
    ],
    [overload.errors > 0, `${overload.errors} errors in overload (${JSON.stringify(overload.errorsOf)})`],
    [overload.refused === 0, 'nothing was refused: there was no overload'],
    [overload.refusedP99Ms > REFUSED_WITHIN_MS, `refusals take ${overload.refusedP99Ms} ms`],
    [overload.refusedWithoutRetryAfter > 0, 'refusals without Retry-After'],
    [recoveredAfterSeconds === undefined, `not itself again ${RECOVERY_SECONDS} s after the overload`],
    [
      cores >= CORES_FOR_TWO && twoProcesses.ratio < TWO_PROCESSES_RATIO,
      `two processes give ${twoProcesses.ratio} times one`,
    ],
    [deliveries === 0, 'no webhook arrived'],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem)
}
