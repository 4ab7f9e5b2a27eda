import type { App } from '../../app/app.ts'
import type { ConsolePerson } from '../../contract/console.ts'
import type { AddPasskeyRequest } from '../../contract/desk-passkeys.ts'
import {
  issueChallenge,
  type MadeKey,
  type PasswordAttempt,
  type RelyingParty,
  type SignInOutcome,
  verifyMadeKey,
} from '../sign-in/index.ts'
import { type OfferedAuthenticator, offerSetup, readSetup, type SetupPurpose } from './authenticator-setup.ts'
import type { NewAuthenticator } from './people.ts'

/** What a link from the mailbox opens. */
interface OpenedLink {
  /** What is offered for one link is of no use for another. */
  readonly purpose: SetupPurpose
  /** Whose credentials are set up. */
  readonly person: ConsolePerson
  /** The sealed id of the future owner, which until then only the browser holds. */
  readonly setup?: string
  /** The person has credentials already, and signs in instead. */
  readonly isKnown?: boolean
}

type Entered =
  | SignInOutcome
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'wrong code' }
  | { readonly outcome: 'wrong passkey' }
  | { readonly outcome: 'known' }
  /** The person has one: it must be shown. */
  | { readonly outcome: 'password missing' }

/** The browser that opens the link. */
export type From = Omit<PasswordAttempt, 'email' | 'password'> & { readonly browser: string }

interface WithAuthenticator {
  readonly token: string
  readonly setup: string
  readonly code: string
}
type WithPasskey = Omit<AddPasskeyRequest, 'label'> & { readonly token: string }

/** One kind of link. Whoever enters shows an authenticator or a passkey, which was verified before. */
interface LinkKind<
  Opened extends OpenedLink,
  View,
  Shown extends WithAuthenticator,
  ShownKey extends WithPasskey,
> {
  /** Undefined for a link that opens nothing. */
  open(app: App, token: string): Promise<Opened | undefined>
  present(app: App, opened: Opened): Promise<View>
  enter(app: App, opened: Opened, shown: Shown, from: From, authenticator: NewAuthenticator): Promise<Entered>
  enterWithPasskey(app: App, opened: Opened, shown: ShownKey, from: From, key: MadeKey): Promise<Entered>
}

/** The steps from a link in the mailbox to new credentials and a session. */
export interface AccessLink<View, Shown, ShownKey> {
  /** What the page says, before anything is set up. */
  read(app: App, token: string): Promise<View | undefined>
  offerAuthenticator(app: App, token: string): Promise<OfferedAuthenticator | undefined>
  offerPasskey(
    app: App,
    token: string,
  ): Promise<(Pick<OpenedLink, 'person' | 'setup'> & { readonly challenge: string }) | undefined>
  /** With a password and an authenticator. */
  enter(app: App, shown: Shown, from: From): Promise<Entered>
  enterWithPasskey(app: App, party: RelyingParty, shown: ShownKey, from: From): Promise<Entered>
}

export function createAccessLink<
  Opened extends OpenedLink,
  View,
  Shown extends WithAuthenticator,
  ShownKey extends WithPasskey,
>(kind: LinkKind<Opened, View, Shown, ShownKey>): AccessLink<View, Shown, ShownKey> {
  return {
    async read(app, token) {
      const opened = await kind.open(app, token)
      return opened && kind.present(app, opened)
    },

    async offerAuthenticator(app, token) {
      const opened = await kind.open(app, token)
      return opened && offerSetup(app.secrets, opened.purpose, opened.person.email)
    },

    async offerPasskey(app, token) {
      const opened = await kind.open(app, token)
      if (opened === undefined) return undefined
      const { purpose, person, setup } = opened
      const challenge = issueChallenge(app.secrets, keyPurpose(purpose), app.realClock.now())
      return { challenge, person, ...(setup !== undefined && { setup }) }
    },

    async enter(app, shown, from) {
      const opened = await kind.open(app, shown.token)
      if (opened === undefined) return { outcome: 'invalid' }
      if (opened.isKnown) return { outcome: 'known' }
      const authenticator = readSetup(app.secrets, opened.purpose, shown, app.realClock.now())
      if (authenticator === undefined) return { outcome: 'wrong code' }
      return kind.enter(app, opened, shown, from, authenticator)
    },

    async enterWithPasskey(app, party, shown, from) {
      const opened = await kind.open(app, shown.token)
      if (opened === undefined) return { outcome: 'invalid' }
      if (opened.isKnown) return { outcome: 'known' }
      const key = await verifyMadeKey(app, party, keyPurpose(opened.purpose), shown)
      if (key === undefined) return { outcome: 'wrong passkey' }
      return kind.enterWithPasskey(app, opened, shown, from, key)
    },
  }
}

const keyPurpose = (purpose: SetupPurpose): string => `staff-${purpose}`
