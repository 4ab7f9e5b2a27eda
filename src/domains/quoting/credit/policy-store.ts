import { defineMac } from '../../../platform/crypto/row-mac.ts'
import { describeVersion, latestVersion, noteVersion } from '../../../platform/crypto/row-versions.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'

const COLUMNS = `p.id, p.retailer_id AS "retailerId", p.version, p.document::text AS document, p.created_at AS "createdAt", p.mac`
/** Of its retailer: the version that was published last. */
const LATEST = `${latestVersion('credit_policies', 'p."retailerId"')} AS "latestVersion"`

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
    ) SELECT ${noteVersion('credit_policies', 'a.retailer_id', '$7')} AS "isNoted" FROM added a`,
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

export interface CurrentPolicyRow extends PolicyRow {
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
