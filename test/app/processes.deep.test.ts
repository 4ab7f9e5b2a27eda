import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { answerWell, type BureauServer, startBureauServer } from '../quoting/bureau-server.ts'
import { DEMO_KEY } from '../support/app.ts'
import { type ChildService, startChildService } from '../support/child-service.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { newOrdinaryPerson, newPerson, preApproveBody } from '../support/people.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const WAIT_MS = 90_000
const SLOW_BUREAU_MS = 600
let db: TestDatabase
let service: ChildService
let bureau: BureauServer
let env: Record<string, string>

before(async () => {
  db = await openTestDatabase()
  bureau = await startBureauServer()
  env = {
    DATABASE_URL: writeDatabaseUrl(db.connection),
    API_PROCESSES: '2',
    LOG_LEVEL: 'info',
    BUREAU_URL: bureau.url,
    BUREAU_TOKEN: 'token',
  }
  service = await startChildService(env)
})
after(async () => {
  await service.end()
  await db.close()
  await bureau[Symbol.asyncDispose]()
})

interface Line {
  readonly msg: string
  readonly pid: number
  readonly component?: string
  readonly signal?: string
  readonly role?: string
}

const listLines = (): Line[] =>
  service
    .printed()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)

async function waitFor<Value>(what: string, find: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} not in time: ${service.printed().slice(-4_000)}`)
    await delay(100)
  }
}

/** On a connection of its own, so that processes take turns. */
async function ask(path: string, body?: unknown): Promise<Response> {
  return fetch(service.url + path, {
    headers: { connection: 'close', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
}

const readMetrics = async (): Promise<string> => (await ask('/metrics')).text()
const listReady = (role: string): number[] =>
  listLines().flatMap(line => (line.msg === 'ready' && line.role === role ? [line.pid] : []))
const awaitApiPids = (count: number): Promise<number[]> =>
  waitFor(`${count} processes`, async () => (listReady('api').length >= count ? listReady('api') : undefined))

test('two processes share one address, and a worker runs beside them', async () => {
  const pids = await awaitApiPids(2)
  assert.equal(new Set([service.pid, ...pids]).size, 3)
  for (let round = 0; round < 6; round += 1)
    assert.equal((await ask('/preApprove', preApproveBody(DEMO_KEY, newPerson(), 1000))).status, 200)
  const serving = new Set(listLines().flatMap(({ msg, pid }) => (msg === 'request' ? [pid] : [])))
  assert.deepEqual([...serving].toSorted(), pids.toSorted())
  await waitFor('the worker', async () => listReady('worker')[0])
  assert.equal(service.printed().match(/Buy without the shop/g)?.length, 1)
})

test('/metrics, whoever answers it, has every process once and its counters apart', async () => {
  const text = await waitFor('the metrics of all', async () => {
    const metrics = await readMetrics()
    return metrics.includes('process="worker-1"') ? metrics : undefined
  })
  const counted = [
    ...text.matchAll(/^crediario_decisions_total\{result="APPROVED",process="(.+)"\} (\d+)$/gm),
  ]
  assert.deepEqual(counted.map(([, name]) => name).toSorted(), ['api-1', 'api-2'])
  assert.equal(
    counted.reduce((sum, [, , count]) => sum + Number(count), 0),
    6,
  )
  assert.match(text, /^crediario_processes\{part="api",process="api-1"\} 2$/m)
  assert.match(text, /^crediario_processes\{part="worker",process="api-2"\} 1$/m)
  assert.match(text, /^process_start_time_seconds\{process="worker-1"\} \d/m)
  assert.equal(text.match(/^# TYPE http_request_duration_seconds histogram$/gm)?.length, 1)
  assert.match(text, /^http_request_duration_seconds_bucket\{le="\+Inf",.*process="api-1"\} \d+$/m)
})

test('a process that hangs makes /ready 503, whoever answers it, until it goes on', async () => {
  const [hung = 0] = await awaitApiPids(2)
  process.kill(hung, 'SIGSTOP')
  try {
    await waitFor('503', async () => {
      // Half of the connections go to the process that hangs; the other one tells.
      const answer = await ask('/ready').catch(() => undefined)
      if (answer?.status !== 503) return undefined
      assert.match(await answer.text(), /Process api-\d: no answer in time/)
      return true
    })
  } finally {
    process.kill(hung, 'SIGCONT')
  }
  await waitFor('200', async () => ((await ask('/ready').catch(() => undefined))?.ok ? true : undefined))
})

test('a process that dies is replaced, counted and named; the others serve meanwhile', async () => {
  const [killed = 0, other = 0] = await awaitApiPids(2)
  process.kill(killed, 'SIGKILL')
  await waitFor('its line in the log', async () =>
    listLines().find(
      ({ msg, signal }) => msg === 'process ended; another is started' && signal === 'SIGKILL',
    ),
  )
  for (let round = 0; round < 4; round += 1) assert.equal((await ask('/ready')).status, 200)
  assert.ok(readFileSync(`/proc/${other}/stat`, 'utf8'))
  await awaitApiPids(3)
  await waitFor('the count', async () =>
    /^crediario_process_restarts_total\{process="api-2"\} 1$/m.test(await readMetrics()) ? true : undefined,
  )
})

test('SIGTERM: what is in flight is answered, every process ends, and the exit code is 0', async () => {
  bureau.behaviour = (...call) => void setTimeout(() => answerWell(...call), SLOW_BUREAU_MS)
  bureau.received.splice(0)
  const answers = Array.from({ length: 4 }, () =>
    ask('/preApprove', preApproveBody(DEMO_KEY, newOrdinaryPerson(), 1000)),
  )
  await waitFor('the inquiries', async () => (bureau.received.length >= 4 ? true : undefined))
  const ending = service.end('SIGTERM')
  for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200)
  await ending
  assert.equal(service.exitCode, 0)
  for (const { pid } of listLines()) assert.throws(() => process.kill(pid, 0), `process ${pid} is left`)
  const stopped = new Set(listLines().flatMap(({ msg, pid }) => (msg === 'stopping' ? [pid] : [])))
  assert.equal(stopped.size, 4)
})

test('what the first process refuses ends the start with its sentence and code', () => {
  const start = (more: Record<string, string>) =>
    spawnSync(process.execPath, [join(ROOT, 'src', 'main.ts')], {
      env: { ...process.env, ...env, PORT: '0', ...more },
      encoding: 'utf8',
      timeout: WAIT_MS,
    })
  const unreachable = start({ DATABASE_URL: 'postgres://crediario@127.0.0.1:9/crediario' })
  assert.equal(unreachable.status, 1)
  assert.equal(unreachable.stderr.match(/^crediario: .+$/gm)?.length, 1, unreachable.stderr)
  const wrong = start({ API_PROCESSES: 'many' })
  assert.equal(wrong.stderr, 'crediario: API_PROCESSES must be a whole number from 1 to 64\n')
  assert.equal(wrong.status, 1)
})
