import { parseArgs } from 'node:util'
import { restoreThenSell } from '../chaos/restore-then-sell.ts'
import type { Driver } from './cluster.ts'
import { drill } from './drill.ts'
import { FAULTS, primaryPaused } from './faults.ts'
import { startWithPgBackRest } from './pgbackrest.ts'
import { tryRunbooks } from './runbook-drill.ts'

/**
 * npm run prove -- ha [FAULT…] [--driver etcd3] [--seed N]: all faults, the commands of the
 * runbooks, and a point-in-time recovery, or those named
 *
 * npm run prove -- ha --mutation [--seed N]: the drill's own test. Patroni 3.0.2 loses writes with its etcd3 driver when
 * a primary is paused, and the drill must notice; it succeeds only if it finds losses.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    driver: { type: 'string', default: 'etcd' },
    mutation: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
const { driver, mutation } = values
const seed = Number(values.seed)
if (driver !== 'etcd' && driver !== 'etcd3') throw new Error('--driver is etcd or etcd3')
const plannedDriver: Driver = driver
const RECOVERY = 'point-in-time'
const RUNBOOKS = 'runbooks'
const SECONDS = 10
const MUTATION_ROUNDS = 2
const names = [...FAULTS.map(({ name }) => name), RUNBOOKS, RECOVERY]
const unknown = positionals.filter(name => !names.includes(name))
if (unknown.length > 0) throw new Error(`no fault is called ${unknown.join(', ')}: ${names.join(', ')}`)
const isWanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name)
const log = (line: string): void => void process.stdout.write(`${line}\n`)

async function runFaults(): Promise<number> {
  const faults = FAULTS.filter(({ name }) => isWanted(name))
  const reports = []
  if (faults.length > 0) reports.push(await drill({ driver: plannedDriver, seed, faults, log }))
  if (isWanted(RUNBOOKS)) reports.push(await tryRunbooks(log))
  if (isWanted(RECOVERY)) {
    const startServer = startWithPgBackRest
    reports.push(await restoreThenSell({ startServer, rounds: 1, seconds: SECONDS, seed, log }))
  }
  const defects = reports.flatMap(report => report.defects)
  for (const { defects: _, ...figures } of reports) log(JSON.stringify(figures, undefined, 2))
  for (const defect of defects) log(`DEFECT ${defect}`)
  log(`${defects.length} defects`)
  return defects.length
}

async function runMutation(): Promise<boolean> {
  const faults = Array<typeof primaryPaused>(MUTATION_ROUNDS).fill(primaryPaused)
  const { losses, defects, ...figures } = await drill({ driver: 'etcd3', seed, faults, log })
  log(JSON.stringify(figures, undefined, 2))
  for (const loss of losses) log(`FOUND ${loss}`)
  log(
    losses.length > 0
      ? `the drill notices lost writes: ${losses.length} of ${defects.length} defects`
      : 'the drill noticed no lost write, so it proves nothing',
  )
  return losses.length > 0
}

const isAsWanted = mutation ? await runMutation() : (await runFaults()) === 0
process.exitCode = isAsWanted ? 0 : 1
