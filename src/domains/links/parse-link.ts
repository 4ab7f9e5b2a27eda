import { parseCpf } from '../../brazil/cpf.ts'
import { parsePhone } from '../../brazil/phone.ts'
import { parsePostalCode } from '../../brazil/postal-code.ts'
import { PHONE_SENTENCE } from '../../contract/fields.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import {
  DEFAULT_LINK_DAYS,
  type LinkChannel,
  MAX_LINK_DAYS,
  type NewPaymentLinkRequest,
} from '../../contract/payment-links.ts'
import { maskCardNumbers } from '../../kernel/card-number.ts'
import type { LinkCustomer, LinkSeller } from './payment-link.ts'

const DAY_MS = 24 * 3_600_000
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

export function parseExpiry(text: string | undefined, now: Date): Date {
  if (text === undefined) return new Date(now.getTime() + DEFAULT_LINK_DAYS * DAY_MS)
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (!(at > now.getTime() && at <= now.getTime() + MAX_LINK_DAYS * DAY_MS))
    throw invalidParameter('expiresAt', `must be an ISO 8601 instant within the next ${MAX_LINK_DAYS} days`)
  return new Date(at)
}

/** The fields of an assisted sale say who is paid for it, so that none of them may be missing there. */
export function parseSeller(request: NewPaymentLinkRequest, source: string): LinkSeller {
  const { seller, sellerCpf, sellerPhone } = request
  const given = { seller, sellerCpf, sellerPhone }
  if (source === 'guide') {
    const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
    if (missing.length > 0) throw missingParameters(missing)
  }
  return keepGiven({
    seller: seller && cleanText(seller),
    sellerCpf: sellerCpf && parseCpf(sellerCpf),
    sellerPhone: sellerPhone && parsePhone(sellerPhone)?.digits,
  })
}

type WrittenPerson = NonNullable<NewPaymentLinkRequest['customer']>

/** Each field in the form in which purchases keep it; the schema has checked that it has one. */
export function parseLinkCustomer(person: WrittenPerson): LinkCustomer {
  const { name, cpf, phone, email, zipCode } = person
  return keepGiven({
    name: name && cleanText(name),
    cpf: cpf && parseCpf(cpf),
    phone: phone && parsePhone(phone)?.digits,
    email: email?.trim().toLowerCase(),
    zipCode: zipCode && parsePostalCode(zipCode),
    street: person.addressStreet && maskCardNumbers(person.addressStreet),
    number: person.addressNumber && maskCardNumbers(person.addressNumber),
    complement:
      person.addressComplement === undefined ? undefined : maskCardNumbers(person.addressComplement),
    city: person.city && maskCardNumbers(person.city),
    state: person.state?.toUpperCase(),
  })
}

/** Where a message goes: to whom the caller names, else to the customer. */
export function parseRecipient(
  { channel, to }: { readonly channel: LinkChannel; readonly to?: string | undefined },
  { phone, email }: LinkCustomer,
  field: string,
): string {
  if (to === undefined) {
    const known = channel === 'SMS' ? phone : email
    if (known === undefined)
      throw invalidParameter(field, `has no ${channel === 'SMS' ? 'phone' : 'e-mail address'} to send to`)
    return known
  }
  const parsed = channel === 'SMS' ? parsePhone(to)?.digits : parseEmail(to)
  if (parsed === undefined)
    throw invalidParameter(field, channel === 'SMS' ? PHONE_SENTENCE : 'is not a valid e-mail address')
  return parsed
}

function parseEmail(text: string): string | undefined {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) ? text.toLowerCase() : undefined
}

function cleanText(text: string): string {
  return maskCardNumbers(text.normalize('NFC').trim().replaceAll(/\s+/g, ' '))
}

type Given<Value> = { [Name in keyof Value]?: Exclude<Value[Name], undefined | ''> | '' }

function keepGiven<Value extends Readonly<Record<string, string | undefined>>>(value: Value): Given<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Given<Value>
}

/** Where the pages of one retailer's payment links may lead. */
export interface ReturnPlaces {
  /** Of the retailer's pages, as browsers write them. */
  readonly origins: ReadonlySet<string>
  /** Of the retailer's apps, without the colon. */
  readonly schemes: ReadonlySet<string>
  /** The origin of this service and plain http on this machine: where a trial shop runs on both. */
  readonly ownOrigin: string
  readonly allowsLoopback: boolean
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * The one place that decides where a page of ours may lead back to: an allowed https origin of the retailer, or for sales in an app a
 * link of an allowed scheme. A page that led anywhere would lend its good name to anybody who has a key.
 */
export function isAllowedReturnUrl(text: string, source: string, places: ReturnPlaces): boolean {
  const url = URL.parse(text)
  // Browsers leave out spaces and control characters before they read an address: nobody would see where it leads.
  if (url === null || /[\s\p{C}\\]/u.test(text) || url.username !== '' || url.password !== '') return false
  const { origin, protocol, hostname } = url
  const isAtHome = places.allowsLoopback && (LOOPBACK.includes(hostname) || origin === places.ownOrigin)
  if (protocol === 'https:') return isAtHome || places.origins.has(origin)
  if (protocol === 'http:') return isAtHome
  return source === 'app' && places.schemes.has(protocol.slice(0, -1))
}
