import { listForgottenFileNumbers, skipForgottenFileNumbers } from '../../domains/payouts/index.ts'
import { listForgotten, skipForgotten } from '../../domains/receivables/billets/store/our-numbers.ts'
import type { App } from '../app.ts'

type ForgottenNumbers = Awaited<ReturnType<typeof listForgotten>>

/** Numbers of billets and of files for banks that were given out, and that a restored database does not know of. */
export async function listForgottenNumbers({
  database,
  marks,
}: Pick<App, 'database' | 'marks'>): Promise<ForgottenNumbers> {
  const known = marks.list()
  return [...(await listForgotten(database, known)), ...(await listForgottenFileNumbers(database, known))]
}

/** From now on none of them is given out again. Returns what was forgotten. */
export async function skipForgottenNumbers({
  database,
  marks,
}: Pick<App, 'database' | 'marks'>): Promise<ForgottenNumbers> {
  const known = marks.list()
  return [...(await skipForgotten(database, known)), ...(await skipForgottenFileNumbers(database, known))]
}
