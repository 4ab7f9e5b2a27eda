import type { MedusaContainer } from '@medusajs/framework/types'
import type { CancelPreview, PaymentLink, Transaction } from '../../../clients/typescript/src/generated.ts'
import { findDifference, getService, messageOf } from './reconcile/reconcile.ts'

export interface OrderCredit {
  readonly state: string
  readonly note: string | null
  readonly checkedAt: string | null
  readonly link?: Pick<PaymentLink, 'url' | 'status' | 'expiresAt'>
  readonly purchase?: {
    readonly id: string
    readonly status: string
    readonly step: string
    readonly totalAmount: number
    readonly downPaymentValue: number
    readonly installments: readonly {
      readonly value: number
      readonly dueDate: string
      readonly status: string
    }[]
    readonly products: readonly { readonly id: string; readonly name: string; readonly value: number }[]
  }
  readonly cancelPreview?: Pick<CancelPreview, 'customer' | 'retailer' | 'maxRefundDate'>
  /** What the next comparison would do. */
  readonly next: string
  readonly log: readonly { readonly at: string; readonly level: string; readonly message: string }[]
}

/** What the widget at the order shows. Undefined for an order that is paid in another way. */
export async function describeOrder(
  container: MedusaContainer,
  orderId: string,
): Promise<OrderCredit | undefined> {
  const { store, lender } = getService(container)
  const sale = await store.findSale(orderId)
  if (sale === undefined) return undefined
  const [link, here, next, log] = await Promise.all([
    sale.linkId === null ? undefined : lender.credit.readPaymentLink(sale.linkId),
    lender.look(orderId, null),
    findDifference(container, orderId),
    store.listLog(orderId, 20),
  ])
  const current =
    here.purchases.find(({ status }) => status !== 'CANCELED' && status !== 'ABANDONED') ?? here.purchases[0]
  const transaction = current && (await lender.credit.readTransaction(current.id))
  const canCancel = current?.status === 'OPEN' || current?.status === 'PENDING'
  const preview = canCancel
    ? await lender.credit.cancelPreview({ transactionId: current.id }).catch(messageOf)
    : undefined
  return {
    state: sale.state,
    note: sale.note,
    checkedAt: sale.checkedAt?.toISOString() ?? null,
    ...(link && { link: { url: link.url, status: link.status, expiresAt: link.expiresAt } }),
    ...(transaction && current && { purchase: describePurchase(current.id, transaction) }),
    ...(typeof preview === 'object' && {
      cancelPreview: {
        customer: preview.customer,
        retailer: preview.retailer,
        maxRefundDate: preview.maxRefundDate,
      },
    }),
    next: next === undefined || !('why' in next) ? '' : next.why,
    log: log.map(({ at, level, message }) => ({ at: at.toISOString(), level, message })),
  }
}

function describePurchase(id: string, transaction: Transaction): NonNullable<OrderCredit['purchase']> {
  const { status, step, totalAmount, downPaymentValue, installments = [], products = [] } = transaction
  return {
    id,
    status,
    step,
    totalAmount,
    downPaymentValue,
    installments: installments.map(each => ({
      value: each.value,
      dueDate: each.dueDate,
      status: each.paymentStatus,
    })),
    products: products.map(({ id: productId, name, value, amount }) => ({
      id: productId,
      name,
      value: value * amount,
    })),
  }
}
