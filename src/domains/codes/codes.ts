import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '../../contract/onboarding.ts'
import { BoundedGuesses } from '../../kernel/bounded-guesses.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type CodeRequest, spendCodeBudget } from './code-requests.ts'
import {
  type CodeSubject,
  enterSend,
  insertCode,
  MAX_TRIES,
  markCodeUsed,
  replaceLivingCode,
  spendCodeTry,
} from './store.ts'

export const CODE_LIFE_MS = 10 * 60_000
const CODE_FORM = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)
const guesses = new BoundedGuesses(MAX_TRIES)

export interface IssuedCode {
  readonly id: string
  readonly code: string
  readonly expiresAt: Date
}

/** Issues a new code, which invalidates the previous one, or says how long the phone must wait for it. */
export async function issueCode(
  tx: Transaction,
  secrets: Secrets,
  subject: CodeSubject & { readonly request: CodeRequest },
  now: Date,
): Promise<IssuedCode | { readonly waitMs: number }> {
  const { request, ...of } = subject
  const id = newId(now.getTime())
  const waitMs = await spendCodeBudget(tx, secrets, id, request, now)
  return waitMs > 0 ? { waitMs } : createCode(tx, secrets, { ...of, id, phone: request.phone }, now)
}

/** Whether the phone may have a code is decided before. */
export async function createCode(
  tx: Transaction,
  secrets: Secrets,
  subject: CodeSubject & { readonly id: string; readonly phone: string },
  now: Date,
): Promise<IssuedCode> {
  const { id, purpose, transactionId } = subject
  const phoneIndex = secrets.computeBlindIndex('phone', subject.phone)
  const code = drawCode()
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
  await replaceLivingCode(tx, subject, now)
  const codeHash = hashCode(secrets, HASH_KEY_SALT, [purpose, transactionId, id, expiresAt.getTime(), code])
  await insertCode(tx, { ...subject, phoneIndex, codeHash, sentAt: now, expiresAt })
  return { id, code, expiresAt }
}

/**
 * Returns the id of the valid code when the guess is right. The try is committed before the comparison: a code is
 * compared with at most five guesses, however many arrive at once.
 */
export async function guessCode(
  db: Queryable,
  secrets: Secrets,
  guess: CodeSubject & { readonly code: string },
  now: Date,
): Promise<string | undefined> {
  const { code, purpose, transactionId } = guess
  if (!hasCodeForm(code)) return undefined
  const living = await spendCodeTry(db, guess, now)
  if (living === undefined) return undefined
  const { id, expiresAt, codeHash } = living
  const hash = hashCode(secrets, HASH_KEY_SALT, [purpose, transactionId, id, expiresAt.getTime(), code])
  return isRightGuess(id, hash, codeHash) ? id : undefined
}

/** Returns false when the code was used or replaced meanwhile. From now on the phone is known on the device. */
export async function useCode(
  tx: Transaction,
  { codeId, device }: { readonly codeId: string; readonly device: Buffer | undefined },
  now: Date,
): Promise<boolean> {
  if (!(await markCodeUsed(tx, codeId, now))) return false
  await enterSend(tx, codeId, device, now)
  return true
}

export function drawCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

export function hasCodeForm(code: string): boolean {
  return CODE_FORM.test(code)
}

/** The database counts tries, and so does this process: with the count in the row taken back, nobody guesses more often. */
export function isRightGuess(id: string, hash: Buffer, codeHash: Buffer): boolean {
  const isEqual = timingSafeEqual(hash, codeHash)
  return guesses.take(id) && isEqual
}

const HASH_KEY_SALT = Buffer.from('one-time codes')

/** Covers what the code is for and until when, so that neither can be changed behind it. */
export function hashCode(secrets: Secrets, salt: Buffer, parts: readonly (string | number)[]): Buffer {
  return createHmac('sha256', secrets.deriveFixedKey(salt)).update(parts.join(':')).digest()
}
