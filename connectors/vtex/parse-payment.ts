import { parsePhone } from '../../src/brazil/phone.ts'
import { parsePostalCode } from '../../src/brazil/postal-code.ts'
import { states } from '../../src/brazil/states.ts'
import { parseReais } from '../../src/kernel/money.ts'
import type { AskedPayment, Line } from '../core/index.ts'

/** VTEX sends what cannot be read, or leaves out what is needed. */
export class UnreadableRequest extends Error {
  readonly field: string

  constructor(field: string) {
    super(`${field} is missing or cannot be read`)
    this.name = 'UnreadableRequest'
    this.field = field
  }
}

type Json = Readonly<Record<string, unknown>>

export const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text, or a number that stands for one; empty texts count as absent. */
export function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/**
 * Reais as any sample of VTEX's documents writes them: 29.9, "29.90", "29,90", "1.234,56". The last separator is the decimal one where
 * one or two digits follow it.
 */
export function readReais(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? parseReais(value) : undefined
  const text = readText(value)
  if (text === undefined) return undefined
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  const digits = whole.replaceAll(/[.,]/g, '')
  if (digits === '' || digits.length > 13) return undefined
  const amount = Number(digits) * 100 + Number(cents.padEnd(2, '0') || 0)
  return sign === '-' ? -amount : amount
}

const MAX_ID = 128
const MAX_ORDER = 64

export function readId(value: unknown, field: string, most = MAX_ID): string {
  const text = readText(value)
  if (text === undefined || text.length > most || /\p{C}/u.test(text)) throw new UnreadableRequest(field)
  return text
}

/** What a payment's request says that we use. The buyer's document is not read: the CPF is asked on our own page. */
export function parsePayment(body: unknown): AskedPayment & { readonly isSandbox: boolean } {
  const request = asObject(body)
  const totalCentavos = readReais(request.value)
  if (totalCentavos === undefined || totalCentavos <= 0) throw new UnreadableRequest('value')
  const cart = asObject(request.miniCart)
  const transactionId = readText(request.transactionId)
  return {
    foreignId: readId(request.paymentId, 'paymentId'),
    orderId: readId(request.orderId ?? request.reference, 'orderId', MAX_ORDER),
    totalCentavos,
    ...readCart(cart, totalCentavos),
    customer: readCustomer(cart),
    returnUrl: readAddress(request.returnUrl),
    callbackUrl: readText(request.callbackUrl),
    ...(transactionId && { foreign: { transactionId } }),
    isSandbox: request.sandBoxMode === true || request.sandboxMode === true,
  }
}

function readAddress(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && URL.canParse(text) && text.length <= 2_048 ? text : undefined
}

/** Documents disagree whether a discount has a sign and is in the price: what adds up to the value is right. */
function readCart(cart: Json, totalCentavos: number): Pick<AskedPayment, 'lines' | 'shippingCentavos'> {
  const shippingCentavos = Math.max(0, (readReais(cart.shippingValue) ?? 0) + (readReais(cart.taxValue) ?? 0))
  const items = asList(cart.items).map(asObject)
  const readings = [true, false].map(isTakenOff => readLines(items, isTakenOff))
  const miss = (lines: readonly Line[]): number =>
    Math.abs(
      totalCentavos -
        lines.reduce((sum, { quantity, unitCentavos }) => sum + quantity * unitCentavos, shippingCentavos),
    )
  const [best = []] = readings.toSorted((one, other) => miss(one) - miss(other))
  return { lines: best, shippingCentavos }
}

function readLines(items: readonly Json[], isDiscountTakenOff: boolean): readonly Line[] {
  const seen = new Map<string, number>()
  return items.map((item, at) => {
    const quantity = Math.max(1, Math.round(Number(readText(item.quantity) ?? 1)) || 1)
    const discount = isDiscountTakenOff ? Math.abs(readReais(item.discount) ?? 0) : 0
    const worth = (readReais(item.price) ?? 0) * quantity - discount
    const name = (readText(item.name) ?? `Produto ${at + 1}`).replaceAll(/\p{C}/gu, '').slice(0, 200)
    const id = (readText(item.id) ?? String(at + 1)).replaceAll(/\p{C}/gu, '').slice(0, 90)
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    const own = times === 1 ? id : `${id}-${times}`
    // A discount that does not divide by the pieces makes them one piece.
    return worth % quantity === 0
      ? { id: own, name, quantity, unitCentavos: worth / quantity }
      : { id: own, name: `${quantity} × ${name}`.slice(0, 200), quantity: 1, unitCentavos: worth }
  })
}

function readCustomer(cart: Json): AskedPayment['customer'] {
  const buyer = asObject(cart.buyer)
  const shipping = asObject(cart.shippingAddress)
  const billing = asObject(cart.billingAddress)
  // Some shops leave the billing address empty, some the other.
  const address = readText(shipping.street) === undefined ? billing : shipping
  const name = [readText(buyer.firstName), readText(buyer.lastName)].filter(Boolean).join(' ')
  const phone = parsePhone((readText(buyer.phone) ?? '').replace(/^\+/, ''))?.digits
  const email = readText(buyer.email)
  const zipCode = parsePostalCode((readText(address.postalCode) ?? '').replaceAll(/\D/g, ''))
  const state = readText(address.state)?.toUpperCase()
  const cut = (value: unknown, most: number): string | undefined =>
    readText(value)?.replaceAll(/\p{C}/gu, '').slice(0, most)
  return keepGiven({
    name: name === '' ? undefined : name.replaceAll(/\p{C}/gu, '').slice(0, 100),
    phone,
    email: email !== undefined && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? email : undefined,
    zipCode,
    addressStreet: cut(address.street, 200),
    addressNumber: cut(address.number, 20),
    addressComplement: cut(address.complement, 200),
    city: cut(address.city, 100),
    state: states.some(({ code }) => code === state) ? state : undefined,
  })
}

function keepGiven(value: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The store that the merchant typed into the connector's own field in VTEX, if any. */
export function readStoreSetting(body: unknown, name: string): string | undefined {
  const settings = asList(asObject(body).merchantSettings).map(asObject)
  return readText(settings.find(setting => readText(setting.name) === name)?.value)
}
