/*
 * How often one address may call routes that need no secret. Counted in the memory of each process: a fleet of n processes grants up to n
 * times as much, which is enough to slow a crawler down and costs no shopper a round trip to the database. The desk counts operators
 * in the same way.
 */
export interface AddressBudget {
  /** Counts one request; the seconds to wait when the address has spent its minute, else undefined. */
  spend(address: string): number | undefined
}

const WINDOW_MS = 60_000
/** Some 10 MB; beyond, the address whose minute began first is forgotten. */
const MAX_ADDRESSES = 100_000

export function createAddressBudget(limitPerMinute: number, maxAddresses = MAX_ADDRESSES): AddressBudget {
  const windows = new Map<string, { startedAtMs: number; spent: number }>()
  return {
    spend(address) {
      const nowMs = performance.now()
      const window = windows.get(address)
      if (window === undefined || nowMs - window.startedAtMs >= WINDOW_MS) {
        // Put at the end again, so that the order of the map is that of the beginnings.
        windows.delete(address)
        windows.set(address, { startedAtMs: nowMs, spent: 1 })
        const first = windows.size > maxAddresses ? windows.keys().next() : undefined
        if (first !== undefined && !first.done) windows.delete(first.value)
        return undefined
      }
      window.spent += 1
      if (window.spent <= limitPerMinute) return undefined
      return Math.max(1, Math.ceil((window.startedAtMs + WINDOW_MS - nowMs) / 1000))
    },
  }
}
