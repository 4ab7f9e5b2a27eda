import type { Dispatcher } from 'undici'
import { request } from 'undici'
import type { Queryable } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { countWebhook } from './behaviour-store.ts'
import { getBehaviour } from './behaviours.ts'
import { findPayment } from './payment-store.ts'
import { presentPayment } from './present.ts'
import type { PspContext } from './psp-context.ts'
import { findWebhook } from './webhook-store.ts'

/** Jobs, so that a process that is killed loses no webhook, and a moved clock brings those that wait. */
export const SEND_WEBHOOK = 'psp-send-webhook'

const ANSWER_MS = 10_000
const MOST_ANSWER_BYTES = 16 * 1024
/** Like a real bank, this one gives up in the end; polling finds the payment all the same. */
const MOST_TRIES = 10
const OVERTAKEN_MS = 3_000

interface WebhookPayload {
  readonly endToEndId: string
  readonly pixKey: string
}

/** Written in the transaction of the payment or refund that it reports, as this retailer's bank behaves. */
export async function queueWebhook(
  { clock }: Pick<PspContext, 'clock'>,
  tx: Queryable,
  payment: WebhookPayload & { readonly retailerId: string | null },
  occasion: string,
): Promise<void> {
  const now = clock.now()
  const { endToEndId, pixKey, retailerId } = payment
  const { pix } = await getBehaviour(tx, now, retailerId ?? undefined)
  if (pix.loseWebhooks) return
  const isOvertaken = pix.reorder && retailerId !== null && (await countWebhook(tx, retailerId)) % 2 === 1
  const runAt = new Date(now.getTime() + pix.delaySeconds * 1_000 + (isOvertaken ? OVERTAKEN_MS : 0))
  for (let copy = 0; copy <= pix.repeatWebhooks; copy += 1) {
    const key = `${endToEndId}:${occasion}:${copy}`
    await enqueueJob(tx, { kind: SEND_WEBHOOK, key, runAt, payload: { endToEndId, pixKey } })
  }
}

/** Fails when the receiver does not take it, so that the job is tried again. */
export async function sendWebhook(
  { database, log }: PspContext,
  dispatcher: Dispatcher,
  payload: unknown,
  { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal },
): Promise<void> {
  const { endToEndId, pixKey } = payload as WebhookPayload
  const webhook = await findWebhook(database, pixKey)
  const payment = await findPayment(database, endToEndId)
  if (webhook === undefined || payment === undefined) return
  const status = await post(`${webhook.url}/pix`, { pix: [presentPayment(payment)] }, dispatcher, signal)
  if (status >= 200 && status < 300) return
  if (attempt < MOST_TRIES) throw new Error(`the webhook of the sandbox bank was answered with ${status}`)
  log.warn({ status, attempt }, 'webhook of the sandbox bank given up')
}

/** The status; 0 when no answer came in time. */
async function post(
  url: string,
  body: unknown,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<number> {
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    await answer.body.dump({ limit: MOST_ANSWER_BYTES })
    return answer.statusCode
  } catch {
    return 0
  }
}
