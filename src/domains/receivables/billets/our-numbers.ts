import type { Queryable } from '../../../platform/db/database.ts'
import { type NumberMarks, noMarks } from '../../../platform/deployment/number-marks.ts'
import { takeOurNumbers } from './store/billets.ts'
import { OUR_NUMBERS } from './store/our-numbers.ts'

/** Reserves our-numbers from the sequence in blocks. Numbers that a process does not use are lost, never reused. */
type TakeOurNumber = () => Promise<number>

const BLOCK = 64

export function createOurNumbers(database: Queryable, marks: NumberMarks = noMarks): TakeOurNumber {
  const stock: number[] = []
  let filling: Promise<void> | undefined

  async function fill(): Promise<void> {
    try {
      const numbers = await takeOurNumbers(database, BLOCK)
      await marks.cover(OUR_NUMBERS, Math.max(...numbers))
      stock.push(...numbers)
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
