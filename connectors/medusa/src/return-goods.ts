import { presentMoney } from './domain/centavos.ts'
import type { Purchase } from './domain/decide.ts'
import { findProductsWorth } from './domain/find-products-worth.ts'
import type { Lender } from './lender.ts'

/** Why something cannot be returned, in words for the shop's people. */
export class ReturnRefused extends Error {
  override readonly name = 'ReturnRefused'
}

/**
 * Makes the purchase worth what the shop keeps, by canceling it or by taking products out of it. Nothing happens where it is worth that
 * already, so that a refund may be repeated. The answer is the purchase that remains.
 */
export async function keepOnly(
  lender: Lender,
  orderId: string,
  keptCentavos: number,
  idempotencyKey: string,
): Promise<string | undefined> {
  const { purchases } = await lender.look(orderId, null)
  const sold = purchases.find(({ status }) => status === 'OPEN' || status === 'CLOSED')
  const standing = sold?.centavos ?? 0
  if (sold === undefined || standing <= keptCentavos) return sold?.id
  if (sold.status === 'CLOSED')
    throw new ReturnRefused(
      'A compra já está paga até o fim e não pode ser desfeita: devolva o dinheiro diretamente ao cliente.',
    )
  if (keptCentavos <= 0) {
    await lender.credit.cancel({ transactionId: sold.id }, { idempotencyKey })
    return sold.id
  }
  return removeProducts(lender, sold, standing - keptCentavos)
}

async function removeProducts(lender: Lender, { id }: Purchase, centavos: number): Promise<string> {
  const products = await lender.listProducts(id)
  const chosen = findProductsWorth(products, centavos)
  if (chosen === undefined)
    throw new ReturnRefused(
      `Uma devolução parcial é de produtos inteiros, e ${presentMoney(centavos)} não é o valor de uma única escolha deles (${describe(products)}).`,
    )
  const { transactionId = id } = await lender.credit.readTransaction(id, { products: [...chosen] })
  return transactionId
}

const describe = (products: readonly { readonly id: string; readonly centavos: number }[]): string =>
  products.map(({ id, centavos }) => `${id}: ${presentMoney(centavos)}`).join(', ')
