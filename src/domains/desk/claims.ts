import type { SubjectKind } from '../../contract/desk.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

const CLAIM_MINUTES = 10

export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

export interface Claim {
  readonly subjectId: string
  readonly operatorId: string
  readonly expiresAt: Date
}

/* Replaces an expired claim; renews the operator's own. */
const TAKE_CLAIM: Statement = {
  name: 'desk-claims.take',
  text: `INSERT INTO desk_claims AS c (subject_kind, subject_id, operator_id, expires_at) VALUES ($1, $2, $3, $5)
    ON CONFLICT (subject_kind, subject_id) DO UPDATE SET operator_id = $3, expires_at = $5
    WHERE c.operator_id = $3 OR c.expires_at <= $4
    RETURNING operator_id`,
}
const LIST_CLAIMS: Statement = {
  name: 'desk-claims.list',
  text: `SELECT subject_id AS "subjectId", operator_id AS "operatorId", expires_at AS "expiresAt" FROM desk_claims
    WHERE subject_kind = $1 AND subject_id = ANY ($2::text[]) AND expires_at > $3`,
}
const RELEASE_CLAIM: Statement = {
  name: 'desk-claims.release',
  text: 'DELETE FROM desk_claims WHERE subject_kind = $1 AND subject_id = $2 AND operator_id = $3',
}
const REMOVE_EXPIRED: Statement = {
  name: 'desk-claims.remove-expired',
  text: 'DELETE FROM desk_claims WHERE expires_at <= $1',
}

/** Returns false while another operator holds the claim. */
export async function takeClaim(
  db: Queryable,
  { kind, id }: Subject,
  operatorId: string,
  now: Date,
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + CLAIM_MINUTES * 60_000)
  return (await db.run(TAKE_CLAIM, [kind, id, operatorId, now, expiresAt])).length === 1
}

export function listClaims(
  db: Queryable,
  kind: SubjectKind,
  subjectIds: readonly string[],
  now: Date,
): Promise<Claim[]> {
  return db.run<Claim>(LIST_CLAIMS, [kind, subjectIds, now])
}

export async function releaseClaim(db: Queryable, { kind, id }: Subject, operatorId: string): Promise<void> {
  await db.run(RELEASE_CLAIM, [kind, id, operatorId])
}

export async function removeExpiredClaims(db: Queryable, now: Date): Promise<void> {
  await db.run(REMOVE_EXPIRED, [now])
}
