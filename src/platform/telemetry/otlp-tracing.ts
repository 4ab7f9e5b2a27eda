import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { VERSION } from './log.ts'
import type { Span, SpanEnd, SpanStart, Tracing, TracingSettings } from './tracing.ts'

const EXPORT_MS = 5_000
const EXPORT_EVERY_MS = 1_000
/** While the collector is away, so many spans wait; later ones are dropped. */
const MOST_WAITING = 8_192
const CLOSE_MS = 2_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

/**
 * Spans of one program, sent by OTLP over HTTP. Nothing is registered globally: two programs in one process, as in
 * tests, are told apart, and no library traces on its own.
 */
export function openOtlpTracing(settings: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: chooseSampler(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
        maxQueueSize: MOST_WAITING,
      }),
    ],
  })
  const tracer = provider.getTracer('crediario', VERSION)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()

  function start({ name, kind, attributes }: SpanStart, parent: Context): Span {
    const span = tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, parent)
    const context = trace.setSpan(parent, span)
    return {
      traceId: span.spanContext().traceId,
      get headers() {
        const headers: Record<string, string> = {}
        propagator.inject(context, headers, { set: (carrier, header, value) => (carrier[header] = value) })
        return headers
      },
      run: work => current.run(context, work),
      end: result => finish(span, result),
    }
  }

  return {
    start(wanted, callerHeaders) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      return start(
        wanted,
        callerHeaders === undefined ? parent : propagator.extract(parent, callerHeaders, HEADER_READER),
      )
    },
    startChild(wanted) {
      const parent = current.getStore()
      return parent && start(wanted, parent)
    },
    readTraceId: () => {
      const context = current.getStore()
      return context && trace.getSpanContext(context)?.traceId
    },
    async close() {
      const timer = new AbortController()
      const late = new Promise<void>(done => {
        const timeout = setTimeout(done, CLOSE_MS)
        timer.signal.addEventListener('abort', () => clearTimeout(timeout))
      })
      // A collector that is away must not keep a program from ending.
      await Promise.race([provider.shutdown().catch(() => {}), late])
      timer.abort()
    },
  }
}

const HEADER_READER = {
  keys: (headers: Readonly<Record<string, unknown>>) => Object.keys(headers),
  get(headers: Readonly<Record<string, unknown>>, name: string): string | undefined {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  },
}

function finish(span: OtelSpan, { attributes, error }: SpanEnd = {}): void {
  if (attributes !== undefined) span.setAttributes({ ...attributes })
  if (error !== undefined) {
    span.setAttribute('error.type', error)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

function chooseSampler({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}
