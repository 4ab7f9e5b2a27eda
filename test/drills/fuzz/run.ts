import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { startChildService } from '../../support/child-service.ts'
import { fuzz } from './fuzz.ts'
import { listServedRoutes } from './served-routes.ts'

/** npm run prove -- fuzz [REQUESTS [SEED]] */
const [requests = '200000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
/** Some routes need a completed purchase. */
const ENOUGH_TO_SERVE_ALL = 50_000
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const dataDir = await mkdtemp(join(tmpdir(), 'crediario-fuzz-'))

try {
  print(`seed ${seed}: ${requests} requests`)
  const service = await startChildService({
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '1000000',
    UNKNOWN_KEY_LIMIT_PER_MINUTE: '1000000',
  })
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const routes = await listServedRoutes(embedded.connection)
  await embedded.stop()
  const { defects, ...figures } = await fuzz({
    port: service.port,
    requests: Number(requests),
    seed: Number(seed),
    longestMs: 2_000,
    routes,
    log: print,
  })
  // An unhandled rejection ends the program; a failed request is in its log.
  const complaints = service
    .printed()
    .split('\n')
    .filter(line => /"level":"(?:error|fatal)"/.test(line))
  const problems = [
    ...defects,
    ...(service.isGone ? ['the program ended'] : []),
    ...complaints.slice(0, 20).map(line => `logged: ${line}`),
    ...(figures.sent < ENOUGH_TO_SERVE_ALL ? [] : figures.neverServed).map(name => `never served: ${name}`),
  ]
  await service.end()
  print(JSON.stringify(figures, undefined, 2))
  for (const problem of problems) print(`DEFECT ${problem}`)
  print(`${problems.length} defects`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
