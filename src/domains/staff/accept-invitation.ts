import type { App } from '../../app/app.ts'
import type { ConsolePerson, InvitationView } from '../../contract/console.ts'
import type {
  AcceptInvitationRequest,
  AcceptInvitationWithPasskeyRequest,
} from '../../contract/console-requests.ts'
import { newId } from '../../kernel/ids.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  hashPassword,
  issueChallenge,
  issueDeviceToken,
  type RelyingParty,
  type SignInMethod,
  type SignInOutcome,
  verifyMadeKey,
} from '../sign-in/index.ts'
import { type OfferedAuthenticator, offerSetup, readSetup } from './authenticator-setup.ts'
import { findInvitationRow, type InvitationRow, lockInvitationRow } from './invitation-store.ts'
import { findOpenInvitation, hashInvitationToken, openInvitedEmail, takePlace } from './invitations.ts'
import { openStaffSession } from './open-session.ts'
import { staffPasskeys } from './passkeys.ts'
import { addPerson, type NewPerson } from './people.ts'
import { findPersonRow } from './person-store.ts'

const findByToken = (app: App, token: string): Promise<InvitationRow | undefined> =>
  findOpenInvitation(app, findInvitationRow(app.database, hashInvitationToken(app.secrets, token)))

export async function readInvitation(
  app: App,
  token: string,
): Promise<Omit<InvitationView, 'isPasskeyOffered'> | undefined> {
  const { database, secrets } = app
  const row = await findByToken(app, token)
  if (row === undefined) return undefined
  const [shop, known] = await Promise.all([
    app.retailers.getRetailer(row.retailerId),
    findPersonRow(database, row.emailIndex),
  ])
  return {
    shopName: shop.name,
    email: openInvitedEmail(secrets, row),
    role: row.role,
    expiresAt: row.expiresAt.toISOString(),
    isKnown: known !== undefined,
  }
}

/** For the authenticator of the invited person. */
export async function offerAuthenticator(app: App, token: string): Promise<OfferedAuthenticator | undefined> {
  const row = await findByToken(app, token)
  return row && offerSetup(app.secrets, `invitation:${row.id}`, openInvitedEmail(app.secrets, row))
}

const keyPurpose = (row: InvitationRow): string => `staff-invited:${row.id}`
const newcomerContext = (row: InvitationRow): string => `staff-newcomer:${row.id}`

/**
 * For a passkey of the invited person. An authenticator keeps the id of its owner: the id that the person will have comes
 * back sealed with the key, and nothing is stored meanwhile.
 */
export async function offerFirstPasskey(
  app: App,
  token: string,
): Promise<{ readonly challenge: string; readonly person: ConsolePerson; readonly setup: string } | undefined> {
  const { secrets, realClock } = app
  const row = await findByToken(app, token)
  if (row === undefined) return undefined
  const now = realClock.now()
  const personId = newId(now.getTime())
  const email = openInvitedEmail(secrets, row)
  return {
    challenge: issueChallenge(secrets, keyPurpose(row), now),
    person: { id: personId, email, name: email },
    setup: seal(secrets.sealing, newcomerContext(row), personId).toString('base64url'),
  }
}

function readNewcomer(secrets: Secrets, row: InvitationRow, setup: string): string | undefined {
  try {
    return open(secrets.sealing, newcomerContext(row), Buffer.from(setup, 'base64url')).toString()
  } catch {
    // Of another invitation, or not ours.
    return undefined
  }
}

type Accepted =
  | SignInOutcome
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'wrong code' }
  | { readonly outcome: 'wrong passkey' }
  /** The person signs in instead. */
  | { readonly outcome: 'known' }

/** Makes a new person of an invitation, with a password and an authenticator, and signs the person in. */
export async function acceptInvitation(
  app: App,
  wanted: AcceptInvitationRequest,
  browser: string,
): Promise<Accepted> {
  const { secrets, realClock } = app
  const now = realClock.now()
  const invitation = await findByToken(app, wanted.token)
  if (invitation === undefined) return { outcome: 'invalid' }
  if ((await findPersonRow(app.database, invitation.emailIndex)) !== undefined) return { outcome: 'known' }
  const authenticator = readSetup(secrets, `invitation:${invitation.id}`, wanted, now)
  if (authenticator === undefined) return { outcome: 'wrong code' }
  const { secret: totpSecret, step: totpStep } = authenticator
  const credentials = { passwordHash: await hashPassword(wanted.password), totpSecret, totpStep }
  const person = { id: newId(now.getTime()), name: wanted.name, credentials }
  return enter(app, wanted.token, person, { browser, now, finish: async () => ({ method: 'password' }) })
}

/** Makes a new person of an invitation, with a passkey and without a password, and signs the person in. */
export async function acceptInvitationWithPasskey(
  app: App,
  party: RelyingParty,
  wanted: AcceptInvitationWithPasskeyRequest,
  browser: string,
): Promise<Accepted> {
  const { secrets, realClock } = app
  const now = realClock.now()
  const invitation = await findByToken(app, wanted.token)
  if (invitation === undefined) return { outcome: 'invalid' }
  if ((await findPersonRow(app.database, invitation.emailIndex)) !== undefined) return { outcome: 'known' }
  const id = readNewcomer(secrets, invitation, wanted.setup)
  const key = id && (await verifyMadeKey(app, party, keyPurpose(invitation), wanted))
  if (!id || !key) return { outcome: 'wrong passkey' }
  try {
    return await enter(app, wanted.token, { id, name: wanted.name }, { browser, now, finish })
  } catch (error) {
    if (error instanceof KeyRefused) return { outcome: 'wrong passkey' }
    throw error
  }

  async function finish(tx: Transaction, ownerId: string): Promise<SignInMethod> {
    if (!key) throw new KeyRefused()
    const added = await staffPasskeys.insert(app, tx, key, { ownerId, label: browser, now })
    if (added.why !== undefined) throw new KeyRefused()
    return { method: 'passkey', passkey: added.id }
  }
}

/** Undoes the person who was to own the key. */
class KeyRefused extends Error {}

/** Of two who open the same link at once, the second one finds the invitation accepted. */
function enter(
  app: App,
  token: string,
  { id: personId, name, credentials }: Omit<NewPerson, 'email'>,
  how: {
    readonly browser: string
    readonly now: Date
    finish(tx: Transaction, personId: string): Promise<SignInMethod>
  },
): Promise<Accepted> {
  const { database, secrets } = app
  const { browser, now } = how
  return database.transaction(async tx => {
    const row = await findOpenInvitation(app, lockInvitationRow(tx, hashInvitationToken(secrets, token)))
    if (row === undefined) return { outcome: 'invalid' }
    const person = { id: personId, email: openInvitedEmail(secrets, row), name: name.trim(), credentials }
    if (!(await addPerson(tx, secrets, person, now))) return { outcome: 'known' }
    await takePlace(tx, secrets, row, personId, now)
    const method = await how.finish(tx, personId)
    const opening = { browser, how: method, now, retailerId: row.retailerId }
    const opened = await openStaffSession(app, tx, personId, opening)
    if (opened.why !== undefined) throw new Error(`a new person could not sign in: ${opened.why}`)
    const device = issueDeviceToken(secrets, row.emailIndex, now)
    return { outcome: 'signed-in', sessionId: opened.sessionId, personId, device }
  })
}
