import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import {
  type AddPasskeyRequest,
  MAX_PASSKEYS,
  type PasskeySignInRequest,
} from '../../contract/desk-passkeys.ts'
import { newId } from '../../kernel/ids.ts'
import type { RowMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { takeSignInAttempt } from './attempt-store.ts'
import { type RelyingParty, verifyAssertion, verifyCreation } from './ceremonies.ts'
import { useChallenge } from './challenge-store.ts'
import { type Challenge, findChallenge, issueChallenge } from './challenges.ts'
import { issueDeviceToken } from './device-tokens.ts'
import { computeAddressSubject, type SignInOutcome } from './password-sign-in.ts'
import type { Realm, SignerRow } from './realm.ts'

/** A stranger at an unattended screen must not be able to register a key. */
const FRESH_MS = 10 * 60_000

export interface PasskeyRow {
  readonly id: string
  readonly ownerId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly label: Buffer
  readonly mac: Buffer
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** According to the audit log: somebody wrote it back. */
  readonly wasRemoved: boolean
}

export type CoveredPasskey = Pick<PasskeyRow, 'id' | 'ownerId' | 'credentialId' | 'publicKey'>

/** The session of whoever registers a key. */
interface OwnSession {
  readonly idHash: Buffer
  readonly openedAt: Date
}

/** The keys of one realm. */
export interface PasskeyRealm<Row extends SignerRow> {
  readonly realm: Realm<Row>
  readonly table: 'operator_passkeys' | 'staff_passkeys'
  readonly mac: RowMac<CoveredPasskey>
  findOwner(db: Queryable, id: string): Promise<Row | undefined>
  /** The index of the owner's e-mail: the device is known from now on. */
  getEmailIndex(row: Row): Buffer
  /** Disabling and resetting wait for it, and end the session that is being opened. False when disabled. */
  lockEnabled(tx: Transaction, ownerId: string): Promise<boolean>
  list(db: Queryable, ownerId: string): Promise<PasskeyRow[]>
  find(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined>
  /** False when the credential is registered already. */
  insert(tx: Transaction, row: Omit<PasskeyRow, 'lastUsedAt' | 'wasRemoved'>): Promise<boolean>
  /** False when the authenticator's own count has not grown, or the key was removed meanwhile. */
  use(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean>
  /** False when the owner has no such key. */
  remove(tx: Transaction, ownerId: string, id: string): Promise<boolean>
}

export interface Passkey {
  readonly id: string
  readonly label: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

export async function listOwnPasskeys<Row extends SignerRow>(
  { database, secrets }: App,
  keys: PasskeyRealm<Row>,
  ownerId: string,
): Promise<Passkey[]> {
  return (await keys.list(database, ownerId)).map(row => ({
    id: row.id,
    label: open(secrets.sealing, labelContext(keys, row.id), row.label).toString(),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt ?? undefined,
  }))
}

const labelContext = ({ table }: Pick<PasskeyRealm<SignerRow>, 'table'>, id: string): string =>
  `${table}.label:${id}`

/** The challenge for a new key of the owner of this session, or why there is none. */
export async function offerPasskey<Row extends SignerRow>(
  { database, secrets, realClock }: App,
  keys: PasskeyRealm<Row>,
  ownerId: string,
  session: OwnSession,
): Promise<{ readonly challenge: string; readonly known: Buffer[] } | 'sign-in again' | 'full'> {
  const now = realClock.now()
  if (!isFresh(session, now)) return 'sign-in again'
  const rows = await keys.list(database, ownerId)
  if (rows.length >= MAX_PASSKEYS) return 'full'
  return {
    challenge: issueChallenge(secrets, purposeOf(keys, session), now),
    known: rows.map(({ credentialId }) => credentialId),
  }
}

/** `lockSession` is false when the session has ended meanwhile; `note` writes the audit entry of the new key. */
export async function addPasskey<Row extends SignerRow>(
  app: App,
  keys: PasskeyRealm<Row>,
  owner: {
    readonly id: string
    readonly session: OwnSession
    readonly party: RelyingParty
    lockSession(tx: Transaction): Promise<boolean>
    note(tx: Transaction, passkeyId: string, now: Date): Promise<void>
  },
  wanted: AddPasskeyRequest,
): Promise<'added' | 'sign-in again' | 'full' | { readonly why: AuditRefusal }> {
  const { database, realClock } = app
  const now = realClock.now()
  const { id: ownerId, session, party } = owner
  if (!isFresh(session, now)) return 'sign-in again'
  if ((await keys.list(database, ownerId)).length >= MAX_PASSKEYS) return 'full'
  const made = await verifyMadeKey(app, party, purposeOf(keys, session), wanted)
  if (made === undefined) return { why: 'passkey' }
  return database.transaction(async tx => {
    // A reset ends the sessions and removes the keys: none is added after it.
    if (!(await keys.lockEnabled(tx, ownerId)) || !(await owner.lockSession(tx))) return 'sign-in again'
    const added = await insertMadeKey(app, tx, keys, made, { ownerId, label: wanted.label, now })
    if (added.why !== undefined) return { why: added.why }
    await owner.note(tx, added.id, now)
    return 'added'
  })
}

/** A key that an authenticator made after verifying its user, which nobody owns yet. */
export interface MadeKey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly challenge: Challenge
}

/** Undefined unless it answers a challenge that was issued for this purpose. */
export async function verifyMadeKey(
  { secrets, realClock }: App,
  party: RelyingParty,
  purpose: string,
  wanted: Omit<AddPasskeyRequest, 'label'>,
): Promise<MadeKey | undefined> {
  let challenge: Challenge | undefined
  const isChallenge = (text: string): boolean => {
    challenge = findChallenge(secrets, purpose, text, realClock.now())
    return challenge !== undefined
  }
  const key = await verifyCreation({ party, isChallenge }, wanted)
  return key === undefined || challenge === undefined ? undefined : { ...key, challenge }
}

/** Stores a key with its owner, once: its challenge is used up, and each credential is known once. */
export async function insertMadeKey<Row extends SignerRow>(
  { secrets }: App,
  tx: Transaction,
  keys: Pick<PasskeyRealm<Row>, 'table' | 'mac' | 'insert'>,
  { challenge, ...key }: MadeKey,
  { ownerId, label: text, now }: { readonly ownerId: string; readonly label: string; readonly now: Date },
): Promise<{ readonly id: string; readonly why?: undefined } | { readonly why: AuditRefusal }> {
  if (!(await useChallenge(tx, challenge))) return { why: 'challenge used before' }
  const id = newId(now.getTime())
  const label = seal(secrets.sealing, labelContext(keys, id), text.trim())
  const row = { ...key, id, ownerId, label, createdAt: now }
  const isNew = await keys.insert(tx, { ...row, mac: keys.mac.compute(secrets, row) })
  return isNew ? { id } : { why: 'passkey' }
}

/** Whether somebody signed in a moment ago: later, somebody else may sit before the screen. */
export const isFresh = ({ openedAt }: Pick<OwnSession, 'openedAt'>, now: Date): boolean =>
  now.getTime() - openedAt.getTime() < FRESH_MS
/** Bound to the session, so that nobody registers a key with a challenge of somebody else. */
const purposeOf = <Row extends SignerRow>({ realm }: PasskeyRealm<Row>, { idHash }: OwnSession): string =>
  `${realm.prefix}add:${idHash.toString('hex')}`
const signInPurpose = <Row extends SignerRow>({ realm }: PasskeyRealm<Row>): string =>
  `${realm.prefix}sign-in`

export function offerPasskeySignIn<Row extends SignerRow>(
  { secrets, realClock }: App,
  keys: PasskeyRealm<Row>,
): string {
  return issueChallenge(secrets, signInPurpose(keys), realClock.now())
}

interface PresentedKey<Row> {
  readonly row: PasskeyRow
  readonly owner: Row
  readonly challenge: Challenge
  readonly counter: number
}

/**
 * A signature cannot be guessed, so nothing is counted before it is verified: strangers cannot lock a passkey out.
 * Only refused attempts count, against the address.
 */
export async function signInWithPasskey<Row extends SignerRow>(
  app: App,
  keys: PasskeyRealm<Row>,
  party: RelyingParty,
  wanted: PasskeySignInRequest,
  address: string,
): Promise<SignInOutcome> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  const presented = await findPresented(app, keys, party, wanted, now)
  if (typeof presented === 'string') return refuse(app, keys, undefined, presented, address)
  const { row, owner, challenge, counter } = presented
  const opened = await database.transaction(async tx => {
    if (!(await useChallenge(tx, challenge))) return { why: 'challenge used before' } as const
    if (!(await keys.lockEnabled(tx, owner.id))) return { why: 'disabled' } as const
    if (!(await keys.use(tx, row.id, counter, now))) return { why: 'passkey copied' } as const
    return keys.realm.open(app, tx, owner, { method: 'passkey', passkey: row.id }, now)
  })
  if (opened.why !== undefined) return refuse(app, keys, owner.id, opened.why, address)
  return {
    outcome: 'signed-in',
    sessionId: opened.sessionId,
    personId: owner.id,
    device: issueDeviceToken(secrets, keys.getEmailIndex(owner), now),
  }
}

async function findPresented<Row extends SignerRow>(
  { database, secrets, reportForgery }: App,
  keys: PasskeyRealm<Row>,
  party: RelyingParty,
  wanted: PasskeySignInRequest,
  now: Date,
): Promise<PresentedKey<Row> | AuditRefusal> {
  const row = await keys.find(database, Buffer.from(wanted.id, 'base64url'))
  if (row === undefined) return 'unknown passkey'
  if (row.wasRemoved || !keys.mac.isGenuine(secrets, row)) {
    await reportForgery(keys.table, row.id)
    return 'passkey'
  }
  // The authenticator keeps the owner of the key with it.
  if (Buffer.from(wanted.userHandle, 'base64url').toString() !== row.ownerId) return 'passkey'
  let challenge: Challenge | undefined
  const isChallenge = (text: string): boolean => {
    challenge = findChallenge(secrets, signInPurpose(keys), text, now)
    return challenge !== undefined
  }
  const counter = await verifyAssertion({ party, isChallenge }, wanted, row.publicKey)
  const owner = await keys.findOwner(database, row.ownerId)
  if (counter === undefined || challenge === undefined || owner === undefined) return 'passkey'
  if (!keys.realm.isGenuine(secrets, owner)) {
    await reportForgery(keys.realm.table, owner.id)
    return 'forged'
  }
  return { row, owner, challenge, counter }
}

async function refuse<Row extends SignerRow>(
  app: App,
  { realm }: PasskeyRealm<Row>,
  ownerId: string | undefined,
  why: AuditRefusal,
  address: string,
): Promise<SignInOutcome> {
  const { database, secrets, realClock } = app
  const subject = computeAddressSubject(secrets, realm.prefix, address)
  const wait = await takeSignInAttempt(database, subject, 'address', realClock.now())
  if (wait !== undefined) return { outcome: 'wait', seconds: wait }
  await realm.noteRefusal(app, ownerId, why)
  return { outcome: 'refused' }
}
