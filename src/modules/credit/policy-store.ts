import { computeRowMac, isRowGenuine, type MacField } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

const COLUMNS = `p.id, p.retailer_id AS "retailerId", p.version, p.document::text AS document, p.created_at AS "createdAt", p.mac`

const SELECT_CURRENT: Statement = {
  name: 'credit.current-policy',
  text: `SELECT ${COLUMNS} FROM credit_policies p WHERE p.retailer_id = $1 ORDER BY p.version DESC LIMIT 1`,
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
  text: `SELECT DISTINCT ON (p.retailer_id) ${COLUMNS} FROM credit_policies p ORDER BY p.retailer_id, p.version DESC`,
}
const INSERT: Statement = {
  name: 'credit.insert-policy',
  text: `INSERT INTO credit_policies (id, retailer_id, version, document, created_at, mac) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (retailer_id, version) DO NOTHING RETURNING version`,
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

export async function findCurrentPolicy(db: Queryable, retailerId: string): Promise<PolicyRow | undefined> {
  return (await db.run<PolicyRow>(SELECT_CURRENT, [retailerId]))[0]
}

export async function findPolicy(db: Queryable, id: string): Promise<PolicyRow | undefined> {
  return (await db.run<PolicyRow>(SELECT, [id]))[0]
}

/** What was agreed with a decision stays agreed, whatever is published later. */
export async function findPolicyOf(db: Queryable, decisionId: string): Promise<PolicyRow | undefined> {
  return (await db.run<PolicyRow>(SELECT_OF_DECISION, [decisionId]))[0]
}

/** The policies in force, one of each retailer. */
export function listCurrentPolicies(db: Queryable): Promise<PolicyRow[]> {
  return db.run<PolicyRow>(LIST_CURRENT, [])
}

/** False when somebody else has written this version: nothing is overwritten. */
export async function insertPolicy(
  db: Queryable,
  secrets: Secrets,
  row: Omit<PolicyRow, 'mac'>,
): Promise<boolean> {
  const { id, retailerId, version, document, createdAt } = row
  const mac = computeRowMac(secrets, 'credit_policies', listFields(row))
  return (await db.run(INSERT, [id, retailerId, version, document, createdAt, mac])).length > 0
}

export const isPolicyGenuine = (secrets: Secrets, row: PolicyRow): boolean =>
  isRowGenuine(secrets, 'credit_policies', listFields(row), row.mac)

const listFields = (row: Omit<PolicyRow, 'mac'>): MacField[] => [
  row.id,
  row.retailerId,
  row.version,
  row.document,
  row.createdAt,
]
