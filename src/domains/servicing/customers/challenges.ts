import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '../../../contract/onboarding.ts'
import { BoundedGuesses } from '../../../kernel/bounded-guesses.ts'
import { newId } from '../../../kernel/ids.ts'
import { computeSendWaitMs } from '../../../kernel/send-limit.ts'
import { takeRandomBytes } from '../../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import {
  findLivingRow,
  findUnsent,
  insertChallenge,
  listAsked,
  lockSubject,
  MAX_TRIES,
  markUsed,
  replaceChallenge,
  setCode,
  spendTry,
  type TriedRow,
} from './challenge-store.ts'

const CHALLENGE_LIFE_MS = 10 * 60_000
const DEVICE_BYTES = 32
const guesses = new BoundedGuesses(MAX_TRIES)
const CODE_FORM = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)

/** Recognises a browser; it says nothing about its user. */
export function newDevice(): string {
  return takeRandomBytes(DEVICE_BYTES).toString('base64url')
}

export interface Challenge {
  readonly id: string
  readonly cpfIndex: Buffer
  readonly expiresAt: Date
  /** When this device may ask again. */
  readonly resendAt: Date
}

export type Asked =
  | { readonly outcome: 'asked'; readonly id: string }
  | { readonly outcome: 'wait'; readonly waitMs: number }

/**
 * Opens a challenge on this device, which replaces the one before. Nothing here depends on whether the CPF is known: the
 * device waits for what it asked itself, and a job decides whether a code is sent.
 */
export async function askForCode(
  tx: Transaction,
  { device, cpfIndex }: { readonly device: string; readonly cpfIndex: Buffer },
  now: Date,
): Promise<Asked> {
  const deviceHash = hashDevice(device)
  await lockSubject(tx, deviceHash)
  const waitMs = computeSendWaitMs(await listAsked(tx, deviceHash, now), now)
  if (waitMs > 0) return { outcome: 'wait', waitMs }
  const id = newId(now.getTime())
  await replaceChallenge(tx, deviceHash, now)
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS)
  await insertChallenge(tx, { id, deviceHash, cpfIndex, askedAt: now, expiresAt })
  return { outcome: 'asked', id }
}

export async function findChallenge(
  db: Queryable,
  device: string,
  now: Date,
): Promise<Challenge | undefined> {
  const deviceHash = hashDevice(device)
  const row = await findLivingRow(db, deviceHash, now)
  if (row === undefined) return undefined
  const { id, cpfIndex, expiresAt } = row
  const waitMs = computeSendWaitMs(await listAsked(db, deviceHash, now), now)
  return { id, cpfIndex, expiresAt, resendAt: new Date(now.getTime() + waitMs) }
}

/** Back to the CPF. */
export function dropChallenge(db: Queryable, device: string, now: Date): Promise<void> {
  return replaceChallenge(db, hashDevice(device), now)
}

/** A challenge that waits for its code. */
export interface Unsent {
  readonly id: string
  readonly deviceHash: Buffer
  readonly cpfIndex: Buffer
  readonly expiresAt: Date
}

export function findUnsentChallenge(db: Queryable, id: string, now: Date): Promise<Unsent | undefined> {
  return findUnsent(db, id, now)
}

/** Undefined when the challenge ended meanwhile. Whether the phone may have a code is decided before. */
export async function issueAccountCode(
  tx: Transaction,
  secrets: Secrets,
  { challenge, phone }: { readonly challenge: Unsent; readonly phone: string },
): Promise<string | undefined> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const phoneIndex = secrets.computeBlindIndex('phone', phone)
  const codeHash = hashCode(secrets, { ...challenge, phoneIndex }, code)
  const isSet = await setCode(tx, { id: challenge.id, codeHash, phoneIndex })
  return isSet ? code : undefined
}

/** Whose code was entered. */
export interface Identified {
  readonly challengeId: string
  readonly cpfIndex: Buffer
  readonly phoneIndex: Buffer
}

const NO_HASH = Buffer.alloc(32)
const NO_CHALLENGE = {
  id: '',
  deviceHash: NO_HASH,
  cpfIndex: NO_HASH.subarray(16),
  phoneIndex: null,
  expiresAt: new Date(0),
}

/**
 * The try is committed before the comparison: a challenge is compared with at most five guesses, however many arrive at
 * once. A challenge without a code takes the same statements and the same comparison, and is never right.
 */
export async function guessAccountCode(
  db: Queryable,
  secrets: Secrets,
  { device, code }: { readonly device: string; readonly code: string },
  now: Date,
): Promise<Identified | undefined> {
  if (!CODE_FORM.test(code)) return undefined
  const tried = await spendTry(db, hashDevice(device), now)
  const isEqual = timingSafeEqual(hashCode(secrets, tried ?? NO_CHALLENGE, code), tried?.codeHash ?? NO_HASH)
  const mayGuess = guesses.take(tried?.id ?? '')
  if (!isEqual || !mayGuess || tried === undefined || tried.codeHash === null || tried.phoneIndex === null)
    return undefined
  return { challengeId: tried.id, cpfIndex: tried.cpfIndex, phoneIndex: tried.phoneIndex }
}

/** False when the code was used or replaced meanwhile. */
export function useAccountCode(tx: Transaction, challengeId: string, now: Date): Promise<boolean> {
  return markUsed(tx, challengeId, now)
}

const HASH_KEY_SALT = Buffer.from('account codes')

/** Covers whose account the code opens, on which device and until when: none of it can be changed behind the code. */
function hashCode(
  secrets: Secrets,
  of: Pick<TriedRow, 'id' | 'deviceHash' | 'cpfIndex' | 'phoneIndex' | 'expiresAt'>,
  code: string,
): Buffer {
  const owner = [of.deviceHash, of.cpfIndex, of.phoneIndex].map(part => part?.toString('hex') ?? '')
  return createHmac('sha256', secrets.deriveFixedKey(HASH_KEY_SALT))
    .update([of.id, ...owner, of.expiresAt.getTime(), code].join(':'))
    .digest()
}

/** The id is as random as the hash is long, so the hash needs no key against guessing. */
function hashDevice(device: string): Buffer {
  return createHash('sha256').update(device).digest()
}
