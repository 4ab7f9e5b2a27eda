import { type Static, Type } from 'typebox'
import type { LinkChannel, LinkStatus } from './payment-links.ts'
import {
  LINK_STATUSES,
  MAX_LINK_DAYS,
  NewPaymentLinkRequest,
  SendPaymentLinkRequest,
} from './payment-links.ts'
import { day } from './statement.ts'
import { PreviewQuery } from './storefront.ts'
import { MAX_LOGO_BYTES, type RetailerTheme } from './theme.ts'

/* What the pages Links, Simular and Marca of the console say to the server, and hear from it. */

const {
  apiKey: _key,
  oncePerOrder: _once,
  expiresAt: _end,
  ...linkMembers
} = NewPaymentLinkRequest.properties
/** As the interface takes it, but with days, which the service counts by its own clock. With an order number, one link for it. */
export const NewConsoleLinkRequest = Type.Object({
  ...linkMembers,
  days: Type.Integer({
    minimum: 1,
    maximum: MAX_LINK_DAYS,
    'x-error': { '*': `must be a whole number from 1 to ${MAX_LINK_DAYS}` },
  }),
})
export type NewConsoleLinkRequest = Static<typeof NewConsoleLinkRequest>

const { channel, to } = SendPaymentLinkRequest.properties
export const SendConsoleLinkRequest = Type.Object({ channel, to })
export type SendConsoleLinkRequest = Static<typeof SendConsoleLinkRequest>

const Id = Type.String({ pattern: '^[0-9a-f]{24}$', 'x-error': { '*': 'must be an id' } })
export const ConsoleLinksQuery = Type.Object({
  status: Type.Optional(Type.Enum([...LINK_STATUSES])),
  orderId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  seller: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  from: Type.Optional(day('First day of their creation')),
  to: Type.Optional(day('Last day of their creation')),
  after: Type.Optional(Id),
})
export type ConsoleLinksQuery = Static<typeof ConsoleLinksQuery>

/** How far a link got, the furthest last. */
export const LINK_STEPS = ['created', 'opened', 'identified', 'signed', 'paid'] as const
export type LinkStep = (typeof LINK_STEPS)[number]

export interface ConsoleLink {
  readonly id: string
  readonly status: LinkStatus
  readonly step: LinkStep
  readonly source: string
  readonly orderId: string
  /** What it sells, in a few words. */
  readonly title: string
  /** Only for those who may create links. */
  readonly amount?: number
  readonly seller?: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly openedAt?: string
  /** Too many different people were refused on it. */
  readonly lockedAt?: string
  readonly transactionId?: string
}

export interface ConsoleLinks {
  readonly links: readonly ConsoleLink[]
  readonly next: string | null
  /** YYYY-MM-DD, by the clock of the service. */
  readonly today: string
}

export interface ConsoleLinkDetail extends ConsoleLink {
  readonly identifiedAt?: string
  readonly signedAt?: string
  readonly products?: readonly { readonly name: string; readonly amount: number; readonly value?: number }[]
  readonly shipping?: number
  readonly notifications: readonly {
    readonly channel: LinkChannel
    /** Masked. */
    readonly to: string
    readonly sentAt: string
  }[]
  /** Where it can be sent without a new address, masked. */
  readonly contacts: Partial<Readonly<Record<LinkChannel, string>>>
  /** Only for those who may create links. */
  readonly url?: string
  readonly qr?: { readonly size: number; readonly path: string }
}

export interface ConsoleLinkSteps {
  readonly created: number
  readonly opened: number
  readonly identified: number
  readonly signed: number
  readonly paid: number
  /** Only for those who see money. */
  readonly createdAmount?: number
  readonly paidAmount?: number
}

export interface ConsoleFunnel {
  readonly from: string
  readonly to: string
  readonly all: ConsoleLinkSteps
  readonly sellers: readonly (ConsoleLinkSteps & { readonly seller: string | null })[]
}

export const SimulateQuery = Type.Object({ total: PreviewQuery.properties.total })
export type SimulateQuery = Static<typeof SimulateQuery>

export interface SimulatedOption {
  readonly installments: number
  readonly value: number
  readonly totalAmount: number
  readonly cetPA: number
}

export interface ConsoleSimulation {
  readonly minTotal: number
  readonly maxTotal: number
  /** Empty where the total is not financed. */
  readonly groups: readonly {
    readonly downPaymentPercentage: number
    readonly downPaymentValue: number
    readonly options: readonly SimulatedOption[]
  }[]
  readonly validUntil: string
}

/** What the shop puts into its pages. */
export interface ConsoleSnippet {
  /** Absent where no key for pages is known by its text. */
  readonly publishableKey?: string
  readonly script: { readonly path: string; readonly url: string; readonly integrity: string }
  /** Whether the element shows anything at all. */
  readonly showsScript: boolean
  readonly minTotal: number
  readonly maxTotal: number
  readonly shopName: string
  /** Pages on which the element shows something. */
  readonly origins: readonly string[]
}

/** How the pages of the shop's customers look. */
export interface ConsoleLook {
  readonly shopName: string
  readonly theme: RetailerTheme
}

export interface ConsoleBrand extends ConsoleLook {
  /** As the shop gave it, #rrggbb. */
  readonly colour?: string
}

export const ChangeAccentRequest = Type.Object({
  accent: Type.Union([
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      'x-error': { '*': 'must be a colour such as #0a7a5c' },
    }),
    Type.Null(),
  ]),
})
export type ChangeAccentRequest = Static<typeof ChangeAccentRequest>

/** The bytes of the file in base64; null takes the logo away. */
export const ChangeLogoRequest = Type.Object({
  logo: Type.Union([
    Type.String({
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      maxLength: Math.ceil(MAX_LOGO_BYTES / 3) * 4,
      'x-error': { '*': `must be a file of at most ${MAX_LOGO_BYTES / 1024} KiB in base64` },
    }),
    Type.Null(),
  ]),
})
export type ChangeLogoRequest = Static<typeof ChangeLogoRequest>
