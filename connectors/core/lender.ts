import { CrediarioError } from '../../clients/typescript/src/crediario-error.ts'
import type { PaymentLink } from '../../clients/typescript/src/generated.ts'
import { createClient } from '../../clients/typescript/src/index.ts'
import type { ConnectorContext, Lender } from './context.ts'
import { type Observation, observe } from './payment-states.ts'
import type { Payment } from './payment-store.ts'

/** Platforms wait for five seconds at the most. */
const ANSWER_MS = 4_000

interface LenderAddress {
  readonly url: string
  /** Instead of the network's. */
  readonly fetch?: typeof fetch
}

export function createLenderOpener(getAddress: () => LenderAddress): ConnectorContext['openLender'] {
  return apiKey => {
    const { url, fetch: send } = getAddress()
    return createClient({
      baseUrl: url,
      apiKey,
      timeoutMs: ANSWER_MS,
      retries: 0,
      ...(send && { fetch: send }),
    })
  }
}

/** The interface did not answer, or not about the matter: nothing is known, and the same may be asked again. */
export class LenderAway extends Error {
  readonly code: string

  constructor(cause: unknown) {
    const code = cause instanceof CrediarioError ? cause.code : 'no_answer'
    super(`the interface did not answer (${code})`, { cause })
    this.name = 'LenderAway'
    this.code = code
  }
}

/** What the interface refused, by its code. Throws LenderAway where it is not about the matter. */
export function getRefusal(error: unknown): CrediarioError {
  if (!(error instanceof CrediarioError)) throw error instanceof LenderAway ? error : new LenderAway(error)
  const { status, code } = error
  // A key that is refused, a limit and a request that still runs say nothing about the purchase.
  const isElsewhere = [401, 403, 408, 425, 429].includes(status) || code.startsWith('idempotency')
  if (status >= 500 || isElsewhere) throw new LenderAway(error)
  return error
}

export interface Look {
  readonly seen: Observation
  readonly link: PaymentLink
}

/** What the interface shows of a payment now. */
export async function lookAt(
  lender: Lender,
  payment: Payment & { readonly linkId: string },
  hadPurchase: boolean,
): Promise<Look> {
  try {
    const link = await lender.readPaymentLink(payment.linkId)
    const { transactionId } = link
    const purchase = transactionId === undefined ? undefined : (await lender.readStatus(transactionId)).status
    const had = hadPurchase || payment.transactionId !== undefined
    return { link, seen: observe({ link, purchase, hadPurchase: had }) }
  } catch (error) {
    throw new LenderAway(error)
  }
}

/** Links that a connector made for an order; those that staff made by hand are theirs. */
export async function listLinksOfOrder(lender: Lender, orderId: string): Promise<readonly PaymentLink[]> {
  try {
    const { data } = await lender.listPaymentLinks({ orderId })
    return data.filter(({ source }) => source === 'checkout')
  } catch (error) {
    throw new LenderAway(error)
  }
}

/** The links that turned out to have been bought with, of those that were to end. */
export async function deleteLinks(lender: Lender, ids: readonly string[]): Promise<readonly string[]> {
  const bought: string[] = []
  for (const id of ids)
    try {
      await lender.deletePaymentLink(id)
    } catch (error) {
      const { code } = getRefusal(error)
      if (code === 'link_completed') bought.push(id)
      else if (code !== 'link_not_found') throw new LenderAway(error)
    }
  return bought
}
