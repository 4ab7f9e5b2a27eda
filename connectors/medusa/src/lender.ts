import { CrediarioError } from '../../../clients/typescript/src/crediario-error.ts'
import type {
  ListedTransaction,
  NewPaymentLink,
  PaymentLink,
} from '../../../clients/typescript/src/generated.ts'
import { createClient } from '../../../clients/typescript/src/index.ts'
import { toCentavos } from './domain/centavos.ts'
import type { Here } from './domain/decide.ts'
import type { ReturnableProduct } from './domain/find-products-worth.ts'
import type { CrediarioOptions } from './domain/options.ts'

/** A checkout waits for the answer. */
const ANSWER_MS = 10_000

export type Lender = ReturnType<typeof openLender>

/** The published interface with the shop's key, in the words of this connector. */
export function openLender({ baseUrl, apiKey }: Pick<CrediarioOptions, 'baseUrl' | 'apiKey'>) {
  const credit = createClient({ baseUrl, apiKey, timeoutMs: ANSWER_MS, retries: 1 })
  return {
    credit,

    /** The same order asks with the same key: however often, it is one link. */
    async createLink(link: NewPaymentLink): Promise<PaymentLink> {
      const idempotencyKey = `medusa-${link.orderId}`
      try {
        return await credit.createPaymentLink(link, { idempotencyKey })
      } catch (error) {
        if (!isAboutCustomer(error)) throw error
        // The page asks for what the shop cannot tell; an address that it would not take must not stop a sale.
        const { customer: _, ...bare } = link
        return credit.createPaymentLink(bare, { idempotencyKey: `${idempotencyKey}-bare` })
      }
    },

    /** A link that was made for the order, perhaps by a process that died before it could note it. */
    async findLink(orderId: string): Promise<PaymentLink | undefined> {
      const { data } = await credit.listPaymentLinks({ orderId })
      return data.find(({ status }) => status !== 'DELETED' && status !== 'EXPIRED') ?? data[0]
    },

    /** False where it is too late: the purchase made with it is approved. */
    async deleteLink(linkId: string): Promise<boolean> {
      try {
        await credit.deletePaymentLink(linkId)
        return true
      } catch (error) {
        if (error instanceof CrediarioError && error.status === 409) return false
        throw error
      }
    },

    async look(orderId: string, linkId: string | null): Promise<Here> {
      // In this order: a link that is over has no purchase that the list does not show.
      const link = linkId === null ? undefined : await credit.readPaymentLink(linkId)
      const { data } = await credit.getTransactions({ orderId })
      return {
        link: link && {
          status: link.status,
          centavos: toCentavos(link.amount),
          isLocked: link.lockedAt !== undefined,
        },
        // An agreement on the debt is not a purchase of goods.
        purchases: data
          .filter(({ renegotiates }) => renegotiates === undefined)
          .map(each => ({ id: each.transactionId, status: each.status, centavos: computeValue(each) })),
      }
    },

    async listProducts(transactionId: string): Promise<readonly ReturnableProduct[]> {
      const { products = [] } = await credit.readTransaction(transactionId)
      return products.map(({ id, value, amount }) => ({ id, centavos: toCentavos(value) * amount }))
    },
  }
}

/** What was sold; the down payment is part of it. */
const computeValue = ({ financedAmount, downPaymentValue }: ListedTransaction): number =>
  toCentavos(financedAmount) + toCentavos(downPaymentValue)

function isAboutCustomer(error: unknown): boolean {
  return (
    error instanceof CrediarioError &&
    error.status === 400 &&
    error.details.some(({ field }) => field.startsWith('customer'))
  )
}
