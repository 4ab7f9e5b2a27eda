import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubGateway {
  readonly url: string
  /** The code of the newest message. */
  readCode(): Promise<string>
  close(): void
}

const CODE_MS = 60_000

/** A lender's gateway over HTTP: a bureau that approves, an analysis that passes, a phone that receives codes. */
export async function startStubGateway(token: string): Promise<StubGateway> {
  const texts: string[] = []
  const answers: Readonly<Record<string, (body: { text?: string }) => object>> = {
    '/bureau': () => ({
      score: 700,
      birthDate: '1990-05-17',
      reference: 'inquiry-1',
      person: { name: 'Maria José da Conceição' },
      cpfStatus: 'REGULAR',
      pep: 'NO',
      fraudAlerts: [],
      suggestedLimit: 5000,
    }),
    '/analysis': () => ({
      status: 'DONE',
      result: 'passed',
      reference: 'case-1',
      person: { name: 'MARIA JOSE DA CONCEICAO' },
      checks: { liveness: 'pass', faceMatch: 'pass', documentAuthentic: 'pass', nameMatch: 'pass' },
    }),
    '/messages': ({ text = '' }) => {
      texts.push(text)
      return { id: `message-${texts.length}` }
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = answers[request.url ?? '']
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end()
    if (answer === undefined || request.method !== 'POST') return response.writeHead(404).end()
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { text?: string }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let used = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async readCode() {
      const deadline = Date.now() + CODE_MS
      for (;;) {
        const at = texts.findIndex((text, index) => index >= used && /\b\d{6}\b/.test(text))
        if (at >= 0) {
          used = at + 1
          return /\b\d{6}\b/.exec(texts[at] ?? '')?.[0] ?? ''
        }
        if (Date.now() > deadline) throw new Error(`no code was sent: ${texts.join(' | ')}`)
        await new Promise(done => setTimeout(done, 50))
      }
    },
    close: () => server.close(),
  }
}
