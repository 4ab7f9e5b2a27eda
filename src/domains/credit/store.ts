import type { RefusalReason, Result } from '../../contract/enums.ts'
import type { Centavos } from '../../kernel/money.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { describeVersion, latestVersion, noteVersion } from '../../platform/crypto/row-versions.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { DatabaseUnavailable } from '../../platform/db/database-errors.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'
import { MOST_LIVING_CONTRACTS } from './policy.ts'

const COLUMNS = `p.id, p.retailer_id, p.version, p.document::text AS document, p.created_at, p.mac`
/** Of its retailer: the version that was published last. */
const LATEST = `${latestVersion('credit_policies', 'p.retailer_id')} AS latest_version`

const SELECT_CURRENT: Statement = {
  name: 'credit.current-policy',
  text: `SELECT p.*, ${LATEST} FROM (
      SELECT ${COLUMNS} FROM credit_policies p WHERE p.retailer_id = $1 ORDER BY p.version DESC LIMIT 1) p`,
}
const SELECT: Statement = {
  name: 'credit.find-policy',
  text: `SELECT ${COLUMNS} FROM credit_policies p WHERE p.id = $1`,
}
const SELECT_OF_DECISION: Statement = {
  name: 'credit.find-policy-of-decision',
  text: `SELECT ${COLUMNS} FROM credit_decisions d JOIN LATERAL (SELECT * FROM credit_policies WHERE id = d.policy_id) p ON true
    WHERE d.id = $1`,
}
const LIST_CURRENT: Statement = {
  name: 'credit.list-current-policies',
  text: `SELECT p.*, ${LATEST} FROM (
      SELECT DISTINCT ON (p.retailer_id) ${COLUMNS} FROM credit_policies p ORDER BY p.retailer_id, p.version DESC) p`,
}
const INSERT: Statement = {
  name: 'credit.insert-policy',
  text: `WITH added AS (
      INSERT INTO credit_policies (id, retailer_id, version, document, created_at, mac) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (retailer_id, version) DO NOTHING RETURNING retailer_id
    ) SELECT ${noteVersion('credit_policies', 'a.retailer_id', '$7')} AS is_noted FROM added a`,
}

export interface PolicyRow {
  readonly id: string
  readonly retailerId: string
  readonly version: number
  /** The JSON as it was written. */
  readonly document: string
  readonly createdAt: Date
  readonly mac: Buffer
}

interface CurrentPolicyRow extends PolicyRow {
  readonly latestVersion: number | null
}

export async function findCurrentPolicy(
  db: Queryable,
  retailerId: string,
): Promise<CurrentPolicyRow | undefined> {
  return (await db.run<CurrentPolicyRow>(SELECT_CURRENT, [retailerId]))[0]
}

export async function findPolicy(db: Queryable, id: string): Promise<PolicyRow | undefined> {
  return (await db.run<PolicyRow>(SELECT, [id]))[0]
}

/** What was agreed with a decision stays agreed, whatever is published later. */
export async function findPolicyOf(db: Queryable, decisionId: string): Promise<PolicyRow | undefined> {
  return (await db.run<PolicyRow>(SELECT_OF_DECISION, [decisionId]))[0]
}

/** The policies in force, one of each retailer. */
export function listCurrentPolicies(db: Queryable): Promise<CurrentPolicyRow[]> {
  return db.run<CurrentPolicyRow>(LIST_CURRENT, [])
}

/** False when somebody else has written this version: nothing is overwritten. */
export async function insertPolicy(
  db: Queryable,
  secrets: Secrets,
  row: Omit<PolicyRow, 'mac'>,
): Promise<boolean> {
  const { id, retailerId, version, document, createdAt } = row
  const mac = policyMac.compute(secrets, row)
  const note = describeVersion('credit_policies', version)
  return (await db.run(INSERT, [id, retailerId, version, document, createdAt, mac, note])).length > 0
}

export const policyMac = defineMac('credit_policies', (row: Omit<PolicyRow, 'mac'>) => [
  row.id,
  row.retailerId,
  row.version,
  row.document,
  row.createdAt,
])

/** Also the one that was published last: an earlier one is not in force again because the rows after it were taken away. */
export const isCurrentGenuine = (secrets: Secrets, row: CurrentPolicyRow): boolean =>
  row.version === row.latestVersion && policyMac.isGenuine(secrets, row)

/*
 * Opens evaluations in one statement. The upsert locks each person's row, so the count of attempts is exact under any
 * concurrency; the same applicant asking again within the reuse window adds none. It commits without waiting for the
 * disk: losing it in a crash matters only if a decision builds on it, a decision is only inserted while this row
 * exists, and the durable commit of the decision flushes this one too.
 *
 * A negative time is that of an attempt that was freed: it counts no more, but an evaluation may still be
 * based on it, so that it is dropped when it is as old as others are.
 *
 * An attempt names the decision that it led to. Who shares it gets the record of that decision, and so its report.
 *
 * Every look-up is a subquery with a LIMIT, so it uses an index for each row and never becomes a join or a hash over a
 * whole table, which the planner prefers while the table is new.
 *
 * Shared: $1 retailer, $2 limit of attempts, $3 reuse window and $4 counting window in milliseconds, $5 phone window in
 * days, $6 CPFs on one phone that raise the alert: more need not be counted.
 */
const OPEN_EVALUATIONS: RowStatement<ProposedRow> = {
  name: 'credit.open-evaluations',
  columns: {
    at: 'integer',
    cpfIndex: 'bytea',
    keySalt: 'bytea',
    attempts: 'jsonb',
    phoneIndex: 'bytea',
    now: 'timestamptz',
  },
  text: `, opened AS (
      INSERT INTO applicants AS a (cpf_index, retailer_id, key_salt, attempts)
      SELECT cpf_index, $1, key_salt, attempts FROM rows ORDER BY cpf_index
      ON CONFLICT (cpf_index, retailer_id) DO UPDATE SET attempts = CASE
        WHEN jsonb_array_length(excluded.attempts) > 0
          AND NOT EXISTS (SELECT FROM jsonb_array_elements(a.attempts) e WHERE e->'a' = excluded.attempts->0->'a'
            AND (e->>'t')::bigint > (excluded.attempts->0->>'t')::bigint - $3::bigint)
          AND (SELECT count(*) FROM jsonb_array_elements(a.attempts) e
            WHERE (e->>'t')::bigint > (excluded.attempts->0->>'t')::bigint - $4::bigint) < $2::integer
        THEN (SELECT coalesce(jsonb_agg(e), '[]'::jsonb) FROM jsonb_array_elements(a.attempts) e
            WHERE abs((e->>'t')::bigint) > (excluded.attempts->0->>'t')::bigint - $4::bigint) || excluded.attempts
        ELSE a.attempts END
      RETURNING a.cpf_index, a.key_salt, a.attempts
    )
    SELECT s.at, nullif(o.key_salt, s.key_salt) AS key_salt, nullif(o.attempts, s.attempts) AS attempts,
      CASE WHEN o.attempts <> s.attempts THEN (SELECT d.record FROM jsonb_array_elements(o.attempts) e
        JOIN credit_decisions d ON d.id = e->>'n' WHERE e->'a' = s.attempts->0->'a'
          AND (e->>'t')::bigint > (s.attempts->0->>'t')::bigint - $3::bigint LIMIT 1) END AS shared_record,
      (SELECT count(*)::integer FROM (SELECT FROM phone_uses p WHERE p.phone_index = s.phone_index
        AND p.cpf_index <> s.cpf_index AND p.last_used_at > s.now - make_interval(days => $5::integer)
        LIMIT $6::integer) used) AS other_cpfs_on_phone,
      (SELECT count(*)::integer FROM (SELECT FROM credit_contracts c WHERE c.cpf_index = s.cpf_index AND c.is_living
        LIMIT ${MOST_LIVING_CONTRACTS}) l) AS living_contracts,
      (SELECT coalesce(sum(l.financed_centavos), 0)::bigint FROM (SELECT c.financed_centavos FROM credit_contracts c
        WHERE c.cpf_index = s.cpf_index AND c.is_living LIMIT ${MOST_LIVING_CONTRACTS}) l) AS living_financed_centavos,
      (SELECT true FROM credit_contracts c WHERE c.cpf_index = s.cpf_index AND c.has_started LIMIT 1) IS NOT NULL
        AS had_contract
    FROM opened o JOIN rows s USING (cpf_index)
    WHERE (SELECT set_config('synchronous_commit', 'off', true)) = 'off'`,
}

const RELEASE_ATTEMPT: Statement = {
  name: 'credit.release-attempt',
  text: `UPDATE applicants SET attempts =
      (SELECT coalesce(jsonb_agg(e), '[]'::jsonb) FROM jsonb_array_elements(attempts) e WHERE e->>'n' <> $3)
    WHERE cpf_index = $1 AND retailer_id = $2`,
}

/*
 * Two requests with the same data share one attempt. The one that created it may get no answer from the bureau and
 * release it while the other is served. A request that is served without owning the attempt takes it over first.
 */
const ADOPT_ATTEMPT: Statement = {
  name: 'credit.adopt-attempt',
  text: `UPDATE applicants SET attempts =
      (SELECT coalesce(jsonb_agg(e), '[]'::jsonb) FROM jsonb_array_elements(attempts) e
        WHERE e->>'a' <> $3::jsonb->>'a' OR (e->>'t')::bigint <= $4::bigint)
      || coalesce((SELECT jsonb_build_array(e || jsonb_build_object('n', $3::jsonb->>'n'))
          FROM jsonb_array_elements(attempts) e
          WHERE e->>'a' = $3::jsonb->>'a' AND (e->>'t')::bigint > $4::bigint ORDER BY (e->>'t')::bigint DESC LIMIT 1),
        jsonb_build_array($3::jsonb))
    WHERE cpf_index = $1 AND retailer_id = $2`,
}

const RECORD_DECISIONS: RowStatement<NewDecision> = {
  name: 'credit.record-decisions',
  columns: {
    id: 'text',
    retailerId: 'text',
    cpfIndex: 'bytea',
    policyId: 'text',
    operation: 'text',
    result: 'text',
    refusalReason: 'text',
    approvedLimitCentavos: 'bigint',
    record: 'bytea',
    decidedAt: 'timestamptz',
    phoneIndex: 'bytea',
    keySalt: 'bytea',
    attempt: 'text',
  },
  text: `, founded AS MATERIALIZED (
      SELECT * FROM rows r WHERE EXISTS (SELECT FROM applicants a
        WHERE a.cpf_index = r.cpf_index AND a.retailer_id = r.retailer_id AND a.key_salt = r.key_salt
          AND (r.attempt IS NULL OR a.attempts @> jsonb_build_array(jsonb_build_object('a', r.attempt))) OFFSET 0)
    ), phone AS (
      INSERT INTO phone_uses AS p (phone_index, cpf_index, last_used_at)
      SELECT phone_index, cpf_index, decided_at FROM founded ORDER BY cpf_index
      ON CONFLICT (phone_index, cpf_index) DO UPDATE SET last_used_at = greatest(p.last_used_at, excluded.last_used_at)
    ), decision AS (
      INSERT INTO credit_decisions
        (id, retailer_id, cpf_index, policy_id, operation, result, refusal_reason, approved_limit_centavos, record, decided_at)
      SELECT id, retailer_id, cpf_index, policy_id, operation, result, refusal_reason, approved_limit_centavos, record, decided_at
      FROM founded RETURNING true
    )
    SELECT count(*)::integer AS count FROM decision`,
}

const SELECT_DECISION: Statement = {
  name: 'credit.find-decision',
  text: `SELECT d.id, d.retailer_id, d.cpf_index, d.policy_id, d.operation, d.result,
      d.refusal_reason, d.approved_limit_centavos, d.record, d.decided_at, a.key_salt
    FROM credit_decisions d JOIN applicants a USING (cpf_index, retailer_id) WHERE d.id = $1`,
}

const LIST_DECISION_IDS: Statement = {
  name: 'credit.list-decision-ids',
  text: 'SELECT id FROM credit_decisions WHERE id > $1 ORDER BY id LIMIT $2',
}

const DELETE_STALE_PHONE_USES: Statement = {
  name: 'credit.delete-stale-phone-uses',
  text: composeRemoval('phone_uses', 'last_used_at'),
}

export interface Attempt {
  /** The id of the decision that it leads to: it tells the caller's own attempt, and where the report is. */
  readonly n: string
  /** Blind index of cpf, phone, email and zip code together, in hexadecimal. */
  readonly a: string
  readonly t: number
}

export interface OpenedRow {
  readonly keySalt: Buffer
  readonly attempts: readonly Attempt[]
  /** The record of the decision that the shared attempt led to: it may hold a report. */
  readonly sharedRecord: Buffer | null
  readonly otherCpfsOnPhone: number
  /** At any retailer. */
  readonly livingContracts: number
  /** What these lend. */
  readonly livingFinancedCentavos: Centavos
  readonly hadContract: boolean
}

export interface OpenEvaluation {
  readonly cpfIndex: Buffer
  readonly proposedSalt: Buffer
  readonly counts: boolean
  readonly attempt: Attempt
  readonly phoneIndex: Buffer
  readonly now: Date
}

interface ProposedRow extends Pick<OpenEvaluation, 'cpfIndex' | 'phoneIndex' | 'now'> {
  readonly keySalt: Buffer
  /** JSON. */
  readonly attempts: string
}

/** The counting rules of one retailer's policy. */
export interface AttemptTerms {
  readonly retailerId: string
  readonly limit: number
  readonly reuseMs: number
  readonly windowMs: number
  readonly phoneWindowDays: number
  readonly phoneCpfs: number
}

/** Returns one row each, in the same order. Each person may appear only once in the list. */
export async function openEvaluations(
  db: Queryable,
  terms: AttemptTerms,
  evaluations: readonly OpenEvaluation[],
): Promise<OpenedRow[]> {
  const { retailerId, limit, reuseMs, windowMs, phoneWindowDays, phoneCpfs } = terms
  const shared = [retailerId, limit, reuseMs, windowMs, phoneWindowDays, phoneCpfs]
  const proposed = evaluations.map(({ proposedSalt, ...evaluation }) => ({
    ...evaluation,
    keySalt: proposedSalt,
    attempts: JSON.stringify(listProposedAttempts(evaluation)),
  }))
  const rows = await runRows<SelectedRow, ProposedRow>(db, OPEN_EVALUATIONS, proposed, shared)
  const byPlace = new Map(rows.map(row => [row.at, row]))
  return evaluations.map((evaluation, at) => {
    const row = byPlace.get(at)
    if (row === undefined) throw new Error('an evaluation opened without its row')
    return completeRow(row, evaluation)
  })
}

/** What is stored as it was proposed is not sent back: this is so for everybody who is new. */
type SelectedRow = Omit<OpenedRow, 'keySalt' | 'attempts'> & {
  readonly at: number
  readonly keySalt: Buffer | null
  readonly attempts: readonly Attempt[] | null
}

function completeRow(row: SelectedRow, evaluation: OpenEvaluation): OpenedRow {
  return {
    keySalt: row.keySalt ?? evaluation.proposedSalt,
    attempts: row.attempts ?? listProposedAttempts(evaluation),
    sharedRecord: row.sharedRecord,
    otherCpfsOnPhone: row.otherCpfsOnPhone,
    livingContracts: row.livingContracts,
    livingFinancedCentavos: row.livingFinancedCentavos,
    hadContract: row.hadContract,
  }
}

function listProposedAttempts({ counts, attempt }: Pick<OpenEvaluation, 'counts' | 'attempt'>): Attempt[] {
  return counts ? [attempt] : []
}

export async function releaseAttempt(
  db: Queryable,
  cpfIndex: Buffer,
  retailerId: string,
  nonce: string,
): Promise<void> {
  await db.run(RELEASE_ATTEMPT, [cpfIndex, retailerId, nonce])
}

export async function adoptAttempt(
  db: Queryable,
  cpfIndex: Buffer,
  retailerId: string,
  attempt: Attempt,
  reuseAfterMs: number,
): Promise<void> {
  await db.run(ADOPT_ATTEMPT, [cpfIndex, retailerId, JSON.stringify(attempt), reuseAfterMs])
}

interface DecisionRow {
  readonly id: string
  readonly retailerId: string
  readonly cpfIndex: Buffer
  readonly policyId: string
  readonly operation: 'pre-approve' | 'options'
  readonly result: Result
  readonly refusalReason: RefusalReason | null
  /** Present exactly when approved. */
  readonly approvedLimitCentavos: number | null
  readonly record: Buffer
  readonly decidedAt: Date
}

export interface NewDecision extends DecisionRow {
  readonly phoneIndex: Buffer
  /** From the opened evaluation: the salt of the sealing key, and the attempt that it counts as, if any. */
  readonly keySalt: Buffer
  readonly attempt: string | undefined
}

/**
 * Each person may appear only once in the list. Fails when the opened evaluation is gone, because the database crashed
 * or the person was forgotten since: the record could never be decrypted, or the attempt would not count.
 */
export async function insertDecisions(on: Queryable, decisions: readonly NewDecision[]): Promise<void> {
  const [written] = await runRows<{ count: number }, NewDecision>(on, RECORD_DECISIONS, decisions)
  if (written === undefined || written.count < decisions.length)
    throw new DatabaseUnavailable('The database has lost an open evaluation')
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

export function deleteStalePhoneUses(db: Queryable, before: Date): Promise<number> {
  return removeInSteps(db, DELETE_STALE_PHONE_USES, before)
}
