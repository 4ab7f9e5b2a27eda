/** A periodic job, which finds its own work. */
interface PeriodicJob<App> {
  readonly everyMs: number
  run(app: App): Promise<unknown>
}

/** The jobs of a domain: periodic ones, and enqueued ones by kind. */
export interface JobTable<App> {
  readonly periodic: Readonly<Record<string, PeriodicJob<App>>>
  readonly handlers?: Readonly<
    Record<string, (app: App, payload: unknown, attempt: number) => Promise<unknown>>
  >
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
