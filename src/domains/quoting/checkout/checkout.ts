import { parseCpf } from '../../../brazil/cpf.ts'
import { parsePhone } from '../../../brazil/phone.ts'
import type { Source } from '../../../contract/enums.ts'
import type { OptionsRequest } from '../../../contract/options.ts'
import { maskCardNumbers } from '../../../kernel/card-number.ts'
import { newFamilyId, parseIdTime, parseMemberId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { defineMac, ForgedRow } from '../../../platform/crypto/row-mac.ts'
import { type BoxKeys, open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Evaluation } from '../../credit/index.ts'
import type { Offer } from '../../pricing/index.ts'
import type { Cart } from './cart.ts'
import { type ChosenOption, encodeOffer, findStoredOption } from './offer-codec.ts'
import {
  type CheckoutRow,
  type FoundCheckout,
  findBoughtRows,
  findCheckoutRows,
  insertCheckouts,
} from './store.ts'

/** A consumer offer must be valid for at least two days (consumer code, art. 54-B). */
const OFFER_LIFE_MS = 48 * 3_600_000
const LONGEST_AGE_MS = 366 * 24 * 3_600_000

export interface NewCheckout {
  readonly id: string
  readonly evaluation: Evaluation
  readonly request: OptionsRequest
  readonly cart: Cart
  readonly offer: Offer
}

export function newCheckoutId(now: Date): string {
  return newFamilyId(now.getTime())
}

export async function storeCheckouts(
  tx: Queryable,
  secrets: Secrets,
  checkouts: readonly NewCheckout[],
): Promise<void> {
  const rows = checkouts.map(describeCheckout)
  await insertCheckouts(
    tx,
    rows.map(row => ({ ...row, mac: checkoutMac.compute(secrets, row) })),
  )
}

/** What a contract is made from; the details are sealed for this checkout. */
const checkoutMac = defineMac(
  'checkouts',
  (row: Omit<FoundCheckout, 'mac'> & { readonly retailerId: string }) => [
    row.id,
    row.retailerId,
    row.decisionId,
    row.cpfIndex,
    row.source,
    row.purchaseCentavos,
    row.offer,
    row.createdAt,
    row.expiresAt,
  ],
)

function describeCheckout(checkout: NewCheckout): Omit<CheckoutRow, 'mac'> {
  const { id, evaluation, request, cart, offer } = checkout
  const { cpfIndex, dataKey } = evaluation.person
  const createdAt = evaluation.evaluatedAt
  return {
    id,
    retailerId: evaluation.request.retailerId,
    decisionId: evaluation.request.id,
    cpfIndex,
    details: seal(
      dataKey,
      detailsContext(id),
      JSON.stringify({ customer: describeCustomer(checkout), cart }),
    ),
    source: request.source,
    device: request.device,
    purchaseCentavos: cart.purchaseCentavos,
    offer: offer.groups.length === 0 ? null : encodeOffer(offer),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + OFFER_LIFE_MS),
  }
}

/** The offer exactly as it was shown, and who asked for what, still sealed. */
export interface Checkout {
  readonly id: string
  readonly decisionId: string
  readonly cpfIndex: Buffer
  readonly source: Source
  readonly purchaseCentavos: Centavos
  readonly createdAt: Date
  readonly expiresAt: Date
  /** It was bought, and expired so long ago that the options nobody chose are gone. */
  readonly isOfferRemoved: boolean
  /** `key` is the person's key, which the credit module stores. */
  openDetails(key: BoxKeys): CheckoutDetails
  /** The option of the offer with this id. Throws ForgedRow. */
  findOption(optionId: string): ChosenOption | undefined
}

/** The checkouts that the options belong to, in the same order; those of other retailers are not found. */
export async function findCheckoutsOf(
  db: Queryable,
  secrets: Secrets,
  options: readonly { readonly retailerId: string; readonly optionId: string }[],
): Promise<(Checkout | undefined)[]> {
  const keys = options.map(({ retailerId, optionId }) => ({
    retailerId,
    checkoutId: parseMemberId(optionId).familyId,
  }))
  const found = (await findCheckoutRows(db, keys)).map((row, index) => {
    if (row === undefined) return undefined
    const { mac: _, ...stored } = row
    const covered = { ...row, retailerId: keys[index]?.retailerId ?? '' }
    return toCheckout(stored, checkoutMac.isGenuine(secrets, covered))
  })
  const missing = keys.filter((_, index) => found[index] === undefined)
  if (missing.length === 0) return found
  const bought = (await findBoughtRows(db, missing)).values()
  return found.map(checkout => {
    if (checkout !== undefined) return checkout
    const row = bought.next().value
    return row && toCheckout({ ...row, offer: undefined }, true)
  })
}

/** The offer is undefined once its day was dropped. */
function toCheckout(
  {
    details,
    offer,
    ...row
  }: Omit<FoundCheckout, 'offer' | 'mac'> & { readonly offer: Buffer | null | undefined },
  isGenuine: boolean,
): Checkout {
  return {
    ...row,
    isOfferRemoved: offer === undefined,
    openDetails: key => JSON.parse(open(key, detailsContext(row.id), details).toString()),
    findOption(id) {
      // Checkouts are read for several callers at once: only the buyer of a forged one is refused.
      if (!isGenuine) throw new ForgedRow('checkouts', row.id)
      return offer ? findStoredOption(offer, parseMemberId(id).ordinal) : undefined
    },
  }
}

/** An id says when it was made, so that this is known of options whose checkout is gone. Ids of other years are not ours. */
export function isExpiredOption(optionId: string, now: Date): boolean {
  const ageMs = now.getTime() - parseIdTime(optionId).getTime()
  return ageMs >= OFFER_LIFE_MS && ageMs < LONGEST_AGE_MS
}

interface CheckoutDetails {
  readonly customer: ReturnType<typeof describeCustomer>
  readonly cart: Cart
}

const detailsContext = (checkoutId: string): string => `checkouts.details:${checkoutId}`

/** Unicode NFC, with single spaces. */
export function parseName(text: string): string {
  return maskCardNumbers(text.normalize('NFC').trim().replaceAll(/\s+/g, ' '))
}

/** Lists every field, so that extra members of a request never reach the database. */
function describeCustomer({ evaluation, request }: NewCheckout) {
  const { cpf, phone, email, zipCode } = evaluation.request.applicant
  return {
    cpf,
    name: request.name && parseName(request.name),
    phone,
    email,
    address: {
      zipCode,
      street: maskCardNumbers(request.addressStreet),
      number: maskCardNumbers(request.addressNumber),
      complement: maskCardNumbers(request.addressComplement),
      city: maskCardNumbers(request.city),
      state: request.state.toUpperCase(),
    },
    sessionId: request.sessionId && maskCardNumbers(request.sessionId),
    seller: request.seller && maskCardNumbers(request.seller),
    sellerCpf: request.sellerCpf && parseCpf(request.sellerCpf),
    sellerPhone: request.sellerPhone && parsePhone(request.sellerPhone)?.digits,
  }
}
