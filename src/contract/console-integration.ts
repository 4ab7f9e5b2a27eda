import type { Static } from 'typebox'
import type { RequestsAnswer } from './requests.ts'
import type { Scope } from './scopes.ts'
import type {
  DeliveriesAnswer,
  EndpointAnswer,
  EndpointHealthAnswer,
  EndpointWithSecretAnswer,
  FullDeliveryAnswer,
} from './webhooks.ts'

/* The pages about a retailer's integration. The browser imports this file too: types and plain values only. */

export type KeyKind = 'secret' | 'publishable'
/** `refused`: its row was changed outside the program. */
export type KeyState = 'live' | 'expired' | 'revoked' | 'refused'

export interface KeyView {
  readonly id: string
  readonly kind: KeyKind
  /** Its beginning and end. */
  readonly hint: string
  readonly scopes: readonly Scope[]
  readonly state: KeyState
  readonly createdAt: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** To some seconds; absent: never, or before uses were noted. */
  readonly usedAt?: string
}

export interface KeyList {
  readonly keys: readonly KeyView[]
}

/** The only time that a key is shown. */
export interface ShownKey {
  readonly id: string
  readonly key: string
}

/** How long the old key may go on after a rotation. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const
export type OverlapHours = (typeof OVERLAP_HOURS)[number]

export interface OriginList {
  readonly origins: readonly string[]
}

export type EndpointView = Static<typeof EndpointAnswer>
export type EndpointWithSecret = Static<typeof EndpointWithSecretAnswer>
export type EndpointHealth = Static<typeof EndpointHealthAnswer>
export type EndpointDay = EndpointHealth['days'][number]
export interface EndpointFare extends EndpointView {
  readonly health: EndpointHealth
}
export interface EndpointList {
  readonly endpoints: readonly EndpointFare[]
}
export type DeliveryList = Static<typeof DeliveriesAnswer>
export type DeliveryView = DeliveryList['data'][number]
export type FullDelivery = Static<typeof FullDeliveryAnswer>
export type RequestList = Static<typeof RequestsAnswer>
export type LoggedRequest = RequestList['data'][number]

export interface PlatformAccount {
  readonly id: string
  readonly platform: string
  /** The platform's name of the shop. */
  readonly account: string
  readonly isEnabled: boolean
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly createdAt: string
}
export interface PlatformList {
  /** Names of the platforms whose connector runs in this service. */
  readonly served: readonly string[]
  readonly accounts: readonly PlatformAccount[]
  /** The address of the interface, for connectors that are installed in a shop. */
  readonly apiUrl: string
  /** Where a shop begins the installation, by platform; absent where it does not begin it. */
  readonly installAddresses: Readonly<Record<string, string>>
}
export interface PlatformLogLine {
  readonly at: string
  readonly isProblem: boolean
  readonly code: string
  readonly message: string
  readonly orderId?: string
}
export interface PlatformDifference {
  readonly id: string
  readonly kind: string
  readonly orderId: string
  readonly theirs: string
  readonly ours: string
  readonly sentence: string
  readonly fix: string
  readonly foundAt: string
}
export interface PlatformPanel {
  /** Absent until the connector is switched on. */
  readonly account?: PlatformAccount
  readonly log: readonly PlatformLogLine[]
  readonly differences: readonly PlatformDifference[]
}
export interface PlatformFinding {
  readonly code: string
  readonly isFine: boolean
  readonly message: string
}
export interface PlatformFindings {
  readonly findings: readonly PlatformFinding[]
}
export interface PlatformDifferences {
  readonly differences: readonly PlatformDifference[]
}
/** What is typed into the platform's administration; shown once. */
export interface PlatformCredentials {
  readonly accountId: string
  readonly credentials: readonly { readonly label: string; readonly value: string }[]
}
