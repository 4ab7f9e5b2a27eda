import type { Span, Tracing } from '../telemetry/tracing.ts'

/** How one call to an external service ended. */
interface CallFigure {
  readonly outcome: 'ok' | 'refused' | 'failed'
  readonly durationMs: number
}

/** Metrics that an adapter reports about its calls, without anything about the person concerned. */
export interface CallObserver {
  onCall(figure: CallFigure): void
  /** The breaker opened: calls fail at once. Or it closed again. */
  onBreaker(isOpen: boolean): void
  /** Of one try; undefined where calls are not traced. */
  startSpan(method: string): Span | undefined
}

/** The calls of one program, by service. */
export interface CallMetrics {
  observe(service: string): CallObserver
  /** Called for each call from now on. */
  follow(listener: (service: string, figure: CallFigure) => void): void
  /** Every observed service, and whether its breaker is open. */
  readonly breakers: ReadonlyMap<string, boolean>
}

export function createCallMetrics(tracing?: Tracing): CallMetrics {
  const breakers = new Map<string, boolean>()
  const listeners: ((service: string, figure: CallFigure) => void)[] = []
  return {
    observe(service) {
      breakers.set(service, false)
      return {
        onCall: figure => {
          for (const listener of listeners) listener(service, figure)
        },
        onBreaker: isOpen => void breakers.set(service, isOpen),
        startSpan: method =>
          tracing?.start({
            name: `${method} ${service}`,
            kind: 'client',
            attributes: { 'http.request.method': method, 'peer.service': service },
          }),
      }
    },
    follow: listener => void listeners.push(listener),
    breakers,
  }
}
