import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import {
  type AddPasskeyRequest,
  MAX_PASSKEYS,
  PASSKEY_ALGORITHMS,
  type PasskeySignInRequest,
} from '../../contract/desk-passkeys.ts'
import { newId } from '../../kernel/ids.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  useChallenge,
} from './operator-store.ts'
import type { Operator } from './operators.ts'
import type { Session } from './sessions.ts'

/** A stranger at an unattended desk must not be able to register a key. */
const FRESH_MS = 10 * 60_000

interface Passkey {
  readonly id: string
  readonly credentialId: Buffer
  readonly label: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

export async function listPasskeys(
  { database, secrets, realClock }: App,
  { id }: Operator,
): Promise<Passkey[]> {
  await recordAudit(database, { operatorId: id, action: 'passkey.list', subject: id }, realClock.now())
  return (await listPasskeyRows(database, id)).map(row => ({
    id: row.id,
    credentialId: row.credentialId,
    label: open(secrets.sealing, labelContext(row.id), row.label).toString(),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt ?? undefined,
  }))
}

/** The challenge for a new key of the operator of this session, or why there is none. */
export async function offerPasskey(
  app: App,
  session: Session,
): Promise<{ readonly challenge: string; readonly known: Buffer[] } | 'sign-in again' | 'full'> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  if (!isFresh(session, now)) return 'sign-in again'
  const rows = await listPasskeyRows(database, session.operator.id)
  if (rows.length >= MAX_PASSKEYS) return 'full'
  return {
    challenge: issueChallenge(secrets, purposeOf(session), now),
    known: rows.map(({ credentialId }) => credentialId),
  }
}

export async function addPasskey(
  app: App,
  session: Session,
  party: RelyingParty,
  wanted: AddPasskeyRequest,
): Promise<'added' | 'refused' | 'sign-in again' | 'full'> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  const { id: operatorId } = session.operator
  if (!isFresh(session, now)) return 'sign-in again'
  if ((await listPasskeyRows(database, operatorId)).length >= MAX_PASSKEYS) return 'full'
  let challenge: Challenge | undefined
  const isChallenge = (text: string): boolean => {
    challenge = findChallenge(secrets, purposeOf(session), text, now)
    return challenge !== undefined
  }
  const key = await verifyCreation({ party, isChallenge }, wanted)
  if (key === undefined || challenge === undefined) return refuse(app, operatorId, 'passkey')
  const answered = challenge
  const id = newId(now.getTime())
  const label = seal(secrets.sealing, labelContext(id), wanted.label.trim())
  const row = { ...key, id, operatorId, label, createdAt: now }
  const problem = await database.transaction(async tx => {
    if (!(await useChallenge(tx, answered))) return 'challenge used before'
    if (!(await insertPasskey(tx, { ...row, mac: passkeyMac.compute(secrets, row) }))) return 'passkey'
    await appendAudit(tx, { operatorId, action: 'passkey.add', subject: id }, now)
    return undefined
  })
  return problem === undefined ? 'added' : refuse(app, operatorId, problem)
}

/** Returns false when the operator has no such key. */
export function removePasskey(
  { database, realClock }: App,
  { id: operatorId }: Operator,
  passkeyId: string,
): Promise<boolean> {
  return database.transaction(async tx => {
    if (!(await deletePasskey(tx, operatorId, passkeyId))) return false
    await appendAudit(tx, { operatorId, action: 'passkey.remove', subject: passkeyId }, realClock.now())
    return true
  })
}

async function refuse(
  { database, realClock }: App,
  operatorId: string,
  why: AuditRefusal,
): Promise<'refused'> {
  const note = { operatorId, action: 'passkey.refused', details: { why } } as const
  await recordAudit(database, note, realClock.now())
  return 'refused'
}

type Owned = Pick<PasskeyRow, 'id' | 'operatorId' | 'credentialId' | 'publicKey'>

/** Covers the key and its owner: with write access to the database alone nobody can add a key that opens the desk. */
const passkeyMac = defineMac('operator_passkeys', (row: Owned) => [
  row.id,
  row.operatorId,
  row.credentialId,
  row.publicKey,
])

export function isPasskeySound(secrets: Secrets, row: PasskeyRow): boolean {
  return !row.wasRemoved && passkeyMac.isGenuine(secrets, row)
}

const isFresh = ({ openedAt }: Session, now: Date): boolean => now.getTime() - openedAt.getTime() < FRESH_MS
/** Bound to the session, so that nobody registers a key with a challenge of somebody else. */
const purposeOf = ({ idHash }: Session): string => `add:${idHash.toString('hex')}`
const labelContext = (id: string): string => `operator_passkeys.label:${id}`

/** Where the desk's pages are, as an authenticator sees it. */
export interface RelyingParty {
  readonly origin: string
  readonly rpId: string
}

/** Undefined where browsers allow no passkeys: they need a name, and https unless that name is localhost. */
export function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isName && (protocol === 'https:' || hostname === 'localhost')
    ? { origin, rpId: hostname }
    : undefined
}

/** Loaded when first needed: few processes ever see a passkey, and it takes a quarter of a second. */
const loadLibrary = () => import('@simplewebauthn/server')

interface NewKey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
}

interface Expected {
  readonly party: RelyingParty
  /** Called with the challenge that the browser was given. */
  readonly isChallenge: (challenge: string) => boolean
}

/** The public key that an authenticator made for us, after it has verified its user; undefined if anything is wrong. */
async function verifyCreation(
  { party, isChallenge }: Expected,
  { id, clientDataJSON, attestationObject }: AddPasskeyRequest,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  }).catch(() => undefined)
  const credential = verified?.registrationInfo?.credential
  if (!verified?.verified || credential === undefined) return undefined
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  }
}

/** The authenticator's count of its uses, if it signed the challenge after verifying its user; undefined otherwise. */
export async function verifyAssertion(
  { party, isChallenge }: Expected,
  { id, clientDataJSON, authenticatorData, signature }: PasskeySignInRequest,
  publicKey: Buffer,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    // The count is compared in the database, after the signature: a stranger must not look like a copied key.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

const NONCE_BYTES = 16
const EXPIRY_BYTES = 8
const MAC_BYTES = 32
export const CHALLENGE_MS = 5 * 60_000

export interface Challenge {
  readonly nonce: Buffer
  readonly expiresAt: Date
}

/**
 * Signed, not stored, so that strangers who ask for challenges fill no table. `purpose` says what it is for: a challenge
 * for one thing is of no use for another.
 */
export function issueChallenge(secrets: Secrets, purpose: string, now: Date): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeBigUInt64BE(BigInt(now.getTime() + CHALLENGE_MS))
  const named = Buffer.concat([takeRandomBytes(NONCE_BYTES), expiry])
  return Buffer.concat([named, sign(secrets, purpose, named)]).toString('base64url')
}

/** The challenge that an answer names, if it was issued here for this purpose and its deadline has not passed. */
export function findChallenge(
  secrets: Secrets,
  purpose: string,
  challenge: string,
  now: Date,
): Challenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== NONCE_BYTES + EXPIRY_BYTES + MAC_BYTES) return undefined
  const named = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES)
  if (!timingSafeEqual(bytes.subarray(named.length), sign(secrets, purpose, named))) return undefined
  const expiresAt = new Date(Number(named.readBigUInt64BE(NONCE_BYTES)))
  return expiresAt > now ? { nonce: named.subarray(0, NONCE_BYTES), expiresAt } : undefined
}

function sign(secrets: Secrets, purpose: string, named: Buffer): Buffer {
  return secrets.computeMac('passkey', `challenge:${purpose}:${named.toString('hex')}`)
}
