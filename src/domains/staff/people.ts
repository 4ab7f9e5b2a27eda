import type { ConsolePerson, ConsoleRole } from '../../contract/console.ts'
import { newId } from '../../kernel/ids.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { TOTP_SECRET_BYTES } from '../sign-in/index.ts'
import {
  insertMembership,
  listMembershipsOf,
  type MembershipRow,
  updateMembership,
} from './membership-store.ts'
import { insertPerson, type PersonRow, updateCredentials } from './person-store.ts'

type CoveredPerson = Omit<PersonRow, 'profile' | 'totpSecret' | 'latestVersion' | 'mac'>

/** Profile and authenticator secret are sealed boxes bound to this person: they cannot be forged either. */
const personMac = defineMac('staff_people', (row: CoveredPerson) => [
  row.id,
  row.emailIndex,
  row.passwordHash,
  row.createdAt,
  row.disabledAt,
  row.version,
  // Rows from before there was another secret keep their MAC.
  ...(row.totpVersion === 1 ? [] : [row.totpVersion]),
])

/** An earlier state of the row counts as forged: it would give back a replaced password or authenticator. */
export const isPersonGenuine = (secrets: Secrets, row: PersonRow): boolean =>
  row.version === row.latestVersion && personMac.isGenuine(secrets, row) && holdsOwnSecret(secrets, row)

type CoveredMembership = Omit<MembershipRow, 'latestVersion' | 'mac'>

const membershipMac = defineMac('staff_memberships', (row: CoveredMembership) => [
  row.id,
  row.personId,
  row.retailerId,
  row.role,
  row.createdAt,
  row.removedAt,
  row.version,
])

/** An earlier state counts as forged: it would give back a role, or a place at a retailer. */
export const isMembershipGenuine = (secrets: Secrets, row: MembershipRow): boolean =>
  row.version === row.latestVersion && membershipMac.isGenuine(secrets, row)

export const computeStaffIndex = (secrets: Secrets, email: string): Buffer =>
  secrets.computeBlindIndex('staff', email)

/** Undefined for somebody without an authenticator. */
export function openPersonTotp(
  secrets: Secrets,
  { id, totpSecret, totpVersion }: PersonRow,
): Buffer | undefined {
  if (totpSecret === null) return undefined
  const opened = open(secrets.sealing, totpContext(id), totpSecret)
  const secret = opened.subarray(0, TOTP_SECRET_BYTES)
  // The box of an older secret is a genuine box too.
  if (!opened.equals(nameVersion(secret, totpVersion))) throw new ForgedRow('staff_people', id)
  return secret
}

function holdsOwnSecret(secrets: Secrets, row: PersonRow): boolean {
  try {
    openPersonTotp(secrets, row)
    return true
  } catch {
    return false
  }
}

const sealTotp = (secrets: Secrets, id: string, secret: Buffer, version: number): Buffer =>
  seal(secrets.sealing, totpContext(id), nameVersion(secret, version))

/** A secret with the version that it came with; the first one stands alone. */
function nameVersion(secret: Buffer, version: number): Buffer {
  if (version === 1) return secret
  const named = Buffer.alloc(secret.length + 4)
  secret.copy(named)
  named.writeUInt32BE(version, secret.length)
  return named
}

const profileContext = (id: string): string => `staff_people.profile:${id}`
const totpContext = (id: string): string => `staff_people.totp:${id}`

/** A forged row may hold anything in place of a profile, and must still be listed. */
export function toPerson(secrets: Secrets, row: PersonRow): ConsolePerson {
  try {
    const { email, name } = JSON.parse(
      open(secrets.sealing, profileContext(row.id), row.profile).toString(),
    ) as { readonly email: string; readonly name: string }
    return { id: row.id, email, name }
  } catch (error) {
    if (isPersonGenuine(secrets, row)) throw error
    return { id: row.id, email: '', name: '' }
  }
}

export interface NewPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Absent: signs in by passkey. */
  readonly credentials?:
    | { readonly passwordHash: string; readonly totpSecret: Buffer; readonly totpStep: number }
    | undefined
}

/** False when the e-mail is already in use. */
export function addPerson(
  tx: Transaction,
  secrets: Secrets,
  { id, email, name, credentials }: NewPerson,
  now: Date,
): Promise<boolean> {
  const row = {
    id,
    emailIndex: computeStaffIndex(secrets, email),
    profile: seal(secrets.sealing, profileContext(id), JSON.stringify({ email, name })),
    passwordHash: credentials?.passwordHash ?? null,
    totpSecret: credentials ? sealTotp(secrets, id, credentials.totpSecret, 1) : null,
    totpVersion: 1,
    createdAt: now,
    disabledAt: null,
    version: 1,
  }
  return insertPerson(tx, { ...row, mac: personMac.compute(secrets, row) }, credentials?.totpStep ?? 0)
}

export interface NewAuthenticator {
  readonly secret: Buffer
  /** Of the code that was shown: it opens nothing else. */
  readonly step: number
}

/** The row must be the genuine one that is locked: another version would make this one forged. What is absent stays. */
export async function setCredentials(
  tx: Transaction,
  secrets: Secrets,
  before: PersonRow,
  change: {
    readonly passwordHash?: string | null
    readonly authenticator?: NewAuthenticator | null
  },
): Promise<void> {
  const { id, passwordHash } = before
  const version = before.version + 1
  const { authenticator } = change
  const row = {
    ...before,
    passwordHash: change.passwordHash === undefined ? passwordHash : change.passwordHash,
    ...(authenticator !== undefined && {
      totpSecret: authenticator && sealTotp(secrets, id, authenticator.secret, version),
      totpVersion: version,
    }),
    version,
  }
  await updateCredentials(tx, { ...row, mac: personMac.compute(secrets, row) }, authenticator?.step)
}

/** The living, genuine places of a person. The caller reports forged ones. */
export async function listPlaces(
  db: Queryable,
  secrets: Secrets,
  personId: string,
): Promise<{ readonly places: MembershipRow[]; readonly forgedIds: string[] }> {
  const rows = await listMembershipsOf(db, personId)
  const forgedIds = rows.filter(row => !isMembershipGenuine(secrets, row)).map(({ id }) => id)
  const places = rows.filter(row => row.removedAt === null && isMembershipGenuine(secrets, row))
  return { places, forgedIds }
}

/** Gives a person a place at a retailer: a new row, or the next version of the one from before. */
export async function givePlace(
  tx: Transaction,
  secrets: Secrets,
  { personId, retailerId, role }: Pick<MembershipRow, 'personId' | 'retailerId' | 'role'>,
  now: Date,
): Promise<void> {
  const before = (await listMembershipsOf(tx, personId)).find(each => each.retailerId === retailerId)
  if (before !== undefined) return changePlace(tx, secrets, before, { role, removedAt: null })
  const id = newId(now.getTime())
  const row = { id, personId, retailerId, role, createdAt: now, removedAt: null, version: 1 }
  await insertMembership(tx, { ...row, mac: membershipMac.compute(secrets, row) })
}

export async function changePlace(
  tx: Transaction,
  secrets: Secrets,
  before: MembershipRow,
  change: { readonly role: ConsoleRole; readonly removedAt: Date | null },
): Promise<void> {
  const version = Math.max(before.version, before.latestVersion ?? 0) + 1
  const row = { ...before, ...change, version }
  await updateMembership(tx, { ...row, mac: membershipMac.compute(secrets, row) })
}
