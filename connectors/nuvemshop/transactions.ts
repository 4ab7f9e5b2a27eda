import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../src/platform/crypto/secrets.ts'
import {
  type Account,
  type ConnectorContext,
  type Payment,
  PlatformAway,
  rememberForeign,
} from '../core/index.ts'
import { type AppSettings, asRecord, asRecords, callNuvemshop } from './api.ts'

export const METHOD = { type: 'boleto', id: 'boleto' } as const

export const writeAmount = (centavos: number) =>
  ({ value: (centavos / 100).toFixed(2), currency: 'BRL' }) as const

/** Of the order at Nuvemshop: a second try for one order has a number behind it. */
export const getOrderId = ({ foreignId }: Payment): string => foreignId.split('.')[0] ?? foreignId

/** Nuvemshop calls it without credentials, so that the address is one that only we can compute. */
function computeRefundKey(secrets: Pick<Secrets, 'computeMac'>, paymentId: string): string {
  return secrets.computeMac('connector-refund', paymentId).subarray(0, 24).toString('base64url')
}

export function isRefundKey(secrets: Pick<Secrets, 'computeMac'>, paymentId: string, key: string): boolean {
  const [right, given] = [Buffer.from(computeRefundKey(secrets, paymentId)), Buffer.from(key)]
  return right.length === given.length && timingSafeEqual(right, given)
}

/** The transaction of a payment at Nuvemshop. A creation that was not answered is looked for before it is repeated. */
export async function ensureTransaction(
  context: ConnectorContext,
  app: AppSettings,
  account: Account,
  payment: Payment,
): Promise<string> {
  const known = payment.box.foreign?.transactionId
  if (known !== undefined) return known
  const path = `/orders/${getOrderId(payment)}/transactions`
  const found = asRecords(await callNuvemshop(context, app, account, { method: 'GET', path })).find(
    each => asRecord(each.info).external_id === payment.id,
  )
  const made =
    found ??
    asRecord(
      await callNuvemshop(context, app, account, {
        method: 'POST',
        path,
        body: composeTransaction(context, account, payment),
      }),
    )
  if (made.id === undefined) throw new PlatformAway(200)
  const transactionId = String(made.id)
  await rememberForeign(context, payment.id, { transactionId })
  return transactionId
}

function composeTransaction(
  { publicUrl, secrets }: ConnectorContext,
  { settings }: Account,
  payment: Payment,
): object {
  const { id, totalCentavos, createdAt, box } = payment
  return {
    payment_provider_id: settings.providerId,
    payment_method: METHOD,
    info: {
      external_id: id,
      external_url: box.linkUrl,
      refund_url: `${publicUrl}/connectors/nuvemshop/refunds/${id}/${computeRefundKey(secrets, id)}`,
    },
    first_event: {
      type: 'sale',
      status: 'pending',
      amount: writeAmount(totalCentavos),
      happened_at: createdAt.toISOString(),
    },
  }
}
