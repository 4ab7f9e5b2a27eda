import type { Queryable, Statement } from '../../platform/db/database.ts'

/*
 * One statement opens an evaluation. The upsert locks the person's row, so the count of attempts is exact under any
 * concurrency; the same applicant asking again within the reuse window adds none. Losing this write in a crash of the
 * database is harmless unless the decision survived, and the decision commits later with full durability, which carries
 * this one along: so it need not wait for the disk itself.
 */
const OPEN_EVALUATION: Statement = {
  name: 'credit.open-evaluation',
  text: `WITH opened AS (
      INSERT INTO applicants AS a (cpf_index, retailer_id, key_salt, attempts)
      VALUES ($1, $2, $3, CASE WHEN $4::boolean THEN jsonb_build_array($5::jsonb) ELSE '[]'::jsonb END)
      ON CONFLICT (cpf_index, retailer_id) DO UPDATE SET attempts = CASE
        WHEN $4::boolean
          AND NOT EXISTS (SELECT FROM jsonb_array_elements(a.attempts) e WHERE e->>'a' = $6 AND (e->>'t')::bigint > $7)
          AND (SELECT count(*) FROM jsonb_array_elements(a.attempts) e WHERE (e->>'t')::bigint > $8) < $9::integer
        THEN (SELECT coalesce(jsonb_agg(e), '[]'::jsonb) FROM jsonb_array_elements(a.attempts) e
              WHERE (e->>'t')::bigint > $8) || $5::jsonb
        ELSE a.attempts END
      RETURNING a.key_salt, a.attempts
    )
    SELECT o.key_salt AS "keySalt", o.attempts, r.decision_id AS "reportDecisionId", r.record AS "reportRecord",
      (SELECT count(*)::integer FROM phone_uses
        WHERE phone_index = $11 AND cpf_index <> $1 AND last_used_at > $12) AS "otherCpfsOnPhone",
      EXISTS (SELECT FROM credit_contracts WHERE cpf_index = $1 AND is_living) AS "hasLivingContract",
      EXISTS (SELECT FROM credit_contracts WHERE cpf_index = $1 AND has_started) AS "hadContract",
      set_config('synchronous_commit', 'off', true)
    FROM opened o LEFT JOIN (
      SELECT b.decision_id, d.record FROM bureau_reports b JOIN credit_decisions d ON d.id = b.decision_id
      WHERE b.cpf_index = $1 AND b.retailer_id = $2 AND b.applicant_index = decode($6, 'hex') AND b.obtained_at > $10
    ) r ON true`,
}

const RELEASE_ATTEMPT: Statement = {
  name: 'credit.release-attempt',
  text: `UPDATE applicants SET attempts =
      (SELECT coalesce(jsonb_agg(e), '[]'::jsonb) FROM jsonb_array_elements(attempts) e WHERE e->>'n' <> $3)
    WHERE cpf_index = $1 AND retailer_id = $2`,
}

const RECORD_DECISION: Statement = {
  name: 'credit.record-decision',
  text: `WITH report AS (
      INSERT INTO bureau_reports (cpf_index, retailer_id, applicant_index, decision_id, obtained_at)
      SELECT $3, $2, $10, $1, $9 WHERE $11::boolean
      ON CONFLICT (cpf_index, retailer_id, applicant_index)
        DO UPDATE SET decision_id = excluded.decision_id, obtained_at = excluded.obtained_at
    ), phone AS (
      INSERT INTO phone_uses AS p (phone_index, cpf_index, last_used_at) VALUES ($12, $3, $9)
      ON CONFLICT (phone_index, cpf_index) DO UPDATE SET last_used_at = greatest(p.last_used_at, excluded.last_used_at)
    )
    INSERT INTO credit_decisions
      (id, retailer_id, cpf_index, policy_id, operation, result, refusal_reason, approved_limit_centavos, record, decided_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $13, $9)`,
}

const SELECT_DECISION: Statement = {
  name: 'credit.find-decision',
  text: `SELECT d.id, d.retailer_id AS "retailerId", d.cpf_index AS "cpfIndex", d.policy_id AS "policyId", d.operation, d.result,
      d.refusal_reason AS "refusalReason", d.record, d.decided_at AS "decidedAt", a.key_salt AS "keySalt"
    FROM credit_decisions d JOIN applicants a USING (cpf_index, retailer_id) WHERE d.id = $1`,
}

const LIST_DECISION_IDS: Statement = {
  name: 'credit.list-decision-ids',
  text: 'SELECT id FROM credit_decisions WHERE id > $1 ORDER BY id LIMIT $2',
}

const DELETE_STALE_REPORTS: Statement = {
  name: 'credit.delete-stale-reports',
  text: 'DELETE FROM bureau_reports WHERE obtained_at < $1 RETURNING true',
}

const SELECT_CURRENT_POLICY: Statement = {
  name: 'credit.current-policy',
  text: 'SELECT id, document FROM credit_policies WHERE retailer_id = $1 ORDER BY version DESC LIMIT 1',
}

const SELECT_POLICY: Statement = {
  name: 'credit.find-policy',
  text: 'SELECT id, document FROM credit_policies WHERE id = $1',
}

const INSERT_POLICY: Statement = {
  name: 'credit.insert-policy',
  text: `INSERT INTO credit_policies (id, retailer_id, version, document, created_at)
    SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4 FROM credit_policies WHERE retailer_id = $2
    RETURNING version`,
}

const INSERT_FIRST_POLICY: Statement = {
  name: 'credit.insert-first-policy',
  text: `INSERT INTO credit_policies (id, retailer_id, version, document, created_at) VALUES ($1, $2, 1, $3, $4)
    ON CONFLICT (retailer_id, version) DO NOTHING`,
}

export interface Attempt {
  /** Nonce: tells whether an attempt in the row is the caller's own. */
  readonly n: string
  /** Blind index of cpf, phone, email and zip code together, in hexadecimal. */
  readonly a: string
  readonly t: number
}

export interface OpenedRow {
  readonly keySalt: Buffer
  readonly attempts: readonly Attempt[]
  /** The decision whose record holds a report that may be reused. */
  readonly reportDecisionId: string | null
  readonly reportRecord: Buffer | null
  readonly otherCpfsOnPhone: number
  readonly hasLivingContract: boolean
  readonly hadContract: boolean
}

export interface OpenEvaluation {
  readonly cpfIndex: Buffer
  readonly retailerId: string
  readonly proposedSalt: Buffer
  readonly counts: boolean
  readonly attempt: Attempt
  readonly reuseAfter: Date
  readonly countAfter: Date
  readonly limit: number
  readonly phoneIndex: Buffer
  readonly phoneUsedAfter: Date
}

export async function openEvaluation(db: Queryable, e: OpenEvaluation): Promise<OpenedRow> {
  const rows = await db.run<OpenedRow>(OPEN_EVALUATION, [
    e.cpfIndex,
    e.retailerId,
    e.proposedSalt,
    e.counts,
    JSON.stringify(e.attempt),
    e.attempt.a,
    e.reuseAfter.getTime(),
    e.countAfter.getTime(),
    e.limit,
    e.reuseAfter,
    e.phoneIndex,
    e.phoneUsedAfter,
  ])
  const [row] = rows
  if (row === undefined) throw new Error('an evaluation opened without its row')
  return row
}

export async function releaseAttempt(
  db: Queryable,
  cpfIndex: Buffer,
  retailerId: string,
  nonce: string,
): Promise<void> {
  await db.run(RELEASE_ATTEMPT, [cpfIndex, retailerId, nonce])
}

export interface DecisionRow {
  readonly id: string
  readonly retailerId: string
  readonly cpfIndex: Buffer
  readonly policyId: string
  readonly operation: 'pre-approve' | 'options'
  readonly result: string
  readonly refusalReason: string | null
  readonly record: Buffer
  readonly decidedAt: Date
}

export interface NewDecision extends DecisionRow {
  readonly approvedLimitCentavos: number | undefined
  readonly applicantIndex: Buffer
  /** False when a remembered report was used, or none. */
  readonly hasFreshReport: boolean
  readonly phoneIndex: Buffer
}

export async function insertDecision(tx: Queryable, d: NewDecision): Promise<void> {
  await tx.run(RECORD_DECISION, [
    d.id,
    d.retailerId,
    d.cpfIndex,
    d.policyId,
    d.operation,
    d.result,
    d.refusalReason,
    d.approvedLimitCentavos ?? null,
    d.decidedAt,
    d.applicantIndex,
    d.hasFreshReport,
    d.phoneIndex,
    d.record,
  ])
}

export async function findDecision(
  db: Queryable,
  id: string,
): Promise<(DecisionRow & { readonly keySalt: Buffer }) | undefined> {
  return (await db.run<DecisionRow & { keySalt: Buffer }>(SELECT_DECISION, [id]))[0]
}

export async function listDecisionIds(db: Queryable, afterId: string, limit: number): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_DECISION_IDS, [afterId, limit])).map(row => row.id)
}

export async function deleteStaleReports(db: Queryable, before: Date): Promise<number> {
  return (await db.run(DELETE_STALE_REPORTS, [before])).length
}

export interface PolicyRow {
  readonly id: string
  readonly document: unknown
}

export async function findCurrentPolicy(db: Queryable, retailerId: string): Promise<PolicyRow | undefined> {
  return (await db.run<PolicyRow>(SELECT_CURRENT_POLICY, [retailerId]))[0]
}

export async function findPolicy(db: Queryable, id: string): Promise<PolicyRow | undefined> {
  return (await db.run<PolicyRow>(SELECT_POLICY, [id]))[0]
}

/** The unique version makes two changes at the same instant collide; the later one is refused and can be tried again. */
export async function insertPolicy(
  db: Queryable,
  policy: { id: string; retailerId: string; document: unknown; now: Date },
): Promise<number> {
  const [row] = await db.run<{ version: number }>(INSERT_POLICY, [
    policy.id,
    policy.retailerId,
    JSON.stringify(policy.document),
    policy.now,
  ])
  if (row === undefined) throw new Error('a policy was stored without a version')
  return row.version
}

/** Does nothing where the retailer has a policy already. */
export async function insertFirstPolicy(
  db: Queryable,
  policy: { id: string; retailerId: string; document: unknown; now: Date },
): Promise<void> {
  const { id, retailerId, document, now } = policy
  await db.run(INSERT_FIRST_POLICY, [id, retailerId, JSON.stringify(document), now])
}
