import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { Challenge } from './challenges.ts'

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

export async function removeOldChallenges(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD_CHALLENGES, now)
}
