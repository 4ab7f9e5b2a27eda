import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, type CodePurpose } from '../../contract/onboarding.ts'
import { BoundedGuesses } from '../../kernel/bounded-guesses.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import {
  findLivingCodeRow,
  insertCode,
  MAX_TRIES,
  markCodeUsed,
  replaceLivingCode,
  spendTry,
} from './code-store.ts'

interface CodeSubject {
  readonly transactionId: string
  readonly purpose: CodeUse
}

/** `link`: somebody on the page of a payment link, who has no purchase yet; the visit stands for the transaction. */
type CodeUse = CodePurpose | 'link'

const CODE_LIFE_MS = 10 * 60_000
const guesses = new BoundedGuesses(MAX_TRIES)
const CODE_FORM = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)

export interface IssuedCode {
  readonly id: string
  readonly code: string
  readonly expiresAt: Date
}

/** Issues a new code, which invalidates the previous one. Whether the phone may have one is decided before. */
export async function issueCode(
  tx: Transaction,
  secrets: Secrets,
  subject: CodeSubject & { readonly id: string; readonly phone: string },
  now: Date,
): Promise<IssuedCode> {
  const { id } = subject
  const phoneIndex = secrets.computeBlindIndex('phone', subject.phone)
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
  await replaceLivingCode(tx, subject, now)
  const codeHash = hashCode(secrets, { ...subject, code, expiresAt })
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
  if (!CODE_FORM.test(guess.code)) return undefined
  const living = await spendTry(db, guess, now)
  if (living === undefined || !guesses.take(living.id)) return undefined
  const hash = hashCode(secrets, { ...guess, ...living })
  return timingSafeEqual(hash, living.codeHash) ? living.id : undefined
}

/** Returns false when the code was used or replaced meanwhile. */
export function useCode(tx: Transaction, codeId: string, now: Date): Promise<boolean> {
  return markCodeUsed(tx, codeId, now)
}

interface LivingCode {
  readonly id: string
  readonly sentAt: Date
  readonly expiresAt: Date
}

export function findLivingCode(
  db: Queryable,
  subject: CodeSubject,
  now: Date,
): Promise<LivingCode | undefined> {
  return findLivingCodeRow(db, subject, now)
}

const HASH_KEY_SALT = Buffer.from('one-time codes')

/** Covers what the code is for and until when, so that neither can be changed behind it. */
function hashCode(
  secrets: Secrets,
  of: CodeSubject & { readonly id: string; readonly code: string; readonly expiresAt: Date },
): Buffer {
  return createHmac('sha256', secrets.deriveFixedKey(HASH_KEY_SALT))
    .update([of.purpose, of.transactionId, of.id, of.expiresAt.getTime(), of.code].join(':'))
    .digest()
}
