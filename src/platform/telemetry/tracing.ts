/** Names, codes and numbers only: never a person, a key, a URL or the parameter of a statement. */
type SpanAttributes = Readonly<Record<string, string | number | undefined>>

export interface SpanStart {
  /** Of few distinct values: a route's pattern, a statement's name, a service. */
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
}

export interface SpanEnd {
  readonly attributes?: SpanAttributes
  /** The class of what went wrong; absent when nothing did. */
  readonly error?: string | undefined
}

export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** Sent along, they let the receiver's spans be children of this one. */
  readonly headers: Readonly<Record<string, string>>
  /** Spans that are begun by the work, however late, are children of this one. */
  run<T>(work: () => T): T
  end(end?: SpanEnd): void
}

/**
 * Where spans go. Undefined wherever tracing is switched off, so that nobody pays for it. The implementation
 * (`otlp-tracing.ts`) is loaded only when it is switched on.
 */
export interface Tracing {
  /** A child of the caller's span, when its headers name one, or else of the current span. */
  start(start: SpanStart, callerHeaders?: Readonly<Record<string, unknown>>): Span
  /** Undefined outside of any span: what a process does by itself twice a second is not traced. */
  startChild(start: SpanStart): Span | undefined
  /** Of the current span. */
  readTraceId(): string | undefined
  /** Sends what is left, within a deadline. */
  close(): Promise<void>
}

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface TracingSettings {
  /** `/v1/traces` is appended. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: (typeof SAMPLERS)[number]
  /** From 0 to 1, for samplers by ratio. */
  readonly ratio: number
}
