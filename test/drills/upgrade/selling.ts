import { createCaller, type PersistentCaller } from '../chaos/persistent-caller.ts'
import type { SeededRandom } from '../chaos/seeded-random.ts'
import { type AcknowledgedOrder, shop } from '../chaos/shopper.ts'

/** Shoppers who buy all the while, from whichever programs serve at the moment. */
export interface Selling {
  readonly orders: readonly AcknowledgedOrder[]
  readonly defects: string[]
  readonly caller: PersistentCaller
  /** The longest that an answer took since this was asked last. */
  takeLongestAnswerMs(): number
  stop(): Promise<void>
}

const SHOPPERS = 6

/** `ports` may change while they buy. */
export function startSelling(ports: readonly number[], random: SeededRandom, name: string): Selling {
  const orders: AcknowledgedOrder[] = []
  const defects: string[] = []
  let longestMs = 0
  let isOver = false

  function newCaller(actor: number): PersistentCaller {
    const caller = createCaller(ports, random.derive(actor))
    return {
      ...caller,
      async call(path, body, headers) {
        const startedAt = performance.now()
        const answer = await caller.call(path, body, headers)
        longestMs = Math.max(longestMs, performance.now() - startedAt)
        return answer
      },
    }
  }

  const shopping = Array.from({ length: SHOPPERS }, (_, index) =>
    shop(
      {
        caller: newCaller(index),
        random: random.derive(100 + index),
        name: `${name}-${index}`,
        stock: [],
        orders,
        defects,
      },
      () => isOver,
    ),
  )
  return {
    orders,
    defects,
    caller: newCaller(SHOPPERS),
    takeLongestAnswerMs() {
      const taken = Math.round(longestMs)
      longestMs = 0
      return taken
    },
    async stop() {
      isOver = true
      await Promise.all(shopping)
    },
  }
}
