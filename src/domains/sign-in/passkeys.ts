import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import {
  type AddPasskeyRequest,
  MAX_PASSKEYS,
  type PasskeySignInRequest,
} from '../../contract/desk-passkeys.ts'
import { newId } from '../../kernel/ids.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import { type RelyingParty, verifyAssertion, verifyCreation } from './ceremonies.ts'
import { type Challenge, findChallenge, issueChallenge } from './challenges.ts'
import { issueDeviceToken } from './device-tokens.ts'
import { computeAddressSubject, type SignInOutcome } from './password-sign-in.ts'
import type { Realm, SignerRow } from './realm.ts'
import { takeSignInAttempt, useChallenge } from './store.ts'

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

/** The session of whoever registers a key. */
interface OwnSession {
  readonly idHash: Buffer
  readonly openedAt: Date
}

/** Whose key it is, as the authenticator shows it. */
interface KeyOwner {
  readonly id: string
  readonly email: string
  readonly name: string
}

/** The keys of one realm. `From` is what else its sign-in needs to know of the browser. */
interface PasskeyRealm<Row extends SignerRow, Session extends OwnSession, From> {
  readonly prefix: Realm<Row>['prefix']
  readonly table: 'operator_passkeys' | 'staff_passkeys'
  createRealm(from: From): Realm<Row>
  getOwner(session: Session): KeyOwner
  /** The audit entry about a key, without its subject. */
  note(
    session: Session,
    what: 'add' | 'remove' | 'refused',
  ): Pick<Parameters<typeof appendAudit>[1], 'operatorId' | 'staff' | 'action'>
  /** Locks the owner. True if the owner can sign in by passkey only. */
  isOnlyWayIn(tx: Transaction, ownerId: string): Promise<boolean>
  findOwner(db: Queryable, id: string): Promise<Row | undefined>
  /** Disabling and resetting wait for it, and end the session that is being opened. False when disabled. */
  lockEnabled(tx: Transaction, ownerId: string): Promise<boolean>
  /** False when the session has ended meanwhile. */
  lockSession(tx: Transaction, idHash: Buffer): Promise<boolean>
  list(db: Queryable, ownerId: string): Promise<PasskeyRow[]>
  find(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined>
  /** False when the credential is registered already. */
  insert(tx: Transaction, row: Omit<PasskeyRow, 'lastUsedAt' | 'wasRemoved'>): Promise<boolean>
  /** False when the authenticator's own count has not grown, or the key was removed meanwhile. */
  use(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean>
  /** False when the owner has no such key. */
  remove(tx: Transaction, ownerId: string, id: string): Promise<boolean>
}

interface Passkey {
  readonly id: string
  readonly label: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

/** A challenge for a new key. An authenticator that holds a known one makes no second one. */
interface OfferedKey {
  readonly challenge: string
  readonly person: KeyOwner
  readonly known?: readonly Buffer[]
}

/** A key that an authenticator made after verifying its user, which nobody owns yet. */
export interface MadeKey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly challenge: Challenge
}

/** What people of one realm do with passkeys (WebAuthn). */
export interface Passkeys<Session, From> {
  /** Those of the person who is signed in. */
  list(app: App, session: Session): Promise<Passkey[]>
  /** For another key of the person who is signed in, or why there is none. */
  offer(app: App, session: Session): Promise<OfferedKey | 'sign-in again' | 'full'>
  add(
    app: App,
    session: Session,
    party: RelyingParty,
    wanted: AddPasskeyRequest,
  ): Promise<'added' | 'refused' | 'sign-in again' | 'full'>
  /** The last way in stays. */
  remove(app: App, session: Session, passkeyId: string): Promise<'done' | 'not found' | 'last'>
  /** The challenge of a sign-in. */
  offerSignIn(app: App): string
  signIn(
    app: App,
    party: RelyingParty,
    wanted: PasskeySignInRequest,
    address: string,
    from: From,
  ): Promise<SignInOutcome>
  /** Stores a key with its owner, once: its challenge is used up, and each credential is known once. */
  insert(
    app: App,
    tx: Transaction,
    key: MadeKey,
    owner: { readonly ownerId: string; readonly label: string; readonly now: Date },
  ): Promise<{ readonly id: string; readonly why?: undefined } | { readonly why: AuditRefusal }>
}

export function createPasskeys<Row extends SignerRow, Session extends OwnSession, From>(
  realm: PasskeyRealm<Row, Session, From>,
): Passkeys<Session, From> {
  const { prefix, table } = realm
  /** Covers the key and its owner: with write access to the database alone nobody can add a key that opens anything. */
  const mac = defineMac(
    table,
    ({ id, ownerId, credentialId, publicKey }: Omit<PasskeyRow, 'mac' | 'lastUsedAt' | 'wasRemoved'>) => [
      id,
      ownerId,
      credentialId,
      publicKey,
    ],
  )
  const labelContext = (id: string): string => `${table}.label:${id}`
  const signInPurpose = `${prefix}sign-in`
  /** Bound to the session, so that nobody registers a key with a challenge of somebody else. */
  const purposeOf = ({ idHash }: OwnSession): string => `${prefix}add:${idHash.toString('hex')}`

  const insert: Passkeys<Session, From>['insert'] = async (
    { secrets },
    tx,
    { challenge, ...key },
    { ownerId, label: text, now },
  ) => {
    if (!(await useChallenge(tx, challenge))) return { why: 'challenge used before' }
    const id = newId(now.getTime())
    const label = seal(secrets.sealing, labelContext(id), text.trim())
    const row = { ...key, id, ownerId, label, createdAt: now }
    const isNew = await realm.insert(tx, { ...row, mac: mac.compute(secrets, row) })
    return isNew ? { id } : { why: 'passkey' }
  }

  return {
    insert,

    async list({ database, secrets }, session) {
      return (await realm.list(database, realm.getOwner(session).id)).map(row => ({
        id: row.id,
        label: open(secrets.sealing, labelContext(row.id), row.label).toString(),
        createdAt: row.createdAt,
        lastUsedAt: row.lastUsedAt ?? undefined,
      }))
    },

    async offer({ database, secrets, realClock }, session) {
      const now = realClock.now()
      if (!isFresh(session, now)) return 'sign-in again'
      const person = realm.getOwner(session)
      const rows = await realm.list(database, person.id)
      if (rows.length >= MAX_PASSKEYS) return 'full'
      const challenge = issueChallenge(secrets, purposeOf(session), now)
      return { challenge, person, known: rows.map(({ credentialId }) => credentialId) }
    },

    async add(app, session, party, wanted) {
      const outcome = await addKey(app, session, party, wanted)
      if (typeof outcome === 'string') return outcome
      const note = { ...realm.note(session, 'refused'), details: outcome }
      await recordAudit(app.database, note, app.realClock.now())
      return 'refused'
    },

    remove({ database, realClock }, session, passkeyId) {
      const { id: ownerId } = realm.getOwner(session)
      return database.transaction(async tx => {
        if (await realm.isOnlyWayIn(tx, ownerId)) {
          const keys = await realm.list(tx, ownerId)
          if (keys.length === 1 && keys[0]?.id === passkeyId) return 'last'
        }
        if (!(await realm.remove(tx, ownerId, passkeyId))) return 'not found'
        await appendAudit(tx, { ...realm.note(session, 'remove'), subject: passkeyId }, realClock.now())
        return 'done'
      })
    },

    offerSignIn: ({ secrets, realClock }) => issueChallenge(secrets, signInPurpose, realClock.now()),

    /**
     * A signature cannot be guessed, so nothing is counted before it is verified: strangers cannot lock a passkey out.
     * Only refused attempts count, against the address.
     */
    async signIn(app, party, wanted, address, from) {
      const { database, secrets, realClock } = app
      const people = realm.createRealm(from)
      const now = realClock.now()
      const presented = await findPresented(app, people, party, wanted, now)
      if (typeof presented === 'string') return refuse(app, people, undefined, presented, address)
      const { row, owner, challenge, counter } = presented
      const opened = await database.transaction(async tx => {
        if (!(await useChallenge(tx, challenge))) return { why: 'challenge used before' } as const
        if (!(await realm.lockEnabled(tx, owner.id))) return { why: 'disabled' } as const
        if (!(await realm.use(tx, row.id, counter, now))) return { why: 'passkey copied' } as const
        return people.open(app, tx, owner, { method: 'passkey', passkey: row.id }, now)
      })
      if (opened.why !== undefined) return refuse(app, people, owner.id, opened.why, address)
      return {
        outcome: 'signed-in',
        sessionId: opened.sessionId,
        personId: owner.id,
        device: issueDeviceToken(secrets, owner.emailIndex, now),
      }
    },
  }

  async function addKey(
    app: App,
    session: Session,
    party: RelyingParty,
    wanted: AddPasskeyRequest,
  ): Promise<'added' | 'sign-in again' | 'full' | { readonly why: AuditRefusal }> {
    const { database, realClock } = app
    const now = realClock.now()
    const { id: ownerId } = realm.getOwner(session)
    if (!isFresh(session, now)) return 'sign-in again'
    if ((await realm.list(database, ownerId)).length >= MAX_PASSKEYS) return 'full'
    const made = await verifyMadeKey(app, party, purposeOf(session), wanted)
    if (made === undefined) return { why: 'passkey' }
    return database.transaction(async tx => {
      // A reset ends the sessions and removes the keys: none is added after it.
      if (!(await realm.lockEnabled(tx, ownerId)) || !(await realm.lockSession(tx, session.idHash)))
        return 'sign-in again'
      const added = await insert(app, tx, made, { ownerId, label: wanted.label, now })
      if (added.why !== undefined) return { why: added.why }
      await appendAudit(tx, { ...realm.note(session, 'add'), subject: added.id }, now)
      return 'added'
    })
  }

  async function findPresented(
    { database, secrets, reportForgery }: App,
    people: Realm<Row>,
    party: RelyingParty,
    wanted: PasskeySignInRequest,
    now: Date,
  ): Promise<PresentedKey<Row> | AuditRefusal> {
    const row = await realm.find(database, Buffer.from(wanted.id, 'base64url'))
    if (row === undefined) return 'unknown passkey'
    if (row.wasRemoved || !mac.isGenuine(secrets, row)) {
      await reportForgery(table, row.id)
      return 'passkey'
    }
    // The authenticator keeps the owner of the key with it.
    if (Buffer.from(wanted.userHandle, 'base64url').toString() !== row.ownerId) return 'passkey'
    let challenge: Challenge | undefined
    const isChallenge = (text: string): boolean => {
      challenge = findChallenge(secrets, signInPurpose, text, now)
      return challenge !== undefined
    }
    const counter = await verifyAssertion({ party, isChallenge }, wanted, row.publicKey)
    const owner = await realm.findOwner(database, row.ownerId)
    if (counter === undefined || challenge === undefined || owner === undefined) return 'passkey'
    if (!people.isGenuine(secrets, owner)) {
      await reportForgery(people.table, owner.id)
      return 'forged'
    }
    return { row, owner, challenge, counter }
  }
}

interface PresentedKey<Row> {
  readonly row: PasskeyRow
  readonly owner: Row
  readonly challenge: Challenge
  readonly counter: number
}

async function refuse<Row extends SignerRow>(
  app: App,
  people: Realm<Row>,
  ownerId: string | undefined,
  why: AuditRefusal,
  address: string,
): Promise<SignInOutcome> {
  const { database, secrets, realClock } = app
  const subject = computeAddressSubject(secrets, people.prefix, address)
  const wait = await takeSignInAttempt(database, subject, 'address', realClock.now())
  if (wait !== undefined) return { outcome: 'wait', seconds: wait }
  await people.noteRefusal(app, ownerId, why)
  return { outcome: 'refused' }
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

/** Whether somebody signed in a moment ago: later, somebody else may sit before the screen. */
export const isFresh = ({ openedAt }: Pick<OwnSession, 'openedAt'>, now: Date): boolean =>
  now.getTime() - openedAt.getTime() < FRESH_MS
