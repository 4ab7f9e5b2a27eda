import type { AskedRequest } from '../../../contract/account.ts'
import { RequestError } from '../../../contract/errors.ts'
import { appendAudit } from '../../audit/index.ts'
import { replaceEmails } from './emails.ts'
import { type AccountContext, getOwnPurchase, listVisiblePurchases } from './read-account.ts'
import { openRequest } from './requests.ts'
import type { CustomerSession } from './sessions.ts'

/** Of all purchases of the customer: messages about any of them go there. */
export async function changeCustomerEmail(
  context: AccountContext,
  session: CustomerSession,
  email: string,
): Promise<void> {
  const { database, secrets, clock, realClock } = context
  const purchases = await listVisiblePurchases(context, session)
  const transactionIds = purchases.map(({ id }) => id)
  await database.transaction(async tx => {
    await replaceEmails(tx, secrets, { cpfIndex: session.cpfIndex, transactionIds, email }, clock.now())
    for (const subject of transactionIds) {
      const note = {
        operatorId: undefined,
        action: 'customer.email',
        subject,
        details: { by: 'customer' },
      } as const
      await appendAudit(tx, note, realClock.now())
    }
  })
}

/** A person answers it; until then it is among the open requests of the command line. */
export async function askPeople(
  context: AccountContext,
  session: CustomerSession,
  { kind, transactionId, text }: AskedRequest,
): Promise<void> {
  const { database, secrets, clock } = context
  if (transactionId !== undefined) await getOwnPurchase(context, session, transactionId)
  const request = { cpfIndex: session.cpfIndex, kind, transactionId, text }
  const isOpened = await database.transaction(tx => openRequest(tx, secrets, request, clock.now()))
  if (!isOpened) throw new RequestError('request_limit')
}
