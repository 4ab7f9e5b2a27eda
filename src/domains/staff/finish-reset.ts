import type { App } from '../../app/app.ts'
import type { ResetView } from '../../contract/console.ts'
import type { FinishResetRequest, FinishResetWithPasskeyRequest } from '../../contract/console-requests.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import {
  hashPassword,
  issueDeviceToken,
  type MadeKey,
  type SignInMethod,
  type SignInOutcome,
  signInWithFactor,
} from '../sign-in/index.ts'
import { type AccessLink, createAccessLink, type From } from './access-link.ts'
import { staffPasskeys } from './passkeys.ts'
import { isPersonGenuine, listPlaces, type NewAuthenticator, setCredentials, toPerson } from './people.ts'
import { listPersonRows, lockPersonRow, type PersonRow } from './person-store.ts'
import type { ResetRow } from './reset-store.ts'
import { endReset, findReset } from './resets.ts'
import { openStaffSession } from './sessions.ts'
import { createStaffRealm } from './sign-in.ts'

interface OpenReset {
  readonly row: ResetRow
  readonly owner: PersonRow
}

/** Gives a person who was reset new credentials, and signs the person in. */
export const resetLink: AccessLink<
  Omit<ResetView, 'isPasskeyOffered'>,
  FinishResetRequest,
  FinishResetWithPasskeyRequest
> = createAccessLink({
  async open(app, token) {
    const found = await findOpen(app, token)
    if (found === undefined) return undefined
    return { ...found, purpose: `reset:${found.row.id}` as const, person: toPerson(app.secrets, found.owner) }
  },

  async present(_app, { row, owner, person: { email, name } }) {
    return { email, name, hasPassword: owner.passwordHash !== null, expiresAt: row.expiresAt.toISOString() }
  },

  /** Another authenticator, after the password; somebody without a password sets one with it. */
  async enter(app, opened, shown, from, authenticator) {
    const passwordHash = opened.owner.passwordHash === null ? await hashPassword(shown.password) : undefined
    return finish(app, opened, shown, from, {
      authenticator,
      ...(passwordHash !== undefined && { passwordHash }),
    })
  },

  /** A passkey instead of an authenticator, after the password of those who have one. */
  enterWithPasskey: (app, opened, shown, from, key) => finish(app, opened, shown, from, { key }),
})

/** Undefined when the link is used, replaced or expired, or when its person works at no shop. */
async function findOpen(app: App, token: string): Promise<OpenReset | undefined> {
  const { database, secrets, reportForgery } = app
  const row = await findReset(app, database, token)
  if (row === undefined) return undefined
  const [owner] = await listPersonRows(database, [row.personId])
  if (owner === undefined || owner.disabledAt !== null) return undefined
  if (!isPersonGenuine(secrets, owner)) {
    await reportForgery('staff_people', owner.id)
    return undefined
  }
  return (await listPlaces(database, secrets, owner.id)).places.length === 0 ? undefined : { row, owner }
}

type NewAccess =
  | { readonly authenticator: NewAuthenticator; readonly passwordHash?: string; readonly key?: undefined }
  | { readonly key: MadeKey; readonly authenticator?: undefined }

/** The new second factor was verified; the password is compared by the code and the limits of the sign-in. */
async function finish(
  app: App,
  { owner: person }: OpenReset,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  from: From,
  access: NewAccess,
): Promise<SignInOutcome | { readonly outcome: 'invalid' } | { readonly outcome: 'password missing' }> {
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
