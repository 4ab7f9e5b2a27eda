import { applyLoad, getMedian, type LoadResult, writeRead, writeRequest } from './http/load.ts'
import { inventPeople, OPTIONS } from './http/people.ts'
import type { ServerProcess } from './http/server-process.ts'
import { openPurchaseStage } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const ROUND_MS = 1_500
const ENCODINGS = ['identity', 'gzip', 'br'] as const
type Encoding = (typeof ENCODINGS)[number]

interface Round extends LoadResult {
  readonly cpuMicroseconds: number
}
type Rounds = Readonly<Record<Encoding, Round[]>>
type WriteNext = (encoding: Encoding) => Buffer

/** What compressing costs the server for each answer, and what it saves on the wire. */
export async function benchCompression(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  try {
    const ours = await stage.startOurs()
    const people = inventPeople(Math.floor(Math.random() * 5e8))
    const bodies: object[] = []
    for (let count = 0; count < 500; count++)
      bodies.push({ apiKey: stage.key, ...(await people.next()).value, ...OPTIONS })
    let at = 0
    const options = await measureAll(ours, encoding =>
      writeRequest('/options', bodies[at++ % bodies.length], { 'Accept-Encoding': encoding }),
    )
    const page = await measureAll(ours, encoding => writeRead('/', { 'Accept-Encoding': encoding }))
    await ours.stop()
    return [...describe('/options', options), ...describe('the page /', page)]
  } finally {
    await stage.close()
  }
}

/** Rounds alternate between the encodings; processor time, so that other programs on the machine count little. */
async function measureAll(server: ServerProcess, next: WriteNext): Promise<Rounds> {
  const rounds: Rounds = { identity: [], gzip: [], br: [] }
  for (let round = 0; round <= ROUNDS; round++)
    for (const encoding of ENCODINGS) {
      const before = server.cpuMicroseconds
      const nextRequest = (): Buffer => next(encoding)
      const result = await applyLoad({
        port: server.port,
        connections: CONNECTIONS,
        durationMs: ROUND_MS,
        nextRequest,
      })
      if (result.failures > 0) throw new Error(`${server.name} refused ${result.failures} requests`)
      const cpuMicroseconds = (server.cpuMicroseconds - before) / result.answers
      // The first round is warm-up.
      if (round > 0) rounds[encoding].push({ ...result, cpuMicroseconds })
    }
  return rounds
}

function describe(name: string, rounds: Rounds): BenchResult[] {
  const median = (encoding: Encoding): { cpu: number; bytes: number } => {
    const cpu = rounds[encoding].map(round => round.cpuMicroseconds).toSorted((a, b) => a - b)
    return { cpu: cpu[cpu.length >> 1] ?? Number.NaN, bytes: getMedian(rounds[encoding]).bytesPerAnswer }
  }
  const plain = median('identity')
  return (['gzip', 'br'] as const).map(encoding => {
    const packed = median(encoding)
    return {
      claim: `${name} as ${encoding} against the same answer as it is, in processor time`,
      ratio: packed.cpu / plain.cpu,
      goal: 'at most half of the bytes; the cost is reported',
      ok: packed.bytes <= 0.5 * plain.bytes,
      figures: {
        'plain µs of CPU': plain.cpu,
        [`${encoding} µs of CPU`]: packed.cpu,
        'plain kB': plain.bytes / 1000,
        [`${encoding} kB`]: packed.bytes / 1000,
        'share of the bytes': packed.bytes / plain.bytes,
      },
    }
  })
}
