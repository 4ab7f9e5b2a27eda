import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Statement, Transaction } from '../../platform/db/database.ts'
import { lockOut } from './life-store.ts'

/** Different people who may be refused on one link. */
export const MAX_REFUSED = 5
/** Longer than any evaluation: what is still pending then lost its process, and counts as refused. */
const STALE_MS = 60_000

const COUNT_OTHERS: Statement = {
  name: 'payment-link-applicants.count-others',
  text: `SELECT count(*) FILTER (WHERE state = 'refused' OR changed_at <= $3)::integer AS refused, count(*)::integer AS open
    FROM payment_link_applicants WHERE link_id = $1 AND state IN ('pending', 'refused') AND cpf_index <> $2`,
}
const SET: Statement = {
  name: 'payment-link-applicants.set',
  text: `INSERT INTO payment_link_applicants (link_id, cpf_index, state, changed_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (link_id, cpf_index) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at`,
}

interface LinkApplicant {
  readonly linkId: string
  readonly cpf: string
}

/**
 * Whether one more person may be evaluated on a link whose row is locked. `busy`: it depends on those who are being evaluated right now,
 * who may all be refused.
 */
export async function admitApplicant(
  tx: Transaction,
  secrets: Secrets,
  { linkId, cpf }: LinkApplicant,
  now: Date,
): Promise<'admitted' | 'busy' | 'locked'> {
  const cpfIndex = secrets.computeBlindIndex('cpf', cpf)
  const { refused, open } = await countOthers(tx, linkId, cpfIndex, now)
  if (refused >= MAX_REFUSED) return 'locked'
  if (open >= MAX_REFUSED) return 'busy'
  tx.send(SET, [linkId, cpfIndex, 'pending', now])
  return 'admitted'
}

/** What came of it; the row of the link is locked. Nobody uses the link any more once too many were refused. */
export async function settleApplicant(
  tx: Transaction,
  secrets: Secrets,
  { linkId, cpf, isRefused }: LinkApplicant & { readonly isRefused: boolean },
  now: Date,
): Promise<void> {
  const cpfIndex = secrets.computeBlindIndex('cpf', cpf)
  tx.send(SET, [linkId, cpfIndex, isRefused ? 'refused' : 'cleared', now])
  if (!isRefused) return
  const { refused } = await countOthers(tx, linkId, cpfIndex, now)
  if (refused + 1 >= MAX_REFUSED) lockOut(tx, linkId, now)
}

async function countOthers(tx: Transaction, linkId: string, cpfIndex: Buffer, now: Date) {
  const staleAt = new Date(now.getTime() - STALE_MS)
  const [counts] = await tx.run<{ refused: number; open: number }>(COUNT_OTHERS, [linkId, cpfIndex, staleAt])
  return counts ?? { refused: 0, open: 0 }
}
