import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly Attribute[]
  readonly status?: { readonly code?: number }
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

export interface ReceivedSpan extends Omit<WireSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
}

/** What a collector is to us: an OTLP receiver over HTTP that keeps every span. */
export interface OtlpReceiver {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Every body as it came. */
  readonly bodies: readonly string[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** Resolves with the first span that fits. */
  find(what: string, fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>
  close(): Promise<void>
}

const WAIT_MS = 30_000

const readAttributes = (attributes: readonly Attribute[]): Record<string, string> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]),
  )

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
    bodies.push(body)
    headers.push(request.headers)
    for (const { resource, scopeSpans } of (JSON.parse(body) as TraceRequest).resourceSpans)
      for (const span of scopeSpans.flatMap(scope => scope.spans))
        spans.push({
          ...span,
          attributes: readAttributes(span.attributes),
          resource: readAttributes(resource.attributes),
        })
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    async find(what, fits) {
      const deadline = Date.now() + WAIT_MS
      for (;;) {
        const found = spans.find(fits)
        if (found !== undefined) return found
        if (Date.now() > deadline)
          throw new Error(
            `no span of ${what} came: ${[...new Set(spans.map(({ name }) => name))].join(', ')}`,
          )
        await delay(50)
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
