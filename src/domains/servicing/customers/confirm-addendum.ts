import { RequestError } from '../../../contract/errors.ts'
import { appendAudit } from '../../audit/index.ts'
import { computeStatementHash, confirmAddendum, findAddendum } from '../../contracts/index.ts'
import { type AccountContext, getOwnPurchase } from './read-account.ts'
import type { CustomerSession } from './sessions.ts'

/** The customer agrees to what the page showed: `hash` is that of the addendum. Confirmed again, nothing changes. */
export async function confirmReturn(
  context: AccountContext,
  session: CustomerSession,
  { transactionId, hash }: { readonly transactionId: string; readonly hash: string },
): Promise<void> {
  const { database, secrets, clock, realClock } = context
  const { id } = await getOwnPurchase(context, session, transactionId)
  await database.transaction(async tx => {
    const addendum = await findAddendum(tx, id)
    if (addendum === undefined || computeStatementHash(addendum.statement) !== hash)
      throw new RequestError('addendum_not_found')
    if (addendum.confirmation !== undefined) return
    await confirmAddendum(tx, secrets, addendum, clock.now())
    const note = {
      operatorId: undefined,
      action: 'customer.addendum',
      subject: id,
      details: { by: 'customer', hash },
    } as const
    await appendAudit(tx, note, realClock.now())
  })
}
