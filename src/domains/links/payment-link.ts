import type { LinkChannel, LinkStatus } from '../../contract/payment-links.ts'
import type { Centavos } from '../../kernel/money.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { CartProduct } from '../quoting/index.ts'

/** What the shop passed on about the customer, in the form in which purchases keep it. */
export interface LinkCustomer {
  readonly name?: string
  readonly cpf?: string
  readonly phone?: string
  readonly email?: string
  readonly zipCode?: string
  readonly street?: string
  readonly number?: string
  readonly complement?: string
  readonly city?: string
  readonly state?: string
}

export interface LinkSeller {
  readonly seller?: string
  readonly sellerCpf?: string
  readonly sellerPhone?: string
}

/** Either products and delivery, or a description. */
export interface LinkDetails {
  readonly products?: readonly CartProduct[]
  readonly description?: string
  readonly shippingCentavos: Centavos
  readonly returnUrl?: string
  readonly cancelUrl?: string
}

export interface PaymentLink extends LinkDetails {
  readonly id: string
  readonly retailerId: string
  readonly orderId: string
  readonly source: LinkSource
  /** As stored: see computeLinkStatus. */
  readonly status: LinkStatus
  readonly amountCentavos: Centavos
  readonly token: string
  readonly customer: LinkCustomer
  readonly seller: LinkSeller
  readonly transactionId: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly openedAt: Date | undefined
  /** Somebody confirmed a phone on it. */
  readonly identifiedAt: Date | undefined
  /** A contract was signed by it. */
  readonly signedAt: Date | undefined
  readonly lockedAt: Date | undefined
}

export type LinkSource = 'checkout' | 'pdp' | 'site' | 'tdv' | 'guide' | 'app'

export interface LinkMessage {
  readonly channel: LinkChannel
  /** Undefined once the person was forgotten. */
  readonly to: string | undefined
  readonly sentAt: Date
}

/** 192 random bits. */
const TOKEN_BYTES = 24

export function newLinkToken(): string {
  return takeRandomBytes(TOKEN_BYTES).toString('base64url')
}

/** A link expires at its time, not when the worker records it. */
export function computeLinkStatus({ status, expiresAt }: PaymentLink, now: Date): LinkStatus {
  return (status === 'ACTIVE' || status === 'OPENED') && now >= expiresAt ? 'EXPIRED' : status
}
