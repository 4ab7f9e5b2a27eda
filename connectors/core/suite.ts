import { enqueueJob } from '../../src/platform/jobs/queue.ts'
import { type Account, getAccount } from './account-store.ts'
import type { ConnectorContext } from './context.ts'
import { movePayment } from './follow-payment.ts'
import { SUITE_JOB } from './job-names.ts'
import { lockPayment, type Payment, updatePayment } from './payment-store.ts'

/** A payment of a platform's own test suite: no purchase is behind it, and it ends as the suite's case says. */
export function playSuite(
  { database, secrets, clock }: ConnectorContext,
  { id: accountId }: Pick<Account, 'id'>,
  { id }: Payment,
  { linkUrl, delayMs }: { readonly linkUrl: string; readonly delayMs: number },
): Promise<Payment> {
  return database.transaction(async tx => {
    const payment = await lockPayment(tx, secrets, id)
    const { suite, state, accountId: owner, box } = payment
    if (suite === undefined || owner !== accountId || state !== 'waiting' || box.linkUrl !== undefined)
      return payment
    const now = clock.now()
    // The answer itself says it: no callback follows.
    if (delayMs === 0) return updatePayment(tx, secrets, { payment, change: { state: suite }, now })
    const runAt = new Date(now.getTime() + delayMs)
    await enqueueJob(tx, { kind: SUITE_JOB, key: id, runAt, payload: id })
    return updatePayment(tx, secrets, { payment, change: { box: { ...box, linkUrl } }, now })
  })
}

/** The verdict that the suite waits for. */
export async function endSuitePayment(context: ConnectorContext, payload: unknown): Promise<void> {
  const { database, secrets } = context
  await database.transaction(async tx => {
    const payment = await lockPayment(tx, secrets, String(payload))
    if (payment.suite === undefined || payment.state !== 'waiting') return
    const account = await getAccount(tx, secrets, payment.accountId)
    await movePayment(context, tx, account, { payment, to: payment.suite })
  })
}
