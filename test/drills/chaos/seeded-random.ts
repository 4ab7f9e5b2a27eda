/** A seeded random generator: the same seed gives the same lives and moments, but not the same interleaving. */
export interface SeededRandom {
  /** From 0 to below 1. */
  draw(): number
  /** True with this probability. */
  chance(share: number): boolean
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** An independent generator, so that actors do not change each other's numbers. */
  derive(actor: number): SeededRandom
}

export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  // mulberry32
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(draw() * limit)
  return {
    draw,
    below,
    chance: share => draw() < share,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    derive: actor => createRandom(Math.imul(seed ^ (actor + 1), 0x9e3779b1)),
  }
}
