import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DATA_DIR, type Stage, setStage } from './endpoints.ts'
import { applyLoad, describeLoad, getMedian, type LoadResult, writeRequest } from './http/load.ts'
import { inventPeople, PRE_APPROVE } from './http/people.ts'
import { type ServerProcess, startServer } from './http/server-process.ts'
import type { BenchResult } from './result.ts'

/** A process's code is compiled for speed during its first requests, and of two processes each sees half of them. */
const WARM_UP_REQUESTS = 12_000
const LONGEST_WARM_UP_MS = 90_000
const ROUNDS = 5
const ROUND_MS = 3_000
const CONNECTIONS = 64
const PREPARED = 12_000
/** Two for the processes, one for PostgreSQL, one for the load. */
const CORES_NEEDED = 4
const GOAL = 1.7

/** /preApprove by one process, and by two that share the address, on one database. */
export async function benchProcesses(): Promise<BenchResult[]> {
  const stage = await setStage()
  const servers: ServerProcess[] = []
  try {
    for (const count of ['1', '2']) {
      const env = { DATA_DIR, ROLE: 'api', API_PROCESSES: count }
      servers.push(await startServer(count, join(import.meta.dirname, '..', 'src', 'main.ts'), env))
    }
    const rounds = new Map(servers.map(({ name }) => [name, [] as LoadResult[]]))
    for (const server of servers) await warmUp(server, stage, WARM_UP_REQUESTS * Number(server.name))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const server of servers) rounds.get(server.name)?.push(await measure(server, stage))
    return [toResult(getMedian(rounds.get('1') ?? []), getMedian(rounds.get('2') ?? []))]
  } finally {
    for (const server of servers) await server.stop()
    await stage.close()
  }
}

async function warmUp(server: ServerProcess, stage: Stage, requests: number): Promise<void> {
  const endsAt = performance.now() + LONGEST_WARM_UP_MS
  for (let answers = 0; answers < requests && performance.now() < endsAt; )
    answers += (await measure(server, stage)).answers
}

async function measure(server: ServerProcess, stage: Stage): Promise<LoadResult> {
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  const requests: Buffer[] = []
  while (requests.length < PREPARED)
    requests.push(
      writeRequest('/preApprove', { apiKey: stage.key, ...(await people.next()).value, ...PRE_APPROVE }),
    )
  let at = 0
  const result = await applyLoad({
    port: server.port,
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    nextRequest: () => requests[at++ % requests.length],
  })
  if (result.failures > 0) throw new Error(`${server.name} refused ${result.failures} requests`)
  return result
}

/** On fewer cores the load, PostgreSQL and both processes share them: the figure then says nothing, and is only told. */
function toResult(one: LoadResult, two: LoadResult): BenchResult {
  const cores = availableParallelism()
  const gain = two.requestsPerSecond / one.requestsPerSecond
  const isJudged = cores >= CORES_NEEDED
  return {
    claim: '/preApprove by two processes on one address against one',
    ratio: one.requestsPerSecond / two.requestsPerSecond,
    goal: isJudged
      ? `at least ${GOAL} times the rate of one`
      : `not judged: ${cores} cores for two processes, PostgreSQL and the load; ${CORES_NEEDED} are needed`,
    ok: !isJudged || gain >= GOAL,
    figures: { cores, 'times one': gain, ...describeLoad('one', one), ...describeLoad('two', two) },
  }
}
