import type { CostBearer } from '../../contract/cancel.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import {
  describeVersion,
  findLatestVersion,
  latestVersion,
  noteVersion,
} from '../../platform/crypto/row-versions.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { PayoutAccount } from './payee.ts'
import type { Schedule } from './schedule.ts'
import type { Terms } from './terms.ts'

export interface TermsRow {
  readonly retailerId: string
  readonly version: number
  readonly legalName: string | null
  readonly cnpj: string | null
  readonly schedule: Schedule
  readonly suspension: string | null
  readonly cancellationCosts: CostBearer
  readonly payeeBox: Buffer | null
  readonly accountChangedAt: Date | null
  readonly changedBy: string
  readonly changedAt: Date
  readonly mac: Buffer
}

/** Who changed the terms, and when. */
export interface TermsAuthor {
  readonly by: string
  readonly at: Date
}

const COLUMNS = `t.retailer_id, t.version, t.legal_name, t.cnpj, t.schedule, t.suspension, t.cancellation_costs,
  t.payee_box, t.account_changed_at, t.changed_by,
  t.changed_at, t.mac`

const SELECT_LATEST: Statement = {
  name: 'retailer-terms.find',
  text: `SELECT ${COLUMNS} FROM retailer_terms t WHERE t.retailer_id = $1 ORDER BY t.version DESC LIMIT 1`,
}
const LIST_LATEST: Statement = {
  name: 'retailer-terms.list',
  text: `SELECT DISTINCT ON (t.retailer_id) ${COLUMNS} FROM retailer_terms t ORDER BY t.retailer_id, t.version DESC`,
}
const INSERT: Statement = {
  name: 'retailer-terms.insert',
  text: `WITH added AS (
      INSERT INTO retailer_terms (retailer_id, version, legal_name, cnpj, schedule, suspension, payee_box,
        account_changed_at, changed_by, changed_at, mac, cancellation_costs)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13) ON CONFLICT (retailer_id, version) DO NOTHING RETURNING retailer_id
    ) SELECT ${noteVersion('retailer_terms', 'a.retailer_id', '$12')} AS is_noted FROM added a`,
}
const LIST_OUTDATED: Statement = {
  name: 'retailer-terms.list-outdated',
  text: `SELECT r.id FROM retailers r WHERE coalesce(${latestVersion('retailer_terms', 'r.id')}, 0)
    <> coalesce((SELECT max(t.version) FROM retailer_terms t WHERE t.retailer_id = r.id), 0)`,
}

export async function findTermsRow(db: Queryable, retailerId: string): Promise<TermsRow | undefined> {
  return (await db.run<TermsRow>(SELECT_LATEST, [retailerId]))[0]
}

/** The current terms of all retailers that have any. */
export function listTermsRows(db: Queryable): Promise<TermsRow[]> {
  return db.run<TermsRow>(LIST_LATEST, [])
}

/** The version that was written last, according to the audit log; 0 before the first. */
export const findLatestTermsVersion = (db: Queryable, retailerId: string): Promise<number> =>
  findLatestVersion(db, 'retailer_terms', retailerId)

/** Retailers whose newest terms are not the ones that were written last. */
export async function listOutdatedTerms(db: Queryable): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_OUTDATED, [])).map(({ id }) => id)
}

/** False when somebody else has written this version: nothing is overwritten. */
export async function insertTerms(
  db: Queryable,
  secrets: Secrets,
  { retailerId, version }: Pick<TermsRow, 'retailerId' | 'version'>,
  terms: Terms,
  { by, at }: TermsAuthor,
): Promise<boolean> {
  const row = {
    retailerId,
    version,
    legalName: terms.legalName ?? null,
    cnpj: terms.cnpj ?? null,
    schedule: terms.schedule,
    suspension: terms.suspension ?? null,
    cancellationCosts: terms.cancellationCosts,
    payeeBox:
      terms.account === undefined
        ? null
        : seal(secrets.sealing, composeContext({ retailerId, version }), JSON.stringify(terms.account)),
    accountChangedAt: terms.accountChangedAt ?? null,
    changedBy: by,
    changedAt: at,
  }
  const inserted = await db.run(INSERT, [
    row.retailerId,
    row.version,
    row.legalName,
    row.cnpj,
    row.schedule,
    row.suspension,
    row.payeeBox,
    row.accountChangedAt,
    row.changedBy,
    row.changedAt,
    termsMac.compute(secrets, row),
    describeVersion('retailer_terms', version),
    row.cancellationCosts,
  ])
  return inserted.length > 0
}

/** Throws when the account was sealed for another row. */
export function openTerms(secrets: Secrets, row: TermsRow): Terms {
  return {
    legalName: row.legalName ?? undefined,
    cnpj: row.cnpj ?? undefined,
    schedule: row.schedule,
    suspension: row.suspension ?? undefined,
    cancellationCosts: row.cancellationCosts,
    account: row.payeeBox === null ? undefined : openAccount(secrets, row, row.payeeBox),
    accountChangedAt: row.accountChangedAt ?? undefined,
  }
}

const openAccount = (secrets: Secrets, row: TermsRow, box: Buffer): PayoutAccount =>
  JSON.parse(open(secrets.sealing, composeContext(row), box).toString())

const composeContext = ({ retailerId, version }: Pick<TermsRow, 'retailerId' | 'version'>): string =>
  `retailer_terms.payee_box:${retailerId}:${version}`

/**
 * The MAC covers whether there is an account; the sealed box protects the account itself. Who bears the costs is left out
 * where it is the retailer, so that rows written before there was a choice keep their MAC.
 */
export const termsMac = defineMac('retailer_terms', (row: Omit<TermsRow, 'mac'>) => [
  row.retailerId,
  row.version,
  row.legalName,
  row.cnpj,
  row.schedule,
  row.suspension,
  row.payeeBox !== null,
  row.accountChangedAt,
  row.changedBy,
  row.changedAt,
  ...(row.cancellationCosts === 'RETAILER' ? [] : [row.cancellationCosts]),
])
