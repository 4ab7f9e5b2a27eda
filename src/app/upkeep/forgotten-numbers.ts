import { listForgottenFileNumbers, skipForgottenFileNumbers } from '../../domains/payouts/cnab/files.ts'
import { listForgotten, skipForgotten } from '../../domains/receivables/billets/store/our-numbers.ts'
import type { App } from '../app.ts'

/** A series of numbers that banks must see once. A restored database knows fewer than were given out. */
interface ForgottenNumber {
  readonly name: string
  readonly known: number
  readonly mark: number
}

export async function listForgottenNumbers({ database, marks }: App): Promise<ForgottenNumber[]> {
  const known = marks.list()
  return [...(await listForgotten(database, known)), ...(await listForgottenFileNumbers(database, known))]
}

/** From now on none of them is given out again. Returns what was forgotten. */
export async function skipForgottenNumbers({ database, marks }: App): Promise<ForgottenNumber[]> {
  const known = marks.list()
  return [...(await skipForgotten(database, known)), ...(await skipForgottenFileNumbers(database, known))]
}
