import type { Queryable, Statement } from '../../platform/db/database.ts'

/** How many mistakes are free, and how long the wait can grow. Many people share one office's address. */
const SIGN_IN_LIMITS = {
  email: { free: 5, longestSeconds: 900 },
  address: { free: 30, longestSeconds: 900 },
} as const
const FORGOTTEN_AFTER = '1 day'

/*
 * Counted before anything is compared, so that guesses sent together share nothing. After the free ones each failure doubles the
 * wait for the next try. No row comes back while the wait lasts.
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
const REMOVE_OLD: Statement = {
  name: 'sign-in-failures.remove-old',
  text: `DELETE FROM sign_in_failures WHERE last_failed_at < $1::timestamptz - interval '${FORGOTTEN_AFTER}'`,
}

/** The seconds to wait, or undefined where one more try may be made; it counts as failed until it is forgiven. */
export async function takeSignInAttempt(
  db: Queryable,
  subject: Buffer,
  kind: keyof typeof SIGN_IN_LIMITS,
  now: Date,
): Promise<number | undefined> {
  const { free, longestSeconds } = SIGN_IN_LIMITS[kind]
  const taken = await db.run(TAKE_ATTEMPT, [subject, now, free, longestSeconds])
  if (taken.length > 0) return undefined
  const [row] = await db.run<{ seconds: number }>(SELECT_WAIT, [subject, now])
  return Math.max(1, row?.seconds ?? 1)
}

export async function forgiveAttempts(db: Queryable, subject: Buffer, count: number): Promise<void> {
  await db.run(FORGIVE, [subject, count])
}

export async function removeOldFailures(db: Queryable, now: Date): Promise<void> {
  await db.run(REMOVE_OLD, [now])
}
