/*
 * A semaphore of bytes with lanes, one for each client. No lane holds more than its share, and lanes that wait are served
 * in turn, so that one client cannot keep the others out.
 */
export interface FairBytes {
  /** False when it took too long; otherwise `release` must follow. */
  take(lane: string, bytes: number, waitMs: number): Promise<boolean>
  release(lane: string, bytes: number): void
}

interface Lane {
  used: number
  readonly waiting: Set<Waiting>
}

interface Waiting {
  readonly bytes: number
  grant(): void
}

export function createFairBytes(most: { readonly total: number; readonly perLane: number }): FairBytes {
  /** The lane that has waited longest for its turn first. */
  const lanes = new Map<string, Lane>()
  let used = 0

  const fits = (usedBytes: number, bytes: number, limit: number): boolean =>
    // One request always fits, whatever its size.
    usedBytes === 0 || usedBytes + bytes <= limit

  function findNext(): { name: string; lane: Lane; waiting: Waiting } | undefined {
    for (const [name, lane] of lanes) {
      const [waiting] = lane.waiting
      if (waiting === undefined || !fits(lane.used, waiting.bytes, most.perLane)) continue
      // A large one is not overtaken by small ones for ever.
      return fits(used, waiting.bytes, most.total) ? { name, lane, waiting } : undefined
    }
    return undefined
  }

  function admit(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      const { name, lane, waiting } = next
      lane.waiting.delete(waiting)
      lane.used += waiting.bytes
      used += waiting.bytes
      lanes.delete(name)
      lanes.set(name, lane)
      waiting.grant()
    }
  }

  function forgetEmpty(name: string, lane: Lane): void {
    if (lane.used === 0 && lane.waiting.size === 0) lanes.delete(name)
  }

  return {
    take(name, bytes, waitMs) {
      const lane = lanes.get(name) ?? { used: 0, waiting: new Set() }
      lanes.set(name, lane)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiting: Waiting = {
        bytes,
        grant() {
          clearTimeout(timer)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        if (!lane.waiting.delete(waiting)) return
        forgetEmpty(name, lane)
        resolve(false)
        admit()
      }, waitMs)
      lane.waiting.add(waiting)
      admit()
      return promise
    },
    release(name, bytes) {
      const lane = lanes.get(name)
      if (lane === undefined) throw new Error(`lane ${name} holds nothing`)
      lane.used -= bytes
      used -= bytes
      forgetEmpty(name, lane)
      admit()
    },
  }
}
