import type {
  NewPaymentLink,
  PaymentLinkCustomer,
  Product,
} from '../../../../clients/typescript/src/generated.ts'
import { presentMoney, toReais } from './centavos.ts'

export interface OrderItem {
  readonly id: string
  readonly title: string
  readonly sku: string | undefined
  readonly quantity: number
  /** With discounts and taxes. */
  readonly totalCentavos: number
}

export interface OrderAddress {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly street: string
  readonly complement: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
}

export interface OrderToPay {
  readonly id: string
  readonly displayId: string
  readonly createdAt: Date
  readonly email: string
  readonly address: OrderAddress
  readonly items: readonly OrderItem[]
  readonly shippingCentavos: number
}

/** The order's lines do not add up to what is to be paid. */
export class TotalsDiffer extends Error {
  override readonly name = 'TotalsDiffer'
}

const MOST_PRODUCTS = 200
/** Up to this quantity each piece is a product of its own, so that one of them can be returned. */
const MOST_PIECES = 10
const NAME_LENGTH = 500
const ID_LENGTH = 90
const DAY_MS = 86_400_000

/** What is to be paid rules; lines are labels. A difference of centavos, one for each line at most, becomes the line "Ajuste". */
export function composeLink(
  order: OrderToPay,
  payableCentavos: number,
  terms: { readonly returnUrl: string | undefined; readonly waitDays: number },
): NewPaymentLink {
  const pieces = listPieces(order.items)
  const returnUrl = fillAddress(terms.returnUrl, order)
  return {
    ...fitTotal(pieces, order.shippingCentavos, payableCentavos),
    source: 'checkout',
    orderId: order.id,
    expiresAt: new Date(order.createdAt.getTime() + terms.waitDays * DAY_MS).toISOString(),
    customer: composeCustomer(order),
    ...(returnUrl === undefined ? {} : { returnUrl, cancelUrl: returnUrl }),
  }
}

interface Piece {
  readonly id: string
  readonly name: string
  readonly centavos: number
}

function listPieces(items: readonly OrderItem[]): readonly Piece[] {
  const sum = items.reduce((total, { quantity }) => total + Math.min(quantity, MOST_PIECES), 0)
  const taken = new Set<string>()
  return items
    .filter(({ totalCentavos }) => totalCentavos > 0)
    .flatMap(item => (sum > MOST_PRODUCTS - 1 ? [wholeLine(item)] : cutLine(item)))
    .map(piece => ({ ...piece, id: takeId(piece.id, taken) }))
}

function cutLine(item: OrderItem): readonly Piece[] {
  const { quantity, totalCentavos, title } = item
  if (quantity === 1 || !Number.isInteger(quantity) || quantity > MOST_PIECES || totalCentavos < quantity)
    return [wholeLine(item)]
  const each = Math.floor(totalCentavos / quantity)
  return Array.from({ length: quantity }, (_, at) => ({
    id: idOf(item),
    name: shorten(title, ` (${at + 1} de ${quantity})`),
    centavos: each + (at < totalCentavos - each * quantity ? 1 : 0),
  }))
}

function wholeLine(item: OrderItem): Piece {
  const { quantity, title, totalCentavos } = item
  const name =
    quantity === 1 ? shorten(title, '') : `${quantity} × ${shorten(title, '')}`.slice(0, NAME_LENGTH)
  return { id: idOf(item), name, centavos: totalCentavos }
}

const idOf = ({ sku, id }: OrderItem): string =>
  (sku === undefined || sku === '' ? id : sku).slice(0, ID_LENGTH)

function takeId(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let copy = 2; taken.has(id); copy += 1) id = `${wanted}~${copy}`
  taken.add(id)
  return id
}

const shorten = (title: string, ending: string): string =>
  `${title.trim() || 'Produto'}`.slice(0, NAME_LENGTH - ending.length) + ending

function fitTotal(
  pieces: readonly Piece[],
  shippingCentavos: number,
  payableCentavos: number,
): { readonly products: readonly Product[]; readonly shipping: number } {
  const sum = pieces.reduce((total, { centavos }) => total + centavos, shippingCentavos)
  const difference = payableCentavos - sum
  const refusal = `os itens e o frete somam ${presentMoney(sum)}, e o pedido cobra ${presentMoney(payableCentavos)}`
  if (pieces.length === 0 || pieces.length >= MOST_PRODUCTS || Math.abs(difference) > pieces.length + 1)
    throw new TotalsDiffer(refusal)
  if (difference >= 0) {
    const adjustment = difference > 0 ? [{ id: 'ajuste', name: 'Ajuste', centavos: difference }] : []
    return { products: [...pieces, ...adjustment].map(toProduct), shipping: toReais(shippingCentavos) }
  }
  // No line may be negative: what is too much comes off the delivery, or off the dearest product.
  if (shippingCentavos + difference >= 0)
    return { products: pieces.map(toProduct), shipping: toReais(shippingCentavos + difference) }
  const dearest = pieces.reduce((one, other) => (other.centavos > one.centavos ? other : one))
  if (dearest.centavos + difference <= 0) throw new TotalsDiffer(refusal)
  const products = pieces.map(piece =>
    toProduct(piece === dearest ? { ...piece, centavos: piece.centavos + difference } : piece),
  )
  return { products, shipping: toReais(shippingCentavos) }
}

const toProduct = ({ id, name, centavos }: Piece): Product => ({
  id,
  name,
  amount: 1,
  value: toReais(centavos),
})

export function fillAddress(
  template: string | undefined,
  { id, displayId }: Pick<OrderToPay, 'id' | 'displayId'>,
): string | undefined {
  return template
    ?.replaceAll('{order_id}', encodeURIComponent(id))
    .replaceAll('{display_id}', encodeURIComponent(displayId))
}

/** Only what the page would accept: the customer completes the rest there. The CPF is taken on that page alone. */
function composeCustomer({ email, address }: OrderToPay): PaymentLinkCustomer {
  const name = `${address.firstName} ${address.lastName}`.replaceAll(/\s+/g, ' ').trim()
  const phone = address.phone.replaceAll(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '')
  const zipCode = address.zipCode.replaceAll(/\D/g, '')
  const state = address.state.toUpperCase().replace(/^BR-/, '')
  const [, street = address.street.trim(), number = ''] =
    /^(.*?)[,\s]+(\d+\w?)$/.exec(address.street.trim()) ?? []
  return {
    ...(address.firstName !== '' && name.includes(' ') ? { name: name.slice(0, 120) } : {}),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? { email } : {}),
    ...(/^[1-9]{2}\d{8,9}$/.test(phone) ? { phone } : {}),
    ...(zipCode.length === 8 ? { zipCode } : {}),
    ...(street === '' ? {} : { addressStreet: street.slice(0, 200) }),
    ...(number === '' ? {} : { addressNumber: number }),
    ...(address.complement === '' ? {} : { addressComplement: address.complement.slice(0, 200) }),
    ...(address.city === '' ? {} : { city: address.city.slice(0, 100) }),
    ...(/^[A-Z]{2}$/.test(state) ? { state } : {}),
  }
}
