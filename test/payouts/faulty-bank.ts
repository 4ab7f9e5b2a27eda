import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { CALL_MS } from './kill-worker.ts'

interface Taken {
  readonly amount: string
  state: 'ACCEPTED' | 'PAID' | 'FAILED'
}

export interface FaultyBank {
  readonly url: string
  readonly taken: ReadonlyMap<string, Taken>
  /** How many requests met a fault, by its name. */
  readonly faults: ReadonlyMap<string, number>
  /** How many requests there were. */
  countRequests(): number
  /** From now on a good bank. */
  heal(): void
  close(): Promise<void>
}

/** A bank that is slow, fails, and loses answers to what it has taken; some payees do not exist. */
export async function openFaultyBank(random: (below: number) => number): Promise<FaultyBank> {
  const taken = new Map<string, Taken>()
  const faults = new Map<string, number>()
  let isFaulty = true
  let requests = 0
  const count = (name: string): void => void faults.set(name, (faults.get(name) ?? 0) + 1)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/token') return reply(200, { access_token: 'token', expires_in: 3600 })
    requests += 1
    const key = (request.url ?? '').split('/').at(-1) ?? ''
    const body = await readBody(request)
    const luck = isFaulty ? random(100) : 100
    if (luck < 10) {
      count('down')
      return reply(503, { kind: 'UNAVAILABLE', code: 'DOWN' })
    }
    if (request.method === 'PUT' && !taken.has(key))
      taken.set(key, { amount: JSON.parse(body).amount, state: 'ACCEPTED' })
    const known = taken.get(key)
    if (known === undefined) return reply(404, { kind: 'NOT_FOUND', code: 'UNKNOWN_KEY' })
    // One in eight payees does not exist.
    if (request.method === 'GET' && known.state === 'ACCEPTED')
      known.state = Number.parseInt(key.slice(-3), 36) % 8 === 0 ? 'FAILED' : 'PAID'
    if (luck < 20) {
      count('failed after taking')
      return reply(500, {})
    }
    if (luck < 30) {
      count('cut after taking')
      response.destroy()
      return
    }
    if (luck < 40) {
      count('slow')
      await delay(random(2 * CALL_MS))
    }
    const failure = known.state === 'FAILED' && { failure: { kind: 'PAYEE_INVALID', code: 'AC03' } }
    reply(200, { key, providerId: `E${key}`, state: known.state, amount: known.amount, ...failure })
  }

  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    faults,
    countRequests: () => requests,
    heal: () => {
      isFaulty = false
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
