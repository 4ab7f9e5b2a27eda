import type { App } from '../../app/app.ts'
import type { ReplaceAuthenticatorRequest } from '../../contract/console-requests.ts'
import { appendAudit } from '../audit/index.ts'
import {
  hashPassword,
  isFresh,
  issueDeviceToken,
  type PasswordAttempt,
  type SignIn,
  type SignInOutcome,
  signInWithFactor,
  signInWithPassword,
} from '../sign-in/index.ts'
import { type OfferedAuthenticator, offerSetup, readSetup } from './authenticator-setup.ts'
import { setCredentials } from './people.ts'
import { listPersonRows, lockPersonRow, type PersonRow } from './person-store.ts'
import { endSessionsOf, lockSession } from './session-store.ts'
import { listStaffSessions, openStaffSession, type StaffSession, staffOf } from './sessions.ts'
import { createStaffRealm } from './sign-in.ts'

/** How the person signs in, besides passkeys, and where the person is signed in, at any shop. */
export async function readOwnAccess(
  app: App,
  { person }: StaffSession,
): Promise<{
  readonly hasPassword: boolean
  readonly hasAuthenticator: boolean
  readonly sessions: Awaited<ReturnType<typeof listStaffSessions>>
}> {
  const [[row], sessions] = await Promise.all([
    listPersonRows(app.database, [person.id]),
    listStaffSessions(app, person.id),
  ])
  return { hasPassword: row?.passwordHash != null, hasAuthenticator: row?.totpSecret != null, sessions }
}

export const offerOwnAuthenticator = ({ secrets }: App, { id, person }: StaffSession): OfferedAuthenticator =>
  offerSetup(secrets, `session:${id}`, person.email)

type Replaced = SignInOutcome | { readonly outcome: 'wrong code' } | { readonly outcome: 'sign-in again' }

type Attempt = Omit<PasswordAttempt, 'email' | 'password'> & { readonly browser: string }

/**
 * Another authenticator for the person who is signed in, who shows the password and a code of the one in use as at a
 * sign-in, with its limits. Somebody who has none signed in a moment ago instead, by passkey; without a password, sets
 * one. All sessions of the person end, and a new one begins here.
 */
export async function replaceOwnAuthenticator(
  app: App,
  session: StaffSession,
  wanted: ReplaceAuthenticatorRequest,
  { browser, ...from }: Attempt,
): Promise<Replaced> {
  const { database, secrets, realClock } = app
  const { person, retailerId } = session
  const shown = { setup: wanted.setup, code: wanted.newCode }
  const authenticator = readSetup(secrets, `session:${session.id}`, shown, realClock.now())
  if (authenticator === undefined) return { outcome: 'wrong code' }
  const [before] = await listPersonRows(database, [person.id])
  if (before === undefined) return { outcome: 'refused' }
  const realm: ReturnType<typeof createStaffRealm> = {
    ...createStaffRealm({ browser }),
    async open(_app, tx, row, how, now) {
      // A reset came between: it ended this session.
      if (!(await lockSession(tx, session.idHash))) return { why: 'session ended' }
      const passwordHash = newHash === undefined ? {} : { passwordHash: newHash }
      await setCredentials(tx, secrets, row, { authenticator, ...passwordHash })
      await endSessionsOf(tx, person.id, now)
      const note = { staff: staffOf(session), action: 'person.authenticator', subject: person.id } as const
      await appendAudit(tx, note, now)
      return openStaffSession(app, tx, person.id, { browser, how, now, retailerId })
    },
  }
  const newHash = before.passwordHash === null ? await hashPassword(wanted.password) : undefined
  const attempt = { ...from, email: person.email, password: wanted.password }
  if (before.totpSecret !== null)
    return signInWithPassword(app, realm, { ...attempt, code: wanted.code ?? '' })
  if (!isFresh(session, realClock.now())) return { outcome: 'sign-in again' }
  const use = async (tx: Parameters<typeof lockPersonRow>[0], row: PersonRow): Promise<boolean> =>
    (await lockPersonRow(tx, row.id))?.version === row.version
  if (newHash === undefined)
    return signInWithFactor(app, realm, attempt, {
      method: { method: 'password' },
      refusals: { wrong: 'code', used: 'code used before' },
      check: () => authenticator,
      use,
    })
  const now = realClock.now()
  const opened = await database.transaction(async tx =>
    (await use(tx, before)) ? realm.open(app, tx, before, { method: 'password' }, now) : undefined,
  )
  if (opened === undefined || opened.why !== undefined) return { outcome: 'refused' }
  const device = issueDeviceToken(secrets, before.emailIndex, now)
  return { outcome: 'signed-in', sessionId: opened.sessionId, personId: person.id, device }
}

interface PasswordChange extends Omit<SignIn, 'email'> {
  readonly newPassword: string
  readonly browser: string
}

/**
 * Another password for the person who is signed in, who shows the old one and a code as at a sign-in, with its limits.
 * All sessions of the person end, and a new one begins here.
 */
export async function changeOwnPassword(
  app: App,
  session: StaffSession,
  { newPassword, browser, ...shown }: PasswordChange,
): Promise<SignInOutcome> {
  const { person, retailerId } = session
  const passwordHash = await hashPassword(newPassword)
  const realm: ReturnType<typeof createStaffRealm> = {
    ...createStaffRealm({ browser }),
    async open(_app, tx, row, how, now) {
      await setCredentials(tx, app.secrets, row, { passwordHash })
      await endSessionsOf(tx, person.id, now, {})
      const note = { staff: staffOf(session), action: 'person.password', subject: person.id } as const
      await appendAudit(tx, note, now)
      return openStaffSession(app, tx, person.id, { browser, how, now, retailerId })
    },
  }
  return signInWithPassword(app, realm, { ...shown, email: person.email })
}
