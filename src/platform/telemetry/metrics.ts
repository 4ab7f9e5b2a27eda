import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

interface RequestMeasure {
  readonly method: string
  /** The pattern of the route, never the URL: a URL holds ids and perhaps a key. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

export interface Metrics {
  readonly contentType: string
  observeRequest(measure: RequestMeasure): void
  /** `read` is called at every scrape. */
  addGauge(name: string, help: string, read: () => number | Promise<number>): void
  /** A gauge for each value of one label. */
  addGauges(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  /** A counter that is kept elsewhere; `read` is called at every scrape. */
  addTotal(name: string, help: string, read: () => number): void
  /** The same with one label, which must have few distinct values. */
  addTotals(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void
  /** A counter with one label, which must have few distinct values. */
  addCounter(name: string, help: string, label: string): (value: string) => void
  /** Durations by two labels, each of few distinct values. */
  addDurations<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): (labels: Readonly<Record<Label, string>>, seconds: number) => void
  present(): Promise<string>
  /** The same as objects, for processes that are presented together. */
  list(): Promise<MetricObjectWithValues<MetricValue<string>>[]>
}

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Uses its own registry, so that two servers in one process (as in tests) are not added up. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    observeRequest({ method, route, status, durationMs }) {
      requests.observe({ method, route, status }, durationMs / 1000)
    },
    addGauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read())
        },
      })
    },
    addGauges(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const values = await read()
          this.reset()
          for (const [value, figure] of values) this.set({ [label]: value }, figure)
        },
      })
    },
    addTotal(name, help, read) {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    addTotals(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset()
          for (const [value, total] of read()) this.inc({ [label]: value }, total)
        },
      })
    },
    addCounter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return value => counter.inc({ [label]: value })
    },
    addDurations(name, help, labelNames) {
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labelNames],
        buckets: BUCKETS_SECONDS,
        registers: [registry],
      })
      return (labels, seconds) => histogram.observe(labels, seconds)
    },
    present: () => registry.metrics(),
    list: () => registry.getMetricsAsJSON(),
  }
}

/**
 * The metrics of several processes, told apart by a label. They are not added up: a process that dies takes its counters
 * along, and a sum that falls would look like a new beginning of all of them.
 */
export function mergeMetrics(
  byProcess: ReadonlyMap<string, MetricObjectWithValues<MetricValue<string>>[]>,
): Promise<string> {
  const labelled = [...byProcess].map(([process, metrics]) =>
    metrics.map(metric => ({
      ...metric,
      // The library would leave out some of its own, because they cannot be added up.
      aggregator: 'sum' as const,
      values: metric.values.map(value => ({
        ...value,
        // What is unknown (NaN) travels between processes as null.
        value: value.value ?? Number.NaN,
        labels: { ...value.labels, process },
      })),
    })),
  )
  return AggregatorRegistry.aggregate(labelled).metrics()
}
