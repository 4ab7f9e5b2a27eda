import type { WebhookHeaders } from '../../clients/typescript/src/verify-webhook.ts'
import { verifyWebhook, WebhookError } from '../../clients/typescript/src/verify-webhook.ts'
import { isId } from '../../src/kernel/ids.ts'
import { enqueueJob } from '../../src/platform/jobs/queue.ts'
import type { ConnectorContext } from './context.ts'
import { findEndpointSecret } from './endpoint.ts'
import { followPayment } from './follow-payment.ts'
import { claimEvents, finishEvent, insertEvent, type StoredEvent } from './inbox-store.ts'
import { INBOX_JOB } from './job-names.ts'
import { LenderAway } from './lender.ts'
import { listPaymentsAbout } from './payment-store.ts'

/**
 * An event of ours for one account: verified by its signature and stored before it is answered. Its contents are not believed: the
 * interface is asked. False for a message that nobody with the secret has signed.
 */
export async function receiveEvent(
  context: ConnectorContext,
  accountId: string,
  { headers, body }: { readonly headers: WebhookHeaders; readonly body: Buffer },
): Promise<boolean> {
  const { database, clock } = context
  const secret = isId(accountId) ? await findEndpointSecret(context, accountId) : undefined
  if (secret === undefined) return false
  const event = readEvent(headers, body, secret)
  if (event === undefined) return false
  const { eventId, type, orderId, transactionId, paymentLinkId: linkId } = event
  // An event about the endpoint itself.
  if (eventId === undefined || orderId === undefined) return true
  const now = clock.now()
  await database.transaction(async tx => {
    if (await insertEvent(tx, { accountId, eventId, type, orderId, linkId, transactionId }, now))
      await enqueueJob(tx, { kind: INBOX_JOB, key: 'due', runAt: now, payload: null })
  })
  return true
}

function readEvent(headers: WebhookHeaders, body: Buffer, secret: string) {
  try {
    return verifyWebhook(headers, body, secret)
  } catch (error) {
    if (error instanceof WebhookError) return undefined
    throw error
  }
}

const AT_ONCE = 50
const ENDS: readonly string[] = ['transaction.denied', 'transaction.canceled']

/** Follows the payments that stored events are about, until none is left; what fails is due again later. */
export async function handleEvents(context: ConnectorContext): Promise<void> {
  for (;;) {
    const events = await claimEvents(context.database, context.clock.now(), AT_ONCE)
    if (events.length === 0) return
    for (const event of events) await handleEvent(context, event)
  }
}

async function handleEvent(context: ConnectorContext, event: StoredEvent): Promise<void> {
  const { database, secrets, clock } = context
  const about = {
    accountId: event.accountId,
    linkId: event.linkId ?? undefined,
    orderId: event.orderId ?? undefined,
  }
  try {
    for (const { id } of await listPaymentsAbout(database, secrets, about))
      await followPayment(context, id, { hadPurchase: ENDS.includes(event.type) })
  } catch (error) {
    if (error instanceof LenderAway) return
    throw error
  }
  await finishEvent(database, event, clock.now())
}
