/* Many shops' numbers begin with the word already: "Pedido pedido-1" would say it twice. */

const saysItself = (orderId: string): boolean => /^pedido/i.test(orderId)

/** At the beginning of a line: "Pedido 1234", "Pedido-1234". */
export function titleOrder(orderId: string): string {
  return saysItself(orderId) ? `P${orderId.slice(1)}` : `Pedido ${orderId}`
}

/** Within a sentence: "o pedido 1234", "o pedido-1234". */
export function nameOrder(orderId: string): string {
  return saysItself(orderId) ? `o ${orderId}` : `o pedido ${orderId}`
}
