import type { App } from '../../app/app.ts'
import type { ConsolePerson } from '../../contract/console.ts'
import { newId } from '../../kernel/ids.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/jobs/job-table.ts'
import { appendAudit } from '../audit/index.ts'
import { composeMessage } from '../messaging/index.ts'
import { cleanEmail } from '../sign-in/index.ts'
import { listPeopleAt } from './manage-people.ts'
import type { MembershipRow } from './membership-store.ts'
import { deletePasskeysOf } from './passkey-store.ts'
import { computeStaffIndex, isPersonGenuine, listPlaces, setCredentials, toPerson } from './people.ts'
import { findPersonRow, lockPersonRow, type PersonRow } from './person-store.ts'
import { findOpenReset, findResetRow, insertReset, type ResetRow, updateReset } from './reset-store.ts'
import { endSessionsOf } from './session-store.ts'
import type { StaffSession } from './sessions.ts'

const RESET_HOURS = 24
const TOKEN_BYTES = 32

type CoveredReset = Omit<ResetRow, 'latestVersion' | 'mac'>

const resetMac = defineMac('staff_resets', (row: CoveredReset) => [
  row.id,
  row.personId,
  row.resetBy,
  row.tokenHash,
  row.createdAt,
  row.expiresAt,
  row.state,
  row.version,
])

/** An earlier state counts as forged: a link that was used would open once more. */
export const isResetGenuine = (secrets: Secrets, row: ResetRow): boolean =>
  row.version === row.latestVersion && resetMac.isGenuine(secrets, row)

const hashToken = (secrets: Secrets, token: string): Buffer => secrets.computeMac('staff-reset', token)

/** Behind the number sign, as the link of an invitation. */
const composeLink = (publicUrl: string, token: string): string => `${publicUrl}/console/novo-acesso#${token}`

/** The open reset of a link; undefined for every other one. */
export async function findReset(
  { secrets, realClock, reportForgery }: App,
  db: Queryable,
  token: string,
): Promise<ResetRow | undefined> {
  const row = await findResetRow(db, hashToken(secrets, token))
  if (row === undefined || row.state !== 'open' || row.expiresAt <= realClock.now()) return undefined
  if (isResetGenuine(secrets, row)) return row
  await reportForgery('staff_resets', row.id)
  return undefined
}

export async function endReset(
  tx: Transaction,
  secrets: Secrets,
  before: ResetRow,
  state: 'used' | 'replaced',
): Promise<void> {
  const version = Math.max(before.version, before.latestVersion ?? 0) + 1
  const row = { ...before, state, version }
  await updateReset(tx, { ...row, mac: resetMac.compute(secrets, row) })
}

/**
 * An owner takes away what a person of the shop has lost, and the person gets a link to set it up anew. The owner must be one
 * at every shop where the person works: nobody ends access to a shop that is not theirs. 'by lender' otherwise, and for
 * the owner's own access.
 */
export function resetPerson(
  app: App,
  session: StaffSession,
  personId: string,
): Promise<'done' | 'not found' | 'by lender'> {
  const { database, secrets, reportForgery } = app
  const { person: owner, retailerId } = session
  return database.transaction(async tx => {
    const row = await lockPersonRow(tx, personId)
    const { places } = await listPlaces(tx, secrets, personId)
    if (row === undefined || row.disabledAt !== null || !places.some(each => each.retailerId === retailerId))
      return 'not found'
    if (!isPersonGenuine(secrets, row)) {
      await reportForgery('staff_people', personId)
      return 'not found'
    }
    const own = (await listPlaces(tx, secrets, owner.id)).places
    const isOwnedBy = (place: MembershipRow): boolean =>
      own.some(each => each.retailerId === place.retailerId && each.role === 'OWNER')
    if (personId === owner.id || !places.every(isOwnedBy)) return 'by lender'
    await reset(app, tx, { row, places, first: retailerId, by: owner })
    return 'done'
  })
}

/**
 * For those whom no owner can reset: the only owner of a shop, and people of several shops. `isPasswordForgotten` takes the
 * password away too. Undefined for somebody who works at no shop.
 */
export async function resetPersonByLender(
  app: App,
  typed: string,
  { isPasswordForgotten }: { readonly isPasswordForgotten: boolean },
): Promise<
  | {
      readonly personId: string
      readonly link: string
      /** How long the link works. */
      readonly hours: number
      readonly retailerIds: readonly string[]
    }
  | undefined
> {
  const { database, secrets } = app
  const found = await findPersonRow(database, computeStaffIndex(secrets, cleanEmail(typed)))
  if (found === undefined) return undefined
  const { id: personId } = found
  return database.transaction(async tx => {
    const row = await lockPersonRow(tx, personId)
    const { places } = await listPlaces(tx, secrets, personId)
    const [first] = places
    if (row === undefined || row.disabledAt !== null || first === undefined) return undefined
    // A change computes the MAC again: without this check it would make a forged row genuine.
    if (!isPersonGenuine(secrets, row)) throw new ForgedRow('staff_people', personId)
    const reason = { row, places, first: first.retailerId, isPasswordForgotten }
    const link = await reset(app, tx, reason)
    return { personId, link, hours: RESET_HOURS, retailerIds: places.map(({ retailerId }) => retailerId) }
  })
}

interface Resetting {
  /** Genuine and locked. */
  readonly row: PersonRow
  readonly places: readonly MembershipRow[]
  /** The shop that the link's message names. */
  readonly first: string
  /** Absent: the lender. */
  readonly by?: ConsolePerson
  readonly isPasswordForgotten?: boolean
}

/** Authenticator, passkeys and sessions end now; the link sets up new ones. An older link opens nothing. */
async function reset(app: App, tx: Transaction, resetting: Resetting): Promise<string> {
  const { secrets, realClock, publicUrl } = app
  const { row, places, by, isPasswordForgotten = false } = resetting
  const { id: personId } = row
  const now = realClock.now()
  const change = isPasswordForgotten ? { passwordHash: null } : {}
  await setCredentials(tx, secrets, row, { ...change, authenticator: null })
  // In this order: whoever adds a passkey meanwhile holds the session until the key is there to be removed.
  await endSessionsOf(tx, personId, now)
  await deletePasskeysOf(tx, personId)
  const before = await findOpenReset(tx, personId)
  if (before !== undefined) await endReset(tx, secrets, before, 'replaced')
  const token = takeRandomBytes(TOKEN_BYTES).toString('base64url')
  const written = {
    id: newId(now.getTime()),
    personId,
    resetBy: by?.id ?? null,
    tokenHash: hashToken(secrets, token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + RESET_HOURS * HOUR_MS),
    state: 'open' as const,
    version: 1,
  }
  await insertReset(tx, { ...written, mac: resetMac.compute(secrets, written) })
  for (const { retailerId } of places) {
    const staff = { personId: by?.id, retailerId }
    await appendAudit(tx, { staff, action: 'person.reset', subject: personId }, now)
  }
  const link = composeLink(publicUrl, token)
  await tell(app, tx, resetting, link)
  return link
}

/** The link to the person, and the news to every owner of every shop where the person works. */
async function tell(
  { messages, secrets, clock, retailers, publicUrl }: App,
  tx: Transaction,
  { row, places, first, by, isPasswordForgotten = false }: Resetting,
  link: string,
): Promise<void> {
  if (!messages.canSend('EMAIL')) return
  const now = clock.now()
  const { id, email, name: person } = toPerson(secrets, row)
  const writeTo = (to: string, retailerId: string) => ({
    retailerId,
    channel: 'EMAIL' as const,
    to,
    phone: '',
  })
  const nameShop = async (retailerId: string) => (await retailers.getRetailer(retailerId)).name
  const facts = {
    shop: await nameShop(first),
    resetter: by?.name,
    url: link,
    hours: RESET_HOURS,
    hasPassword: row.passwordHash !== null && !isPasswordForgotten,
  }
  const expiresAt = new Date(now.getTime() + RESET_HOURS * HOUR_MS)
  const envelope = { ...writeTo(email, first), expiresAt }
  await messages.post(tx, composeMessage('staff-reset', facts, envelope), now)
  for (const { retailerId } of places) {
    const shop = await nameShop(retailerId)
    const told = { shop, person, resetter: by?.name, url: `${publicUrl}/console/pessoas` }
    for (const owner of await listPeopleAt(tx, secrets, retailerId))
      if (owner.role === 'OWNER' && owner.id !== id)
        await messages.post(
          tx,
          composeMessage('staff-reset-told', told, writeTo(owner.email, retailerId)),
          now,
        )
  }
}
