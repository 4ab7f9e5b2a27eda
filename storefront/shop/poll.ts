import { guard, setTimer } from '../element/natives.ts'

const EVERY_MS = 100
const TIMES = 300

/** Tries until it succeeds, for half a minute: the platform's scripts may come after ours. */
export function pollUntil(tryIt: () => boolean): void {
  let times = 0
  const next = guard(() => {
    times += 1
    if (!tryIt() && times < TIMES) setTimer(next, EVERY_MS)
  })
  next()
}

interface JQuerySet {
  on(type: string, handler: (...args: readonly unknown[]) => void): unknown
  data(name: string): unknown
}

export type JQuery = (target: unknown) => JQuerySet

/** The page's jQuery, whose events no other listener hears. */
export function findJQuery(): JQuery | undefined {
  const found = (window as unknown as { jQuery?: JQuery }).jQuery
  return typeof found === 'function' ? found : undefined
}
