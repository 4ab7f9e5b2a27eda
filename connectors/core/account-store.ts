import { computeCanonicalJson } from '../../src/kernel/canonical-json.ts'
import { defineMac } from '../../src/platform/crypto/row-mac.ts'
import { open, seal } from '../../src/platform/crypto/sealed-box.ts'
import type { Secrets } from '../../src/platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../src/platform/db/database.ts'

/** Keys by their names; one of them is `apiKey`, the retailer's key of the interface. */
export type AccountKeys = Readonly<Record<string, string>>
export type AccountSettings = Readonly<Record<string, string | number | boolean>>

export interface Account {
  readonly id: string
  readonly platform: string
  readonly retailerId: string
  /** The platform's name of the shop. */
  readonly account: string
  readonly isEnabled: boolean
  readonly settings: AccountSettings
  readonly keys: AccountKeys
  readonly createdAt: Date
  readonly changedAt: Date
}

interface AccountRow extends Omit<Account, 'keys'> {
  readonly keysBox: Buffer
  readonly mac: Buffer
}

const COLUMNS = `a.id, a.platform, a.retailer_id, a.account, a.is_enabled, a.settings, a.keys_box, a.created_at, a.changed_at, a.mac`

/** Serialises connections of one retailer and of one shop, so that of two at once the second finds the first. */
const TAKE_TURN: Statement = {
  name: 'connector-accounts.take-turn',
  text: `SELECT pg_advisory_xact_lock(hashtext('connector-accounts'), hashtext($1 || ':' || $2))`,
}
const UPSERT: Statement = {
  name: 'connector-accounts.upsert',
  text: `INSERT INTO connector_accounts AS a (id, platform, retailer_id, account, is_enabled, settings, keys_box, created_at, changed_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (id) DO UPDATE SET account = excluded.account, is_enabled = excluded.is_enabled, settings = excluded.settings,
      keys_box = excluded.keys_box, changed_at = excluded.changed_at, mac = excluded.mac`,
}
const FIND: Statement = {
  name: 'connector-accounts.find',
  text: `SELECT ${COLUMNS} FROM connector_accounts a WHERE a.id = $1`,
}
const FIND_OF_SHOP: Statement = {
  name: 'connector-accounts.find-of-shop',
  text: `SELECT ${COLUMNS} FROM connector_accounts a WHERE a.platform = $1 AND a.account = $2`,
}
const FIND_OF_RETAILER: Statement = {
  name: 'connector-accounts.find-of-retailer',
  text: `SELECT ${COLUMNS} FROM connector_accounts a WHERE a.platform = $1 AND a.retailer_id = $2`,
}
const LIST: Statement = {
  name: 'connector-accounts.list',
  text: `SELECT ${COLUMNS} FROM connector_accounts a WHERE ($1::text IS NULL OR a.retailer_id = $1) ORDER BY a.platform, a.id`,
}

const accountMac = defineMac<Omit<AccountRow, 'keysBox' | 'mac'>>('connector_accounts', row => [
  row.id,
  row.platform,
  row.retailerId,
  row.account,
  row.isEnabled,
  computeCanonicalJson(row.settings),
  row.createdAt,
  row.changedAt,
])

const contextOf = (id: string): string => `connector_accounts.keys_box:${id}`

export async function takeTurn(
  tx: Queryable,
  { platform, retailerId, account }: Pick<Account, 'platform' | 'retailerId' | 'account'>,
): Promise<void> {
  for (const name of [retailerId, account]) await tx.run(TAKE_TURN, [platform, name])
}

export async function writeAccount(db: Queryable, secrets: Secrets, account: Account): Promise<void> {
  await db.run(UPSERT, [
    account.id,
    account.platform,
    account.retailerId,
    account.account,
    account.isEnabled,
    JSON.stringify(account.settings),
    seal(secrets.sealing, contextOf(account.id), JSON.stringify(account.keys)),
    account.createdAt,
    account.changedAt,
    accountMac.compute(secrets, account),
  ])
}

export async function findAccount(db: Queryable, secrets: Secrets, id: string): Promise<Account | undefined> {
  return toAccount(secrets, (await db.run<AccountRow>(FIND, [id]))[0])
}

export async function getAccount(db: Queryable, secrets: Secrets, id: string): Promise<Account> {
  const account = await findAccount(db, secrets, id)
  if (account === undefined) throw new Error(`there is no connector account ${id}`)
  return account
}

export async function findAccountOfShop(
  db: Queryable,
  secrets: Secrets,
  { platform, account }: Pick<Account, 'platform' | 'account'>,
): Promise<Account | undefined> {
  return toAccount(secrets, (await db.run<AccountRow>(FIND_OF_SHOP, [platform, account]))[0])
}

export async function findAccountOfRetailer(
  db: Queryable,
  secrets: Secrets,
  { platform, retailerId }: Pick<Account, 'platform' | 'retailerId'>,
): Promise<Account | undefined> {
  return toAccount(secrets, (await db.run<AccountRow>(FIND_OF_RETAILER, [platform, retailerId]))[0])
}

export async function listAccounts(
  db: Queryable,
  secrets: Secrets,
  retailerId?: string,
): Promise<readonly Account[]> {
  const rows = await db.run<AccountRow>(LIST, [retailerId ?? null])
  return rows.flatMap(row => toAccount(secrets, row) ?? [])
}

function toAccount(secrets: Secrets, row: AccountRow | undefined): Account | undefined {
  if (row === undefined) return undefined
  const { keysBox, mac: _, ...account } = accountMac.check(secrets, row)
  const keys = JSON.parse(open(secrets.sealing, contextOf(row.id), keysBox).toString()) as AccountKeys
  return { ...account, keys }
}

/** Rows that the program did not write. */
export async function listForgedAccountIds(db: Queryable, secrets: Secrets): Promise<readonly string[]> {
  const rows = await db.run<AccountRow>(LIST, [null])
  return rows.filter(row => !accountMac.isGenuine(secrets, row)).map(({ id }) => id)
}
