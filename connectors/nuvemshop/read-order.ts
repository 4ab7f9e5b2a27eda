import { parseWrittenReais } from '../../src/kernel/money.ts'
import type { Line } from '../core/index.ts'
import { asRecord, asRecords } from './api.ts'

export interface Order {
  readonly totalCentavos: number
  readonly lines: readonly Line[]
  readonly shippingCentavos: number
}

/** What an order is worth, as Nuvemshop keeps it. Names, contacts and the CPF of the buyer are in the answer, and are not read. */
export function readOrder(answer: unknown): Order | undefined {
  const order = asRecord(answer)
  const totalCentavos = readReais(order.total)
  if (totalCentavos === undefined || totalCentavos <= 0) return undefined
  const lines = asRecords(order.products).flatMap((product, at): Line[] => {
    const unitCentavos = readReais(product.price)
    const quantity = Number(product.quantity)
    const id = String(product.variant_id ?? product.product_id ?? at + 1).slice(0, 90)
    const name = String(product.name ?? `Produto ${at + 1}`)
      .replaceAll(/\p{C}/gu, '')
      .slice(0, 200)
    if (unitCentavos === undefined || !Number.isInteger(quantity) || quantity < 1) return []
    return [{ id: `${id}-${at + 1}`, name, quantity, unitCentavos }]
  })
  return { totalCentavos, lines, shippingCentavos: readReais(order.shipping_cost_customer) ?? 0 }
}

/** Amounts are texts with a dot; numbers are taken as well. */
export function readReais(value: unknown): number | undefined {
  const text = typeof value === 'number' ? value.toFixed(2) : value
  return typeof text === 'string' && /^\d{1,13}(?:\.\d{1,2})?$/.test(text)
    ? parseWrittenReais(text)
    : undefined
}
