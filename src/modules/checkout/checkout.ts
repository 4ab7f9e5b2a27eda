import { parseCpf } from '../../brazil/cpf.ts'
import { parsePhone } from '../../brazil/phone.ts'
import type { OptionsRequest } from '../../contract/options.ts'
import { maskCardNumbers } from '../../kernel/card-number.ts'
import { newFamilyId, parseMemberId } from '../../kernel/ids.ts'
import { seal } from '../../platform/crypto/sealed-box.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Evaluation } from '../credit/index.ts'
import type { Offer, PricedOption } from '../pricing/index.ts'
import type { Cart } from './cart.ts'
import { decodeOffer, encodeOffer, findOptionAt } from './offer-codec.ts'
import { type CheckoutRow, findOfferRow, insertCheckouts } from './store.ts'

/** A consumer offer must stand at least two days (consumer code, art. 54-B). */
const OFFER_LIFE_MS = 48 * 3_600_000

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

export async function storeCheckouts(tx: Queryable, checkouts: readonly NewCheckout[]): Promise<void> {
  await insertCheckouts(tx, checkouts.map(describeCheckout))
}

function describeCheckout(checkout: NewCheckout): CheckoutRow {
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
      `checkouts.details:${id}`,
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

/** The option exactly as it was shown, with the end of its validity; a foreign one is not found. */
export async function findOption(
  db: Queryable,
  retailerId: string,
  optionId: string,
): Promise<{ readonly option: PricedOption; readonly expiresAt: Date } | undefined> {
  const { familyId, ordinal } = parseMemberId(optionId)
  const row = await findOfferRow(db, retailerId, familyId)
  if (row === undefined || row.offer === null) return undefined
  const option = findOptionAt(decodeOffer(row.offer), ordinal)
  return option && { option, expiresAt: row.expiresAt }
}

/** Field by field: what a request brings beyond these never reaches the database. */
function describeCustomer({ evaluation, request }: NewCheckout) {
  const { cpf, phone, email, zipCode } = evaluation.request.applicant
  return {
    cpf,
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
    sessionId: request.sessionId,
    seller: request.seller && maskCardNumbers(request.seller),
    sellerCpf: request.sellerCpf && parseCpf(request.sellerCpf),
    sellerPhone: request.sellerPhone && parsePhone(request.sellerPhone)?.digits,
  }
}
