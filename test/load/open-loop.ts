import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One request of the mix, ready to be written. */
export interface Shot {
  readonly bytes: Buffer
  /** Told the text of an answer with status 200; absent where nobody wants it. */
  readonly learn?: ((text: string) => void) | undefined
}

export interface Outcome {
  /** When the request was due, in seconds from the start. */
  readonly atSeconds: number
  /** 0: no answer in time, or a broken connection. */
  readonly status: number
  /** From the moment when it was sent; undefined for one that waited for a connection until it gave up. */
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
  /** Opens what the server has closed meanwhile. */
  fill(): Promise<void>
  exchange(shot: Shot): Promise<Reply>
  close(): void
}

export interface PoolOptions {
  readonly connections: number
  readonly giveUpMs: number
}

const TICK_MS = 4

/** Requests come when they are due, however many are still unanswered, as they do from people. */
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

interface Waiting {
  readonly shot: Shot
  readonly givesUpAt: number
  /** The server had closed the connection that it was sent on first, as it may after a while without requests. */
  readonly isSecondTry?: boolean
  readonly resolve: (reply: Reply) => void
}

/**
 * As many connections as the backends of shops hold open; when all are in use, requests wait for one. A new connection for each
 * would measure how fast the machine accepts connections.
 */
export async function openPool(
  port: number,
  { connections, giveUpMs }: PoolOptions,
): Promise<ConnectionPool> {
  const idle: Socket[] = []
  const waiting: Waiting[] = []
  let open = 0
  let isClosed = false

  function serve(): void {
    for (;;) {
      const next = waiting[0]
      if (next === undefined) return
      if (performance.now() > next.givesUpAt) {
        waiting.shift()
        next.resolve(NEVER_SENT)
        continue
      }
      const socket = idle.pop() ?? (open < connections ? openSocket() : undefined)
      if (socket === undefined) return
      waiting.shift()
      exchange(socket, next)
    }
  }

  function openSocket(): Socket {
    open += 1
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => {})
    // A server closes a connection that asks for nothing, and says so: that is no answer to what is asked next.
    socket.on('data', () => {
      if (idle.includes(socket)) socket.destroy()
    })
    socket.once('close', () => {
      open -= 1
      remove(idle, socket)
      if (!isClosed) serve()
    })
    return socket
  }

  function exchange(socket: Socket, next: Waiting): void {
    const { shot, givesUpAt, resolve } = next
    const sentAt = performance.now()
    const chunks: Buffer[] = []
    let missing = -1
    let head: Head | undefined
    const letGo = (): void => {
      clearTimeout(timer)
      for (const event of ['data', 'error', 'close'] as const) socket.off(event, listeners[event])
    }
    const finish = (status: number): void => {
      letGo()
      if (status === 0) socket.destroy()
      else idle.push(socket)
      resolve({ status, answeredMs: performance.now() - sentAt, hasRetryAfter: head?.hasRetryAfter ?? false })
      serve()
    }
    const breakOff = (): void => finish(0)
    const lose = (): void => {
      if (head !== undefined || next.isSecondTry) {
        breakOff()
        return
      }
      letGo()
      socket.destroy()
      waiting.unshift({ ...next, isSecondTry: true })
      serve()
    }
    const listeners = {
      error: lose,
      close: lose,
      data(chunk: Buffer): void {
        head ??= readHead(chunk)
        if (head === undefined) {
          breakOff()
          return
        }
        if (missing < 0) missing = head.size
        missing -= chunk.length
        if (shot.learn !== undefined) chunks.push(chunk)
        if (missing > 0) return
        if (head.status === 200) shot.learn?.(Buffer.concat(chunks).toString('latin1'))
        finish(head.status)
      },
    }
    const timer = setTimeout(breakOff, givesUpAt - performance.now())
    for (const event of ['data', 'error', 'close'] as const) socket.on(event, listeners[event])
    socket.write(shot.bytes)
  }

  /** One by one, and not under load: a crowd of new connections waits until the server has a moment to accept them. */
  async function fill(): Promise<void> {
    while (open < connections) {
      const socket = openSocket()
      await once(socket, 'connect')
      idle.push(socket)
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
      for (const socket of idle.splice(0)) socket.destroy()
    },
  }
}

function remove(idle: Socket[], socket: Socket): void {
  const at = idle.indexOf(socket)
  if (at >= 0) idle.splice(at, 1)
}

function readHead(chunk: Buffer): Head | undefined {
  const head = chunk.toString('latin1', 0, Math.min(chunk.length, 4_096))
  const end = head.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  if (end < 0 || Number.isNaN(length)) return undefined
  return {
    status: Number(head.slice(9, 12)),
    hasRetryAfter: /\r\nretry-after: /i.test(head),
    size: end + 4 + length,
  }
}
