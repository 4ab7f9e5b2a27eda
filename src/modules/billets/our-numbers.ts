import type { Queryable } from '../../platform/db/database.ts'
import { takeOurNumbers } from './store.ts'

/** Numbers for billets, taken from the sequence many at a time: what a process does not use is lost, never given again. */
export type TakeOurNumber = () => Promise<number>

const BLOCK = 64

export function createOurNumbers(database: Queryable): TakeOurNumber {
  const stock: number[] = []
  let filling: Promise<void> | undefined

  async function fill(): Promise<void> {
    try {
      stock.push(...(await takeOurNumbers(database, BLOCK)))
    } finally {
      filling = undefined
    }
  }

  return async () => {
    for (;;) {
      const next = stock.shift()
      if (next !== undefined) return next
      filling ??= fill()
      await filling
    }
  }
}
