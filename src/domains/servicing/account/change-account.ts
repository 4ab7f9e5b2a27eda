import type { App } from '../../../app/app.ts'
import type { AskedRequest } from '../../../contract/account.ts'
import { RequestError } from '../../../contract/errors.ts'
import { appendAudit } from '../../audit/index.ts'
import { confirmAddendum } from '../../contracts/index.ts'
import { type CustomerSession, openRequest, replaceEmails } from '../../customers/index.ts'
import { getOwnPurchase, listVisiblePurchases } from './read-account.ts'

/** Of all purchases of the customer: messages about any of them go there. */
export async function changeCustomerEmail(app: App, session: CustomerSession, email: string): Promise<void> {
  const { database, secrets, clock, realClock } = app
  const purchases = await listVisiblePurchases(app, session)
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
  app: App,
  session: CustomerSession,
  { kind, transactionId, text }: AskedRequest,
): Promise<void> {
  const { database, secrets, clock } = app
  if (transactionId !== undefined) await getOwnPurchase(app, session, transactionId)
  const request = { cpfIndex: session.cpfIndex, kind, transactionId, text }
  const isOpened = await database.transaction(tx => openRequest(tx, secrets, request, clock.now()))
  if (!isOpened) throw new RequestError('request_limit')
}

/** The customer agrees to what the page showed: `hash` is that of the addendum. Confirmed again, nothing changes. */
export async function confirmReturn(
  app: App,
  session: CustomerSession,
  { transactionId, hash }: { readonly transactionId: string; readonly hash: string },
): Promise<void> {
  const { database, secrets, clock, realClock } = app
  const { id } = await getOwnPurchase(app, session, transactionId)
  await database.transaction(async tx => {
    const outcome = await confirmAddendum(tx, secrets, { transactionId: id, hash }, clock.now())
    if (outcome === undefined) throw new RequestError('addendum_not_found')
    if (outcome === 'known') return
    const note = {
      operatorId: undefined,
      action: 'customer.addendum',
      subject: id,
      details: { by: 'customer', hash },
    } as const
    await appendAudit(tx, note, realClock.now())
  })
}
