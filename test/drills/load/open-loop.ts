import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One request of the mix, ready to be written. */
export interface Shot {
  readonly bytes: Buffer
  /** What it asks for, to tell where a fault was. */
  readonly act?: string | undefined
  /** Called with the body of a 200 answer; absent where it is not needed. */
  readonly learn?: ((text: string) => void) | undefined
}

export interface Outcome {
  readonly act?: string | undefined
  /** When the request was due, in seconds from the start. */
  readonly atSeconds: number
  /** 0: no answer in time, or a broken connection. */
  readonly status: number
  /** From the moment it was sent; undefined for a request that gave up waiting for a connection. */
  readonly answeredMs: number | undefined
  /** From the moment it was due, not from the moment it could be sent: a late sender must not hide a late server. */
  readonly latencyMs: number
  readonly hasRetryAfter: boolean
}

export interface OpenLoop {
  readonly pools: readonly ConnectionPool[]
  readonly perSecond: number
  readonly durationMs: number
  next(): Shot
}

/** Connections to one port. */
export interface ConnectionPool {
  /** Reopens connections that the server has closed. */
  fill(): Promise<void>
  exchange(shot: Shot): Promise<Reply>
  close(): void
}

export interface PoolOptions {
  readonly connections: number
  readonly giveUpMs: number
}

const TICK_MS = 4

/** Sends each request when it is due, however many are unanswered, as real customers do. */
export async function runOpenLoop(loop: OpenLoop): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const startedAt = performance.now()
  let sent = 0
  const pending = new Set<Promise<void>>()
  const total = Math.floor((loop.perSecond * loop.durationMs) / 1000)

  function fire(number: number): void {
    const dueAt = startedAt + (number * 1000) / loop.perSecond
    const pool = loop.pools[number % loop.pools.length]
    if (pool === undefined) return
    const shot = loop.next()
    const done = pool.exchange(shot).then(reply => {
      outcomes.push({
        ...reply,
        act: shot.act,
        atSeconds: (dueAt - startedAt) / 1000,
        latencyMs: performance.now() - dueAt,
      })
      pending.delete(done)
    })
    pending.add(done)
  }

  while (sent < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) * loop.perSecond) / 1000))
    while (sent < due) fire(sent++)
    await new Promise(done => setTimeout(done, TICK_MS))
  }
  await Promise.all(pending)
  return outcomes
}

type Reply = Pick<Outcome, 'status' | 'answeredMs' | 'hasRetryAfter'>
type Head = Pick<Outcome, 'status' | 'hasRetryAfter'> & { readonly size: number }

const NEVER_SENT: Reply = { status: 0, answeredMs: undefined, hasRetryAfter: false }
const SWEEP_MS = 100

interface Waiting {
  readonly shot: Shot
  readonly givesUpAt: number
  /** The first try met a connection that the server had just closed as idle. */
  readonly isSecondTry?: boolean
  readonly resolve: (reply: Reply) => void
}

/** A connection and its current request. */
interface Line {
  readonly socket: Socket
  current: Exchange | undefined
}

interface Exchange {
  readonly asked: Waiting
  readonly sentAt: number
  head: Head | undefined
  missing: number
  chunks: Buffer[]
}

/**
 * As many connections as the backends of shops hold open; when all are in use, requests wait for one. A new connection
 * per request would measure how fast the machine accepts connections. It must cost little per request, because it
 * shares the cores with the server that it measures.
 */
export async function openPool(
  port: number,
  { connections, giveUpMs }: PoolOptions,
): Promise<ConnectionPool> {
  const lines = new Set<Line>()
  const idle: Line[] = []
  let waiting: Waiting[] = []
  let firstWaiting = 0
  let isClosed = false

  function serve(): void {
    while (firstWaiting < waiting.length) {
      const next = waiting[firstWaiting]
      if (next === undefined) return
      const isLate = performance.now() > next.givesUpAt
      const line = isLate ? undefined : takeLine(next)
      if (!isLate && line === undefined) return
      firstWaiting += 1
      if (line === undefined) next.resolve(NEVER_SENT)
      else send(line, next)
    }
    waiting = []
    firstWaiting = 0
  }

  /** A retry opens a new connection: the other idle ones were probably closed for their age too. */
  function takeLine({ isSecondTry }: Waiting): Line | undefined {
    if (isSecondTry) return openLine()
    return idle.pop() ?? (lines.size < connections ? openLine() : undefined)
  }

  function openLine(): Line {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const line: Line = { socket, current: undefined }
    lines.add(line)
    socket.on('error', () => {})
    socket.on('data', chunk => receive(line, chunk))
    socket.once('close', () => {
      lines.delete(line)
      const at = idle.indexOf(line)
      if (at >= 0) idle.splice(at, 1)
      if (!isClosed) lose(line)
    })
    return line
  }

  function send(line: Line, asked: Waiting): void {
    line.current = { asked, sentAt: performance.now(), head: undefined, missing: -1, chunks: [] }
    line.socket.write(asked.shot.bytes)
  }

  function receive(line: Line, chunk: Buffer): void {
    const { current } = line
    // The server sends 408 when it closes an idle connection: that is no answer to the next request.
    if (current === undefined) {
      line.socket.destroy()
      return
    }
    const head = current.head ?? readHead(chunk)
    if (head === undefined) {
      finish(line, current, 0)
      return
    }
    // The idle close crossed the first request on this connection: the server has not seen the request.
    if (head.status === 408) {
      line.socket.destroy()
      return
    }
    current.head = head
    if (current.missing < 0) current.missing = current.head.size
    current.missing -= chunk.length
    const { learn } = current.asked.shot
    if (learn !== undefined) current.chunks.push(chunk)
    if (current.missing > 0) return
    if (current.head.status === 200) learn?.(Buffer.concat(current.chunks).toString('latin1'))
    finish(line, current, current.head.status)
  }

  function finish(line: Line, { asked, sentAt, head }: Exchange, status: number): void {
    line.current = undefined
    if (status === 0) line.socket.destroy()
    else idle.push(line)
    const answeredMs = performance.now() - sentAt
    asked.resolve({ status, answeredMs, hasRetryAfter: head?.hasRetryAfter ?? false })
    serve()
  }

  /** Sent once more if no byte of an answer had come, as HTTP clients do. */
  function lose(line: Line): void {
    const { current } = line
    if (current === undefined) return
    if (current.head !== undefined || current.asked.isSecondTry) {
      finish(line, current, 0)
      return
    }
    line.current = undefined
    waiting.push({ ...current.asked, isSecondTry: true })
    serve()
  }

  const sweeping = setInterval(() => {
    const now = performance.now()
    for (const line of lines)
      if (line.current !== undefined && now > line.current.asked.givesUpAt) finish(line, line.current, 0)
    serve()
  }, SWEEP_MS).unref()

  /** One by one and before the load: under load, new connections wait until the server accepts them. */
  async function fill(): Promise<void> {
    while (lines.size < connections) {
      const line = openLine()
      await once(line.socket, 'connect')
      idle.push(line)
    }
  }

  await fill()
  return {
    fill,
    exchange: shot =>
      new Promise(resolve => {
        waiting.push({ shot, resolve, givesUpAt: performance.now() + giveUpMs })
        serve()
      }),
    close() {
      isClosed = true
      clearInterval(sweeping)
      for (const { socket } of lines) socket.destroy()
    },
  }
}

function readHead(chunk: Buffer): Head | undefined {
  const head = chunk.toString('latin1', 0, Math.min(chunk.length, 2_048))
  const end = head.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  if (end < 0 || Number.isNaN(length)) return undefined
  return {
    status: Number(head.slice(9, 12)),
    hasRetryAfter: /\r\nretry-after: /i.test(head),
    size: end + 4 + length,
  }
}
