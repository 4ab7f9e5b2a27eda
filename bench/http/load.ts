import { connect, type Socket } from 'node:net'

/*
 * A load generator with little overhead: ready-made request bytes on keep-alive sockets, answers counted by their
 * Content-Length and not parsed. On two cores, a generator that parsed 190 kB of JSON per answer would itself be what
 * is measured.
 */
export interface Load {
  readonly port: number
  readonly connections: number
  readonly durationMs: number
  /** Called for every request; should be cheap. Undefined when there is none left: the connection then ends early. */
  nextRequest(): Buffer | undefined
}

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly bytesPerAnswer: number
  readonly failures: number
  readonly answers: number
}

export async function applyLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = []
  let bytes = 0
  let failures = 0
  const startedAt = performance.now()
  const endsAt = startedAt + load.durationMs
  const record = (latencyMs: number, size: number, status: string): void => {
    latencies.push(latencyMs)
    bytes += size
    if (status !== '200') failures += 1
  }
  await Promise.all(Array.from({ length: load.connections }, () => driveConnection(load, endsAt, record)))
  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bytesPerAnswer: bytes / latencies.length,
    failures,
    answers: latencies.length,
  }
}

type NoteAnswer = (latencyMs: number, size: number, status: string) => void

function driveConnection(load: Load, endsAt: number, record: NoteAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(load.port, '127.0.0.1')
    socket.setNoDelay(true)
    let sentAt = 0
    let remaining = 0
    let size = 0
    let status = ''
    const end = (): void => {
      socket.end()
      resolve()
    }
    const send = (): void => {
      const request = load.nextRequest()
      sentAt = performance.now()
      if (request === undefined) end()
      else socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', chunk => {
      if (remaining === 0) {
        const head = chunk.toString('latin1', 0, Math.min(chunk.length, 4096))
        const headEnd = head.indexOf('\r\n\r\n') + 4
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
        if (headEnd < 4 || Number.isNaN(length))
          return reject(new Error(`unexpected answer: ${head.slice(0, 200)}`))
        status = head.slice(9, 12)
        size = headEnd + length
        remaining = size
      }
      remaining -= chunk.length
      if (remaining > 0) return
      const now = performance.now()
      record(now - sentAt, size, status)
      if (now < endsAt) send()
      else end()
    })
  })
}

export function writeRequest(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const json = JSON.stringify(body)
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${others.join('')}`
  return Buffer.from(`${head}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
}

/** A request without a body. */
export function writeRead(target: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/** Figures of a result under a name. */
export function describeLoad(name: string, r: LoadResult): Record<string, number> {
  return {
    [`${name} req/s`]: r.requestsPerSecond,
    [`${name} p50 ms`]: r.p50Ms,
    [`${name} p99 ms`]: r.p99Ms,
    [`${name} kB`]: r.bytesPerAnswer / 1000,
  }
}

/** The median round, which excludes rounds disturbed by other load. */
export function getMedian(rounds: readonly LoadResult[]): LoadResult {
  const sorted = rounds.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (median === undefined) throw new Error('nothing was measured')
  return median
}
