import { defineMac, type MacField } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { AccountSettings } from './lender-account.ts'

export interface AccountRow extends AccountSettings {
  readonly id: string
  readonly channel: string
  readonly createdAt: Date
  readonly mac: Buffer
}

const COLUMNS = `a.id, a.bank, a.agency, a.account, a.account_digit, a.portfolio, a.agreement,
  a.service_code, a.beneficiary_name, a.beneficiary_document,
  a.beneficiary_address, a.pix_key, a.city, a.channel,
  a.created_at, a.mac`

const INSERT_ACCOUNT: Statement = {
  name: 'lender-accounts.insert',
  text: `INSERT INTO lender_accounts (id, bank, agency, account, account_digit, portfolio, agreement, service_code,
      beneficiary_name, beneficiary_document, beneficiary_address, pix_key, city, channel, created_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING RETURNING id`,
}

const LIST_ACCOUNTS: Statement = {
  name: 'lender-accounts.list',
  text: `SELECT ${COLUMNS} FROM lender_accounts a ORDER BY a.created_at, a.id`,
}

const SELECT_ACCOUNT: Statement = {
  name: 'lender-accounts.find',
  text: `SELECT ${COLUMNS} FROM lender_accounts a WHERE a.id = $1`,
}

const SELECT_RETAILERS_ACCOUNT: Statement = {
  name: 'lender-accounts.of-retailer',
  text: `SELECT ${COLUMNS} FROM lender_accounts a WHERE a.id = coalesce(
      (SELECT r.account_id FROM retailer_accounts r WHERE r.retailer_id = $1),
      (SELECT d.id FROM lender_accounts d ORDER BY d.created_at, d.id LIMIT 1))`,
}

const ASSIGN_ACCOUNT: Statement = {
  name: 'lender-accounts.assign',
  text: `INSERT INTO retailer_accounts (retailer_id, account_id) VALUES ($1, $2)
    ON CONFLICT (retailer_id) DO UPDATE SET account_id = excluded.account_id`,
}

/** False when the account existed already. */
export async function insertAccount(
  db: Queryable,
  secrets: Secrets,
  row: Omit<AccountRow, 'mac'>,
): Promise<boolean> {
  // The columns of the statement are in this order.
  const values = [...listFields(row), accountMac.compute(secrets, row)]
  return (await db.run(INSERT_ACCOUNT, values)).length > 0
}

export function listAccountRows(db: Queryable): Promise<AccountRow[]> {
  return db.run<AccountRow>(LIST_ACCOUNTS, [])
}

export async function findAccountRow(db: Queryable, id: string): Promise<AccountRow | undefined> {
  return (await db.run<AccountRow>(SELECT_ACCOUNT, [id]))[0]
}

/** The account assigned to the retailer, or else the oldest one. */
export async function findRowOfRetailer(
  db: Queryable,
  retailerId: string | undefined,
): Promise<AccountRow | undefined> {
  return (await db.run<AccountRow>(SELECT_RETAILERS_ACCOUNT, [retailerId ?? null]))[0]
}

/** Billets already issued keep their account. */
export async function assignAccount(db: Queryable, retailerId: string, accountId: string): Promise<void> {
  await db.run(ASSIGN_ACCOUNT, [retailerId, accountId])
}

/** The order is that of the columns. */
const listFields = (row: Omit<AccountRow, 'mac'>): MacField[] => [
  row.id,
  row.bank,
  row.agency,
  row.account,
  row.accountDigit,
  row.portfolio,
  row.agreement,
  row.serviceCode,
  row.beneficiaryName,
  row.beneficiaryDocument,
  row.beneficiaryAddress,
  row.pixKey,
  row.city,
  row.channel,
  row.createdAt,
]

export const accountMac = defineMac('lender_accounts', listFields)
