import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behaviour = (response: ServerResponse, request: IncomingMessage, body: string) => void

/** A local bureau that behaves as the test says and records the requests. */
export interface BureauServer extends AsyncDisposable {
  readonly url: string
  readonly received: { readonly headers: IncomingMessage['headers']; readonly body: string }[]
  behaviour: Behaviour
}

export const goodReport = {
  score: 720,
  birthDate: '1990-05-17',
  suggestedLimit: 2500.5,
  reference: 'inquiry-1',
}

export const answerWell: Behaviour = response => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(goodReport))
}

export const answerStatus =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  response => {
    response.writeHead(status, headers).end('{"error":true}')
  }

/** The given behaviours in sequence; the last one repeats. */
export function inSequence(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  const waiting = [...behaviours]
  return (...call) => {
    const next = waiting.length > 1 ? waiting.shift() : waiting[0]
    next?.(...call)
  }
}

export async function startBureauServer(behaviour: Behaviour = answerWell): Promise<BureauServer> {
  const server = createServer(async (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    try {
      for await (const chunk of request) body += chunk
    } catch {
      return
    }
    bureau.received.push({ headers: request.headers, body })
    bureau.behaviour(response, request, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bureau: BureauServer = {
    url: `http://127.0.0.1:${port}/reports`,
    received: [],
    behaviour,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return bureau
}
