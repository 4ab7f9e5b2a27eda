/*
 * Who may do what in a retailer's console, and the messages between its pages and the server below /console/api. The
 * browser imports this file too: types and plain values only.
 */

export const CONSOLE_ROLES = ['OWNER', 'FINANCE', 'SALES', 'VIEWER'] as const
export type ConsoleRole = (typeof CONSOLE_ROLES)[number]

const EVERYBODY = CONSOLE_ROLES
const OWNERS = ['OWNER'] as const
const MONEY = ['OWNER', 'FINANCE'] as const
const SELLING = ['OWNER', 'FINANCE', 'SALES'] as const

/** Every action of the console. A role may do only what is listed for it here. */
const CONSOLE_ACTIONS = {
  'session.read': EVERYBODY,
  'session.end': EVERYBODY,
  'session.switch': EVERYBODY,
  'passkey.read': EVERYBODY,
  'passkey.change': EVERYBODY,
  'people.read': OWNERS,
  'people.change': OWNERS,
  'orders.read': EVERYBODY,
  'orders.export': SELLING,
  'orders.change': SELLING,
  /** Up to what amount salespeople may cancel. */
  'orders.limit': OWNERS,
  /** Amounts of orders, transfers, statements and figures, and the pages about them. */
  'money.read': MONEY,
  'links.read': EVERYBODY,
  'links.change': SELLING,
  simulate: EVERYBODY,
  'integration.read': OWNERS,
  'integration.change': OWNERS,
  'brand.read': OWNERS,
  'brand.change': OWNERS,
  'audit.read': OWNERS,
  'account.read': OWNERS,
  'account.change': OWNERS,
} as const satisfies Readonly<Record<string, readonly ConsoleRole[]>>
export type ConsoleAction = keyof typeof CONSOLE_ACTIONS

export function mayDoInConsole(role: ConsoleRole, action: ConsoleAction): boolean {
  return (CONSOLE_ACTIONS[action] as readonly ConsoleRole[]).includes(role)
}

/** Every request but a GET carries it with the value 1: a form on another site cannot send it. */
export const CONSOLE_HEADER = 'x-console'

export interface ConsolePerson {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** A retailer that the person belongs to. */
export interface ConsoleShop {
  readonly retailerId: string
  readonly name: string
  readonly role: ConsoleRole
}

export interface ConsoleSession {
  readonly person: ConsolePerson
  /** The retailer that everything on the pages is about. */
  readonly shop: ConsoleShop
  /** All retailers of the person, the current one included. */
  readonly shops: readonly ConsoleShop[]
  /** Independent of the person's activity. */
  readonly endsAt: string
  readonly idleMinutes: number
  /** Nobody owes money here: the page says so on every screen. */
  readonly isHomologation: boolean
  /** It sells nothing until the lender lifts the suspension. */
  readonly isSuspended: boolean
}

/** What an invitation says to the person who opens its link. */
export interface InvitationView {
  readonly shopName: string
  readonly email: string
  readonly role: ConsoleRole
  readonly expiresAt: string
  /** The person has signed in at another shop, and accepts by signing in. */
  readonly isKnown: boolean
  /** Instead of a password and an authenticator. False where browsers allow no passkeys. */
  readonly isPasskeyOffered: boolean
}

/** What the link of a reset says to the person who opens it. */
export interface ResetView {
  readonly name: string
  readonly email: string
  /** It is asked for; somebody without one sets one, or makes a passkey. */
  readonly hasPassword: boolean
  readonly expiresAt: string
  readonly isPasskeyOffered: boolean
}

/** What is scanned or typed into the app of an authenticator. */
export interface AuthenticatorSetup {
  readonly link: string
  readonly secret: string
  readonly qr: { readonly size: number; readonly path: string }
  /** Sealed: shows later that this secret was given out for this link, or this session. */
  readonly setup: string
}

export interface ConsoleSessionView {
  readonly id: string
  /** The kind of browser, such as "Chrome, Android". */
  readonly browser: string
  readonly openedAt: string
  readonly lastSeenAt: string
  /** The one that asks. */
  readonly isCurrent: boolean
}

export interface ConsoleSessionList {
  /** By which ways the person signs in, besides passkeys. */
  readonly hasPassword: boolean
  readonly hasAuthenticator: boolean
  readonly sessions: readonly ConsoleSessionView[]
}

export interface ConsolePersonView extends ConsolePerson {
  readonly role: ConsoleRole
  readonly since: string
  /** The one who asks. */
  readonly isSelf: boolean
  /** Present while somebody who was reset has not set up a new access. */
  readonly reset?: { readonly expiresAt: string; readonly isExpired: boolean }
}

export interface ConsoleInvitationView {
  readonly id: string
  readonly email: string
  readonly role: ConsoleRole
  readonly sentAt: string
  readonly expiresAt: string
  readonly isExpired: boolean
}

export interface ConsolePeople {
  readonly people: readonly ConsolePersonView[]
  readonly invitations: readonly ConsoleInvitationView[]
}

export type ConsoleAccountText =
  | { readonly pixKey: string }
  | {
      readonly bankCode: string
      readonly agency: string
      readonly account: string
      readonly accountDigit: string
      readonly accountType: string
    }

/** Where the transfers of the shop go, and the change that waits. */
export interface ConsoleAccount {
  /** Absent until the lender has registered the company. */
  readonly company?: { readonly legalName: string; readonly cnpj: string }
  readonly account?: ConsoleAccountText
  readonly changedAt?: string
  readonly change?: {
    readonly id: string
    readonly account: ConsoleAccountText
    /** Absent for somebody who left. */
    readonly proposedBy?: string
    readonly isOwn: boolean
    readonly proposedAt: string
    readonly takesEffectAt: string
  }
  /** The lender changes the company or the account: its own people decide. */
  readonly isLenderChanging: boolean
  /** By name: who may approve the change that waits. */
  readonly otherOwners: readonly string[]
  readonly waitHours: number
}
