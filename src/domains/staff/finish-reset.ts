import type { App } from '../../app/app.ts'
import type { ConsolePerson, ResetView } from '../../contract/console.ts'
import type { FinishResetRequest, FinishResetWithPasskeyRequest } from '../../contract/console-requests.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import {
  hashPassword,
  issueChallenge,
  issueDeviceToken,
  type MadeKey,
  type PasswordAttempt,
  type RelyingParty,
  type SignInMethod,
  type SignInOutcome,
  signInWithFactor,
  verifyMadeKey,
} from '../sign-in/index.ts'
import { type OfferedAuthenticator, offerSetup, readSetup } from './authenticator-setup.ts'
import { openStaffSession } from './open-session.ts'
import { staffPasskeys } from './passkeys.ts'
import { isPersonGenuine, listPlaces, type NewAuthenticator, setCredentials, toPerson } from './people.ts'
import { listPersonRows, lockPersonRow, type PersonRow } from './person-store.ts'
import type { ResetRow } from './reset-store.ts'
import { endReset, findReset } from './resets.ts'
import { createStaffRealm } from './sign-in.ts'

interface OpenReset {
  readonly row: ResetRow
  readonly person: PersonRow
}

/** What the link of a reset opens: undefined when it is used, replaced, over, or of somebody without a place at a shop. */
async function findOpen(app: App, token: string): Promise<OpenReset | undefined> {
  const { database, secrets, reportForgery } = app
  const row = await findReset(app, database, token)
  if (row === undefined) return undefined
  const [person] = await listPersonRows(database, [row.personId])
  if (person === undefined || person.disabledAt !== null) return undefined
  if (!isPersonGenuine(secrets, person)) {
    await reportForgery('staff_people', person.id)
    return undefined
  }
  return (await listPlaces(database, secrets, person.id)).places.length === 0 ? undefined : { row, person }
}

export async function readReset(
  app: App,
  token: string,
): Promise<Omit<ResetView, 'isPasskeyOffered'> | undefined> {
  const open = await findOpen(app, token)
  if (open === undefined) return undefined
  const { email, name } = toPerson(app.secrets, open.person)
  const hasPassword = open.person.passwordHash !== null
  return { email, name, hasPassword, expiresAt: open.row.expiresAt.toISOString() }
}

export async function offerResetAuthenticator(
  app: App,
  token: string,
): Promise<OfferedAuthenticator | undefined> {
  const open = await findOpen(app, token)
  if (open === undefined) return undefined
  return offerSetup(app.secrets, `reset:${open.row.id}`, toPerson(app.secrets, open.person).email)
}

const keyPurpose = (row: ResetRow): string => `staff-reset:${row.id}`

export async function offerResetPasskey(
  app: App,
  token: string,
): Promise<{ readonly challenge: string; readonly person: ConsolePerson } | undefined> {
  const { secrets, realClock } = app
  const open = await findOpen(app, token)
  if (open === undefined) return undefined
  const challenge = issueChallenge(secrets, keyPurpose(open.row), realClock.now())
  return { challenge, person: toPerson(secrets, open.person) }
}

type Finished =
  | SignInOutcome
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'wrong code' }
  | { readonly outcome: 'wrong passkey' }
  /** The person has one: it must be shown. */
  | { readonly outcome: 'password missing' }

type From = Omit<PasswordAttempt, 'email' | 'password'> & { readonly browser: string }

/** Another authenticator, after the password; somebody without a password sets one with it. */
export async function finishReset(app: App, wanted: FinishResetRequest, from: From): Promise<Finished> {
  const open = await findOpen(app, wanted.token)
  if (open === undefined) return { outcome: 'invalid' }
  const now = app.realClock.now()
  const authenticator = readSetup(app.secrets, `reset:${open.row.id}`, wanted, now)
  if (authenticator === undefined) return { outcome: 'wrong code' }
  const { password } = wanted
  const passwordHash = open.person.passwordHash === null ? await hashPassword(password) : undefined
  return finish(app, open, wanted, from, {
    authenticator,
    ...(passwordHash !== undefined && { passwordHash }),
  })
}

/** A passkey instead of an authenticator, after the password of those who have one. */
export async function finishResetWithPasskey(
  app: App,
  party: RelyingParty,
  wanted: FinishResetWithPasskeyRequest,
  from: From,
): Promise<Finished> {
  const open = await findOpen(app, wanted.token)
  if (open === undefined) return { outcome: 'invalid' }
  const key = await verifyMadeKey(app, party, keyPurpose(open.row), wanted)
  if (key === undefined) return { outcome: 'wrong passkey' }
  return finish(app, open, wanted, from, { key })
}

type NewAccess =
  | { readonly authenticator: NewAuthenticator; readonly passwordHash?: string; readonly key?: undefined }
  | { readonly key: MadeKey; readonly authenticator?: undefined }

/** The new second factor was verified; the password is compared by the code and the limits of the sign-in. */
async function finish(
  app: App,
  { person }: OpenReset,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  from: From,
  access: NewAccess,
): Promise<Finished> {
  const { database, secrets, realClock } = app
  const { browser, ...place } = from
  const complete = (tx: Transaction, row: PersonRow, now: Date) =>
    putInPlace(app, tx, { row, token, access, browser, now })
  if (person.passwordHash === null) {
    const now = realClock.now()
    const opened = await inTransaction(tx => complete(tx, person, now))
    if (opened.why !== undefined) return { outcome: 'invalid' }
    const device = issueDeviceToken(secrets, person.emailIndex, now)
    return { outcome: 'signed-in', sessionId: opened.sessionId, personId: person.id, device }
  }
  if (password === undefined) return { outcome: 'password missing' }
  const realm = createStaffRealm({ browser })
  const { email } = toPerson(secrets, person)
  const outcome = await signInWithFactor(
    app,
    { ...realm, open: async (_app, tx, row, _how, now) => complete(tx, row, now) },
    { ...place, email, password },
    {
      method: { method: 'password' },
      refusals: { wrong: 'code', used: 'link used before' },
      check: () => access,
      use: (tx, row) => isNewest(tx, row),
    },
  )
  // Of two who use the link at once, the second one did nothing wrong.
  return outcome.outcome === 'refused' && (await findOpen(app, token)) === undefined
    ? { outcome: 'invalid' }
    : outcome

  async function inTransaction(
    work: (tx: Transaction) => ReturnType<typeof putInPlace>,
  ): ReturnType<typeof putInPlace> {
    return database.transaction(async tx =>
      (await isNewest(tx, person)) ? work(tx) : { why: 'link used before' },
    )
  }
}

/** Locks the person: whoever comes second finds another version. */
async function isNewest(tx: Transaction, { id, version }: PersonRow): Promise<boolean> {
  return (await lockPersonRow(tx, id))?.version === version
}

async function putInPlace(
  app: App,
  tx: Transaction,
  {
    row,
    token,
    access,
    browser,
    now,
  }: {
    readonly row: PersonRow
    readonly token: string
    readonly access: NewAccess
    readonly browser: string
    readonly now: Date
  },
): Promise<{ readonly sessionId: string; readonly why?: undefined } | { readonly why: AuditRefusal }> {
  const { secrets } = app
  const { id: personId } = row
  const reset = await findReset(app, tx, token)
  if (reset === undefined || reset.personId !== personId) return { why: 'link used before' }
  let how: SignInMethod = { method: 'password' }
  if (access.key === undefined) {
    await setCredentials(tx, secrets, row, access)
  } else {
    const added = await staffPasskeys.insert(app, tx, access.key, { ownerId: personId, label: browser, now })
    if (added.why !== undefined) return added
    how = { method: 'passkey', passkey: added.id }
  }
  await endReset(tx, secrets, reset, 'used')
  for (const { retailerId } of (await listPlaces(tx, secrets, personId)).places) {
    const staff = { personId, retailerId }
    await appendAudit(tx, { staff, action: 'person.restore', subject: personId, details: { ...how } }, now)
  }
  return openStaffSession(app, tx, personId, { browser, how, now })
}
