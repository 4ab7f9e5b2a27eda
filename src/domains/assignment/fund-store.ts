import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { Payee } from '../payouts/index.ts'
import { type FundRules, parseRules } from './eligibility.ts'

interface FundRow {
  readonly id: string
  readonly name: string
  readonly payeeBox: Buffer
  readonly rules: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly mac: Buffer
}

export interface Fund {
  readonly id: string
  readonly name: string
  readonly payee: Payee
  readonly rules: FundRules
  readonly createdBy: string
  readonly createdAt: Date
}

const INSERT: Statement = {
  name: 'funds.insert',
  text: `INSERT INTO funds (id, name, payee_box, rules, created_by, created_at, mac) VALUES ($1, $2, $3, $4::json, $5, $6, $7)`,
}
const LIST: Statement = {
  name: 'funds.list',
  text: 'SELECT id, name, payee_box, rules::text AS rules, created_by, created_at, mac FROM funds ORDER BY id',
}

/** The payee is a sealed box that opens for this fund only. */
const fundMac = defineMac('funds', (row: Omit<FundRow, 'payeeBox' | 'mac'>) => [
  row.id,
  row.name,
  row.rules,
  row.createdBy,
  row.createdAt,
])

export async function insertFund(tx: Transaction, secrets: Secrets, fund: Fund): Promise<void> {
  const { id, name, payee, createdBy, createdAt } = fund
  const rules = JSON.stringify(fund.rules)
  const box = seal(secrets.sealing, payeeContext(id), JSON.stringify(payee))
  const mac = fundMac.compute(secrets, { id, name, rules, createdBy, createdAt })
  await tx.run(INSERT, [id, name, box, rules, createdBy, createdAt, mac])
}

/** Throws ForgedRow. */
export async function listFunds(db: Queryable, secrets: Secrets): Promise<Fund[]> {
  const rows = await db.run<FundRow>(LIST, [])
  return rows.map(row => {
    const { payeeBox, rules, mac: _, ...plain } = fundMac.check(secrets, row)
    const payee = open(secrets.sealing, payeeContext(row.id), payeeBox).toString()
    return { ...plain, payee: JSON.parse(payee) as Payee, rules: parseRules(JSON.parse(rules)) }
  })
}

const payeeContext = (id: string): string => `funds.payee_box:${id}`
