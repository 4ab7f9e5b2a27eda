import type { Queryable } from '../../platform/db/database.ts'
import { takeOurNumbers } from './store.ts'

/** Reserves our-numbers from the sequence in blocks. Numbers that a process does not use are lost, never reused. */
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
