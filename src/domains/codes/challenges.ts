import { createHash } from 'node:crypto'
import { newId } from '../../kernel/ids.ts'
import { computeSendWaitMs } from '../../kernel/send-limit.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type CodeRequest, spendCodeBudget } from './code-requests.ts'
import { CODE_LIFE_MS, drawCode, hasCodeForm, hashCode, isRightGuess } from './codes.ts'
import {
  enterSend,
  findLivingChallengeRow,
  type findUnsentChallenge,
  insertChallenge,
  listAsked,
  lockDevice,
  markChallengeUsed,
  replaceChallenge,
  setChallengeCode,
  spendChallengeTry,
  type TriedChallenge,
} from './store.ts'

const DEVICE_BYTES = 32

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

/**
 * Opens a challenge on this device, which replaces the one before. Nothing here depends on whether the CPF is known: the
 * device waits for what it asked itself, and a job decides whether a code is sent.
 */
export async function askForCode(
  tx: Transaction,
  { device, cpfIndex }: { readonly device: string; readonly cpfIndex: Buffer },
  now: Date,
): Promise<{ readonly id: string } | { readonly waitMs: number }> {
  const deviceHash = hashDevice(device)
  await lockDevice(tx, deviceHash)
  const waitMs = computeSendWaitMs(await listAsked(tx, deviceHash, now), now)
  if (waitMs > 0) return { waitMs }
  const id = newId(now.getTime())
  await replaceChallenge(tx, deviceHash, now)
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
  await insertChallenge(tx, { id, deviceHash, cpfIndex, askedAt: now, expiresAt })
  return { id }
}

export async function findChallenge(
  db: Queryable,
  device: string,
  now: Date,
): Promise<Challenge | undefined> {
  const deviceHash = hashDevice(device)
  const row = await findLivingChallengeRow(db, deviceHash, now)
  if (row === undefined) return undefined
  const { id, cpfIndex, expiresAt } = row
  const waitMs = computeSendWaitMs(await listAsked(db, deviceHash, now), now)
  return { id, cpfIndex, expiresAt, resendAt: new Date(now.getTime() + waitMs) }
}

/** Back to the CPF. */
export function dropChallenge(db: Queryable, device: string, now: Date): Promise<void> {
  return replaceChallenge(db, hashDevice(device), now)
}

/** Undefined when the challenge ended meanwhile, or the phone may not have a code now. */
export async function issueChallengeCode(
  tx: Transaction,
  secrets: Secrets,
  challenge: NonNullable<Awaited<ReturnType<typeof findUnsentChallenge>>>,
  request: CodeRequest,
  now: Date,
): Promise<string | undefined> {
  if ((await spendCodeBudget(tx, secrets, challenge.id, request, now)) > 0) return undefined
  const code = drawCode()
  const phoneIndex = secrets.computeBlindIndex('phone', request.phone)
  const codeHash = hashChallengeCode(secrets, { ...challenge, phoneIndex }, code)
  const isSet = await setChallengeCode(tx, { id: challenge.id, codeHash, phoneIndex })
  return isSet ? code : undefined
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
 * Whose code was entered. The try is committed before the comparison: a challenge is compared with at most five guesses,
 * however many arrive at once. A challenge without a code takes the same statements and the same comparison, and is never
 * right.
 */
export async function guessChallengeCode(
  db: Queryable,
  secrets: Secrets,
  { device, code }: { readonly device: string; readonly code: string },
  now: Date,
): Promise<
  { readonly challengeId: string; readonly cpfIndex: Buffer; readonly phoneIndex: Buffer } | undefined
> {
  if (!hasCodeForm(code)) return undefined
  const tried = await spendChallengeTry(db, hashDevice(device), now)
  const hash = hashChallengeCode(secrets, tried ?? NO_CHALLENGE, code)
  const isRight = isRightGuess(tried?.id ?? '', hash, tried?.codeHash ?? NO_HASH)
  if (!isRight || tried === undefined || tried.codeHash === null || tried.phoneIndex === null)
    return undefined
  return { challengeId: tried.id, cpfIndex: tried.cpfIndex, phoneIndex: tried.phoneIndex }
}

/** False when the code was used or replaced meanwhile. From now on the phone is known on the device. */
export async function useChallenge(
  tx: Transaction,
  { challengeId, device }: { readonly challengeId: string; readonly device: Buffer | undefined },
  now: Date,
): Promise<boolean> {
  if (!(await markChallengeUsed(tx, challengeId, now))) return false
  await enterSend(tx, challengeId, device, now)
  return true
}

const HASH_KEY_SALT = Buffer.from('account codes')

/** Covers whose account the code opens, on which device and until when: none of it can be changed behind the code. */
function hashChallengeCode(
  secrets: Secrets,
  of: Pick<TriedChallenge, 'id' | 'deviceHash' | 'cpfIndex' | 'phoneIndex' | 'expiresAt'>,
  code: string,
): Buffer {
  const owner = [of.deviceHash, of.cpfIndex, of.phoneIndex].map(part => part?.toString('hex') ?? '')
  return hashCode(secrets, HASH_KEY_SALT, [of.id, ...owner, of.expiresAt.getTime(), code])
}

/** The id is as random as the hash is long, so the hash needs no key against guessing. */
function hashDevice(device: string): Buffer {
  return createHash('sha256').update(device).digest()
}
