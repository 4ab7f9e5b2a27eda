import type {
  ComplianceFinding,
  ComplianceKind,
  ComplianceResult,
} from '../../../contract/desk-compliance.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import { open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'

interface CaseRow {
  readonly id: string
  readonly kind: ComplianceKind
  readonly cpfIndex: Buffer
  readonly transactionId: string
  readonly about: string
  readonly openedAt: Date
  readonly result: ComplianceResult | null
  readonly closedAt: Date | null
  readonly version: number
  readonly box: Buffer | null
  readonly mac: Buffer
}

export interface ComplianceCase extends Omit<CaseRow, 'box' | 'mac'> {
  /** Empty once the person is forgotten. */
  readonly findings: readonly ComplianceFinding[]
}

const COLUMNS = `id, kind, cpf_index, transaction_id, about, opened_at, result, closed_at, version, box, mac`

const INSERT: Statement = {
  name: 'compliance-cases.insert',
  text: `INSERT INTO compliance_cases (${COLUMNS})
    SELECT $1, $2, $3, $4, $5, $6, NULL, NULL, 1, $7, $8
    ON CONFLICT (cpf_index, kind, about) DO NOTHING RETURNING id`,
}
const FIND: Statement = {
  name: 'compliance-cases.find',
  text: `SELECT ${COLUMNS} FROM compliance_cases WHERE id = $1`,
}
const LOCK: Statement = {
  name: 'compliance-cases.lock',
  text: `SELECT ${COLUMNS} FROM compliance_cases WHERE id = $1 FOR UPDATE`,
}
const CLOSE: Statement = {
  name: 'compliance-cases.close',
  text: `UPDATE compliance_cases SET result = $2, closed_at = $3, version = $4, mac = $5 WHERE id = $1 AND result IS NULL`,
}
const LIST_OPEN: Statement = {
  name: 'compliance-cases.list-open',
  text: `SELECT ${COLUMNS} FROM compliance_cases WHERE result IS NULL ORDER BY opened_at, id LIMIT $1`,
}
const LIST_NEWEST: Statement = {
  name: 'compliance-cases.list-newest',
  text: `SELECT ${COLUMNS} FROM compliance_cases ORDER BY id DESC LIMIT $1`,
}
const LIST_ABOUT_LISTS: Statement = {
  name: 'compliance-cases.list-about-lists',
  text: `SELECT ${COLUMNS} FROM compliance_cases WHERE cpf_index = $1 AND kind IN ('PEP', 'SANCTIONS')`,
}
const COUNT_OPEN: Statement = {
  name: 'compliance-cases.count-open',
  text: `SELECT count(*)::integer AS count FROM (SELECT FROM compliance_cases WHERE result IS NULL LIMIT $1) waiting`,
}
const FORGET: Statement = {
  name: 'compliance-cases.forget',
  text: 'UPDATE compliance_cases SET box = NULL WHERE cpf_index = $1',
}
const INSERT_PAYMENT: Statement = {
  name: 'third-party-payments.insert',
  text: `INSERT INTO third_party_payments (reference, transaction_id, cpf_index, payer_index, amount_centavos, paid_on)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (reference) DO NOTHING`,
}
const COUNT_PAYERS: Statement = {
  name: 'third-party-payments.count-payers',
  text: `SELECT count(DISTINCT payer_index)::integer AS count FROM third_party_payments WHERE cpf_index = $1 AND paid_on >= $2`,
}

const caseMac = defineMac('compliance_cases', (row: Omit<CaseRow, 'box' | 'mac'>) => [
  row.id,
  row.kind,
  row.cpfIndex,
  row.transactionId,
  row.about,
  row.openedAt,
  row.result,
  row.closedAt,
  row.version,
])

export type NewCase = Pick<
  ComplianceCase,
  'id' | 'kind' | 'cpfIndex' | 'transactionId' | 'about' | 'openedAt' | 'findings'
>

/** False when the same was a case before. */
export async function insertCase(tx: Transaction, secrets: Secrets, opened: NewCase): Promise<boolean> {
  const { id, kind, cpfIndex, transactionId, about, openedAt, findings } = opened
  const box = seal(secrets.sealing, caseContext(id), JSON.stringify(findings))
  const mac = caseMac.compute(secrets, { ...opened, result: null, closedAt: null, version: 1 })
  const values = [id, kind, cpfIndex, transactionId, about, openedAt, box, mac]
  return (await tx.run(INSERT, values)).length > 0
}

/** Throws ForgedRow. */
export async function findCase(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<ComplianceCase | undefined> {
  const [row] = await db.run<CaseRow>(FIND, [id])
  return row && toCase(secrets, row)
}

/** Throws ForgedRow. */
export async function lockCase(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<ComplianceCase | undefined> {
  const [row] = await tx.run<CaseRow>(LOCK, [id])
  return row && toCase(secrets, row)
}

export async function closeCase(
  tx: Transaction,
  secrets: Secrets,
  locked: ComplianceCase,
  result: ComplianceResult,
  closedAt: Date,
): Promise<void> {
  const version = locked.version + 1
  const mac = caseMac.compute(secrets, { ...locked, result, closedAt, version })
  await tx.run(CLOSE, [locked.id, result, closedAt, version, mac])
}

/** Those that wait, the oldest first; with the closed ones, the newest first. Throws ForgedRow. */
export async function listCases(
  db: Queryable,
  secrets: Secrets,
  { withClosed, limit }: { readonly withClosed: boolean; readonly limit: number },
): Promise<ComplianceCase[]> {
  const rows = await db.run<CaseRow>(withClosed ? LIST_NEWEST : LIST_OPEN, [limit])
  return rows.map(row => toCase(secrets, row))
}

/** Everything that lists said about a person. Throws ForgedRow. */
export async function listCasesAboutLists(
  db: Queryable,
  secrets: Secrets,
  cpfIndex: Buffer,
): Promise<ComplianceCase[]> {
  const rows = await db.run<CaseRow>(LIST_ABOUT_LISTS, [cpfIndex])
  return rows.map(row => toCase(secrets, row))
}

export async function countOpenCases(db: Queryable, limit: number): Promise<number> {
  const [row] = await db.run<{ count: number }>(COUNT_OPEN, [limit])
  return row?.count ?? 0
}

/** What was found is forgotten with the person; that there was a case, and how it ended, stays. */
export function forgetFindings(tx: Transaction, cpfIndex: Buffer): void {
  tx.send(FORGET, [cpfIndex])
}

export function insertThirdPartyPayment(
  tx: Transaction,
  payment: {
    readonly reference: string
    readonly transactionId: string
    readonly cpfIndex: Buffer
    readonly payerIndex: Buffer
    readonly amountCentavos: Centavos
    readonly paidOn: CalendarDate
  },
): void {
  const { reference, transactionId, cpfIndex, payerIndex, amountCentavos, paidOn } = payment
  tx.send(INSERT_PAYMENT, [reference, transactionId, cpfIndex, payerIndex, amountCentavos, paidOn])
}

/** How many others have paid for a person since that day. */
export async function countPayers(db: Queryable, cpfIndex: Buffer, since: CalendarDate): Promise<number> {
  const [row] = await db.run<{ count: number }>(COUNT_PAYERS, [cpfIndex, since])
  return row?.count ?? 0
}

function toCase(secrets: Secrets, row: CaseRow): ComplianceCase {
  const { box, mac: _, ...plain } = caseMac.check(secrets, row)
  const findings =
    box === null
      ? []
      : (JSON.parse(open(secrets.sealing, caseContext(row.id), box).toString()) as ComplianceFinding[])
  return { ...plain, findings }
}

const caseContext = (id: string): string => `compliance_cases.box:${id}`
