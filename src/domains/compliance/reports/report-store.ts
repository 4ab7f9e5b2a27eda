import type { ReportKind } from '../../../contract/desk-compliance.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'

/** A line of the register of what COAF was told, or not. */
export interface RegisteredReport {
  readonly id: string
  readonly kind: ReportKind
  readonly caseId: string | null
  readonly year: number | null
  readonly decisionId: string
  readonly decidedOn: CalendarDate
  readonly dueOn: CalendarDate | null
  readonly reportedOn: CalendarDate | null
  readonly receipt: string | null
  readonly recordedBy: string | null
}

type ReportRow = RegisteredReport & { readonly mac: Buffer }

const COLUMNS = `id, kind, case_id, year, decision_id, decided_on, due_on, reported_on, receipt, recorded_by, mac`

const INSERT: Statement = {
  name: 'compliance-reports.insert',
  text: `INSERT INTO compliance_reports (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}
const LOCK: Statement = {
  name: 'compliance-reports.lock',
  text: `SELECT ${COLUMNS} FROM compliance_reports WHERE id = $1 FOR UPDATE`,
}
const SAVE_RECEIPT: Statement = {
  name: 'compliance-reports.save-receipt',
  text: 'UPDATE compliance_reports SET reported_on = $2, receipt = $3, recorded_by = $4, mac = $5 WHERE id = $1 AND receipt IS NULL',
}
const LIST: Statement = {
  name: 'compliance-reports.list',
  text: `SELECT ${COLUMNS} FROM compliance_reports ORDER BY id DESC LIMIT $1`,
}
const FIND_OF_CASE: Statement = {
  name: 'compliance-reports.find-of-case',
  text: `SELECT ${COLUMNS} FROM compliance_reports WHERE case_id = $1`,
}
const COUNT_OF_YEAR: Statement = {
  name: 'compliance-reports.count-of-year',
  text: `SELECT count(*) FILTER (WHERE kind = 'REPORT')::integer AS reports,
      count(*) FILTER (WHERE kind = 'NO_OCCURRENCE')::integer AS statements
    FROM compliance_reports WHERE year = $1 OR (kind = 'REPORT' AND decided_on BETWEEN $2 AND $3)`,
}

const reportMac = defineMac('compliance_reports', (row: RegisteredReport) => [
  row.id,
  row.kind,
  row.caseId,
  row.year,
  row.decisionId,
  row.decidedOn,
  row.dueOn,
  row.reportedOn,
  row.receipt,
  row.recordedBy,
])

export async function insertReport(
  tx: Transaction,
  secrets: Secrets,
  report: RegisteredReport,
): Promise<void> {
  const { id, kind, caseId, year, decisionId, decidedOn, dueOn, reportedOn, receipt, recordedBy } = report
  const mac = reportMac.compute(secrets, report)
  const values = [id, kind, caseId, year, decisionId, decidedOn, dueOn, reportedOn, receipt, recordedBy, mac]
  await tx.run(INSERT, values)
}

/** Throws ForgedRow. */
export async function lockReport(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<RegisteredReport | undefined> {
  const [row] = await tx.run<ReportRow>(LOCK, [id])
  return row && reportMac.check(secrets, row)
}

export async function saveReceipt(
  tx: Transaction,
  secrets: Secrets,
  report: RegisteredReport,
): Promise<void> {
  const { id, reportedOn, receipt, recordedBy } = report
  await tx.run(SAVE_RECEIPT, [id, reportedOn, receipt, recordedBy, reportMac.compute(secrets, report)])
}

/** The newest first. Throws ForgedRow. */
export async function listReports(
  db: Queryable,
  secrets: Secrets,
  limit: number,
): Promise<RegisteredReport[]> {
  return (await db.run<ReportRow>(LIST, [limit])).map(row => reportMac.check(secrets, row))
}

/** Throws ForgedRow. */
export async function findReportOfCase(
  db: Queryable,
  secrets: Secrets,
  caseId: string,
): Promise<RegisteredReport | undefined> {
  const [row] = await db.run<ReportRow>(FIND_OF_CASE, [caseId])
  return row && reportMac.check(secrets, row)
}

/** What the register has about a year. */
export async function countOfYear(
  db: Queryable,
  year: number,
): Promise<{ readonly reports: number; readonly statements: number }> {
  const [row] = await db.run<{ reports: number; statements: number }>(COUNT_OF_YEAR, [
    year,
    `${year}-01-01`,
    `${year}-12-31`,
  ])
  return row ?? { reports: 0, statements: 0 }
}
