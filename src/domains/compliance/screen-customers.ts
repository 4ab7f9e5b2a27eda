import type { App } from '../../app/app.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { listLoans } from '../loans/index.ts'
import { listPurchases } from '../purchases/index.ts'
import { listLists } from './lists/list-store.ts'
import { screenAgainst } from './screen-customer.ts'

export const SCREEN_CUSTOMERS = 'screen-customers'

/** Of contracts: one job compares so many, and asks for the next one. */
const PAGE = 200

/**
 * After a list was loaded: compares everybody with a running contract. A job that is repeated opens nothing twice, and a
 * list that was replaced meanwhile is compared by its own job.
 */
export async function screenCustomers(app: App, payload: unknown): Promise<void> {
  const { after } = payload as { readonly after: string }
  const { database, secrets, clock } = app
  const lists = (await listLists(database, secrets)).filter(({ replacedAt }) => replacedAt === null)
  const loans = await listLoans(database, 'running', { after, limit: PAGE })
  const ids = loans.map(({ transactionId }) => transactionId)
  for (const purchase of (await listPurchases(database, secrets, { ids })).values())
    await screenAgainst(app, lists, purchase)
  const last = ids.at(-1)
  if (last === undefined || ids.length < PAGE) return
  const next = { kind: SCREEN_CUSTOMERS, key: last, runAt: clock.now(), payload: { after: last } }
  await enqueueJob(database, next)
}
