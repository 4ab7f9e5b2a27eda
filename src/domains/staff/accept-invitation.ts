import type { App } from '../../app/app.ts'
import type { InvitationView } from '../../contract/console.ts'
import type {
  AcceptInvitationRequest,
  AcceptInvitationWithPasskeyRequest,
} from '../../contract/console-requests.ts'
import { newId } from '../../kernel/ids.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import {
  hashPassword,
  issueDeviceToken,
  type MadeKey,
  type SignInMethod,
  type SignInOutcome,
} from '../sign-in/index.ts'
import { type AccessLink, createAccessLink } from './access-link.ts'
import { findInvitationRow, type InvitationRow, lockInvitationRow } from './invitation-store.ts'
import { findOpenInvitation, hashInvitationToken, openInvitedEmail, takePlace } from './invitations.ts'
import { staffPasskeys } from './passkeys.ts'
import { addPerson, type NewPerson } from './people.ts'
import { findPersonRow } from './person-store.ts'
import { openStaffSession } from './sessions.ts'

/** Turns an invitation into a new person, and signs the person in. */
export const invitationLink: AccessLink<
  Omit<InvitationView, 'isPasskeyOffered'>,
  AcceptInvitationRequest,
  AcceptInvitationWithPasskeyRequest
> = createAccessLink({
  async open(app, token) {
    const { database, secrets, realClock } = app
    const found = findInvitationRow(database, hashInvitationToken(secrets, token))
    const row = await findOpenInvitation(app, found)
    if (row === undefined) return undefined
    // The id that the person will have.
    const id = newId(realClock.now().getTime())
    const email = openInvitedEmail(secrets, row)
    return {
      row,
      purpose: `invitation:${row.id}` as const,
      person: { id, email, name: email },
      // An authenticator keeps the id of its owner: it comes back sealed with the key, and nothing is stored meanwhile.
      setup: seal(secrets.sealing, newcomerContext(row), id).toString('base64url'),
      isKnown: (await findPersonRow(database, row.emailIndex)) !== undefined,
    }
  },

  async present(app, { row, person, isKnown }) {
    const shop = await app.retailers.getRetailer(row.retailerId)
    const { email } = person
    return { shopName: shop.name, email, role: row.role, expiresAt: row.expiresAt.toISOString(), isKnown }
  },

  async enter(app, { person }, { token, name, password }, { browser }, { secret, step }) {
    const credentials = { passwordHash: await hashPassword(password), totpSecret: secret, totpStep: step }
    return admit(app, token, browser, { id: person.id, name, credentials })
  },

  /** Without a password. */
  async enterWithPasskey(app, { row }, { token, name, setup }, { browser }, key) {
    const id = readNewcomer(app.secrets, row, setup)
    if (id === undefined) return { outcome: 'wrong passkey' }
    try {
      return await admit(app, token, browser, { id, name }, key)
    } catch (error) {
      if (error instanceof KeyRefused) return { outcome: 'wrong passkey' }
      throw error
    }
  },
})

const newcomerContext = (row: InvitationRow): string => `staff-newcomer:${row.id}`

function readNewcomer(secrets: Secrets, row: InvitationRow, setup: string): string | undefined {
  try {
    return open(secrets.sealing, newcomerContext(row), Buffer.from(setup, 'base64url')).toString()
  } catch {
    // Of another invitation, or not ours.
    return undefined
  }
}

/** Undoes the person who was to own the key. */
class KeyRefused extends Error {}

/** Of two who open the same link at once, the second one finds the invitation accepted. */
function admit(
  app: App,
  token: string,
  browser: string,
  { id: personId, name, credentials }: Omit<NewPerson, 'email'>,
  key?: MadeKey,
): Promise<SignInOutcome | { readonly outcome: 'invalid' } | { readonly outcome: 'known' }> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  return database.transaction(async tx => {
    const row = await findOpenInvitation(app, lockInvitationRow(tx, hashInvitationToken(secrets, token)))
    if (row === undefined) return { outcome: 'invalid' }
    const person = { id: personId, email: openInvitedEmail(secrets, row), name: name.trim(), credentials }
    if (!(await addPerson(tx, secrets, person, now))) return { outcome: 'known' }
    await takePlace(tx, secrets, row, personId, now)
    let how: SignInMethod = { method: 'password' }
    if (key !== undefined) {
      const added = await staffPasskeys.insert(app, tx, key, { ownerId: personId, label: browser, now })
      if (added.why !== undefined) throw new KeyRefused()
      how = { method: 'passkey', passkey: added.id }
    }
    const opened = await openStaffSession(app, tx, personId, {
      browser,
      how,
      now,
      retailerId: row.retailerId,
    })
    if (opened.why !== undefined) throw new Error(`a new person could not sign in: ${opened.why}`)
    const device = issueDeviceToken(secrets, row.emailIndex, now)
    return { outcome: 'signed-in', sessionId: opened.sessionId, personId, device }
  })
}
