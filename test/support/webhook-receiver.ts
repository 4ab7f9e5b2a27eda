import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface Received {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly receivedAtMs: number
}

export type Respond = (received: Received, response: ServerResponse) => unknown

/** A real HTTP server that records what it receives; answers 204 by default. */
export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly Received[]
  respond: Respond
  /** Resolves with the received requests once there are this many. */
  wait(count: number, deadlineMs?: number): Promise<readonly Received[]>
  stop(): Promise<void>
}

const WAIT_MS = 90_000

export async function startReceiver(
  respond: Respond = (_, response) => response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    response.on('error', () => {})
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const each = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      receivedAtMs: Date.now(),
    }
    received.push(each)
    receiver.respond(each, response)
  })
  // A failed test leaves it open, and must not keep the process alive.
  server.unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    respond,
    async wait(count, deadlineMs = WAIT_MS) {
      const deadline = Date.now() + deadlineMs
      while (received.length < count) {
        if (Date.now() > deadline) throw new Error(`${received.length} of ${count} deliveries came in time`)
        await delay(10)
      }
      return received
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
