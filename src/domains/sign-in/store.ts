import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { Challenge } from './challenges.ts'

/**
 * Failures without a delay, and the longest delay. The limit per address is higher, because an office shares one
 * address. A known device is counted by itself only.
 */
const SIGN_IN_LIMITS = {
  email: { free: 5, longestSeconds: 900 },
  address: { free: 30, longestSeconds: 900 },
  device: { free: 5, longestSeconds: 900 },
  /** A code without a password: guessing must take years. */
  command: { free: 5, longestSeconds: 3_600 },
} as const
export type SignInLimit = keyof typeof SIGN_IN_LIMITS
const FORGOTTEN_AFTER = '1 day'
const DAY_MS = 86_400_000

/*
 * Counts the attempt before any comparison, so that parallel guesses count too. After the free attempts each failure
 * doubles the delay. Returns no row while the delay lasts.
 */
const TAKE_ATTEMPT: Statement = {
  name: 'sign-in-failures.take',
  text: `INSERT INTO sign_in_failures AS f (subject, failures, last_failed_at, blocked_until) VALUES ($1, 1, $2, $2)
    ON CONFLICT (subject) DO UPDATE SET last_failed_at = $2,
      failures = CASE WHEN f.last_failed_at < $2 - interval '${FORGOTTEN_AFTER}' THEN 1 ELSE least(f.failures, 1000) + 1 END,
      blocked_until = CASE WHEN f.last_failed_at < $2 - interval '${FORGOTTEN_AFTER}' OR f.failures < $3 THEN $2
        ELSE $2 + least(power(2, least(f.failures + 1 - $3, 20)), $4::float8) * interval '1 second' END
    WHERE f.blocked_until <= $2
    RETURNING failures`,
}
const SELECT_WAIT: Statement = {
  name: 'sign-in-failures.find-wait',
  text: 'SELECT ceil(extract(epoch FROM blocked_until - $2))::integer AS seconds FROM sign_in_failures WHERE subject = $1',
}
const FORGIVE: Statement = {
  name: 'sign-in-failures.forgive',
  text: 'UPDATE sign_in_failures SET failures = greatest(failures - $2, 0), blocked_until = last_failed_at WHERE subject = $1',
}
const REMOVE_OLD_FAILURES: Statement = {
  name: 'sign-in-failures.remove-old',
  text: composeRemoval('sign_in_failures', 'last_failed_at'),
}

/** Returns the seconds to wait, or undefined when a try is allowed. The try counts as failed until it is cleared. */
export async function takeSignInAttempt(
  db: Queryable,
  subject: Buffer,
  kind: SignInLimit,
  now: Date,
): Promise<number | undefined> {
  const { free, longestSeconds } = SIGN_IN_LIMITS[kind]
  const taken = await db.run(TAKE_ATTEMPT, [subject, now, free, longestSeconds])
  if (taken.length > 0) return undefined
  const [row] = await db.run<{ seconds: number }>(SELECT_WAIT, [subject, now])
  return Math.max(1, row?.seconds ?? 1)
}

const ALL_ATTEMPTS = 1_000_000

/** Clears so many failures, and the wait for them. */
export async function forgiveAttempts(db: Queryable, subject: Buffer, count = ALL_ATTEMPTS): Promise<void> {
  await db.run(FORGIVE, [subject, count])
}

const USE_CHALLENGE: Statement = {
  name: 'used-passkey-challenges.insert',
  text: `INSERT INTO used_passkey_challenges (nonce, expires_at) VALUES ($1, $2) ON CONFLICT (nonce) DO NOTHING RETURNING nonce`,
}
const REMOVE_OLD_CHALLENGES: Statement = {
  name: 'used-passkey-challenges.remove-old',
  text: composeRemoval('used_passkey_challenges', 'expires_at'),
}

/** Returns false when the challenge was answered before. */
export async function useChallenge(tx: Transaction, { nonce, expiresAt }: Challenge): Promise<boolean> {
  return (await tx.run(USE_CHALLENGE, [nonce, expiresAt])).length === 1
}

/** Forgotten failures, and answered challenges that have expired. */
export async function removeOldAttempts(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD_FAILURES, new Date(now.getTime() - DAY_MS))
  await removeInSteps(db, REMOVE_OLD_CHALLENGES, now)
}
