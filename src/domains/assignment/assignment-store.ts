import type { AssignmentKind } from '../../contract/desk-assignments.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'

export interface Assignment {
  readonly id: string
  readonly fundId: string
  readonly kind: AssignmentKind
  readonly day: CalendarDate
  readonly contractCount: number
  readonly faceCentavos: Centavos
  readonly carryingCentavos: Centavos
  readonly priceCentavos: Centavos
  /** Of the export. */
  readonly sha256: Buffer
  readonly proposedAt: Date
  readonly doneAt: Date | null
  readonly paidOn: CalendarDate | null
  /** 1 proposed, 2 done, 3 paid by the fund. */
  readonly version: number
}

type AssignmentRow = Assignment & { readonly mac: Buffer }

export interface AssignmentLine {
  readonly transactionId: string
  readonly faceCentavos: Centavos
  readonly carryingCentavos: Centavos
  readonly priceCentavos: Centavos
}

const COLUMNS = `id, fund_id, kind, day, contract_count, face_centavos, carrying_centavos, price_centavos, sha256,
  proposed_at, done_at, paid_on, version, mac`

const INSERT: Statement = {
  name: 'assignments.insert',
  text: `INSERT INTO assignments (${COLUMNS}, box)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
}
const INSERT_LINES: RowStatement<AssignmentLine & { readonly assignmentId: string }> = {
  name: 'assignment-lines.insert',
  columns: {
    assignmentId: 'text',
    transactionId: 'text',
    faceCentavos: 'bigint',
    carryingCentavos: 'bigint',
    priceCentavos: 'bigint',
  },
  text: `INSERT INTO assignment_lines (assignment_id, transaction_id, face_centavos, carrying_centavos, price_centavos)
    SELECT * FROM rows`,
}
const LOCK: Statement = {
  name: 'assignments.lock',
  text: `SELECT ${COLUMNS} FROM assignments WHERE id = $1 FOR UPDATE`,
}
const LIST: Statement = {
  name: 'assignments.list',
  text: `SELECT ${COLUMNS} FROM assignments ORDER BY id DESC LIMIT $1`,
}
const FIND: Statement = {
  name: 'assignments.find',
  text: `SELECT ${COLUMNS}, box FROM assignments WHERE id = $1`,
}
const SAVE: Statement = {
  name: 'assignments.save',
  text: 'UPDATE assignments SET done_at = $2, paid_on = $3, version = $4, mac = $5 WHERE id = $1',
}
const LIST_LINES: Statement = {
  name: 'assignment-lines.list',
  text: `SELECT transaction_id, face_centavos, carrying_centavos, price_centavos FROM assignment_lines
    WHERE assignment_id = $1 ORDER BY transaction_id`,
}

const assignmentMac = defineMac('assignments', (row: Assignment) => [
  row.id,
  row.fundId,
  row.kind,
  row.day,
  row.contractCount,
  row.faceCentavos,
  row.carryingCentavos,
  row.priceCentavos,
  row.sha256,
  row.proposedAt,
  row.doneAt,
  row.paidOn,
  row.version,
])

export async function insertAssignment(
  tx: Transaction,
  secrets: Secrets,
  made: Assignment,
  { lines, csv }: { readonly lines: readonly AssignmentLine[]; readonly csv: string },
): Promise<void> {
  await tx.run(INSERT, [
    made.id,
    made.fundId,
    made.kind,
    made.day,
    made.contractCount,
    made.faceCentavos,
    made.carryingCentavos,
    made.priceCentavos,
    made.sha256,
    made.proposedAt,
    made.doneAt,
    made.paidOn,
    made.version,
    assignmentMac.compute(secrets, made),
    seal(secrets.sealing, exportContext(made.id), csv),
  ])
  await runRows(
    tx,
    INSERT_LINES,
    lines.map(line => ({ ...line, assignmentId: made.id })),
  )
}

/** Throws ForgedRow. */
export async function lockAssignment(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<Assignment | undefined> {
  const [row] = await tx.run<AssignmentRow>(LOCK, [id])
  return row && assignmentMac.check(secrets, row)
}

export async function saveAssignment(
  tx: Transaction,
  secrets: Secrets,
  { id, ...changed }: Assignment,
): Promise<void> {
  const mac = assignmentMac.compute(secrets, { id, ...changed })
  await tx.run(SAVE, [id, changed.doneAt, changed.paidOn, changed.version, mac])
}

/** The newest first. Throws ForgedRow. */
export async function listAssignments(db: Queryable, secrets: Secrets, limit: number): Promise<Assignment[]> {
  return (await db.run<AssignmentRow>(LIST, [limit])).map(row => assignmentMac.check(secrets, row))
}

/** With its export. Throws ForgedRow. */
export async function findAssignment(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<{ readonly assignment: Assignment; readonly csv: string } | undefined> {
  const [row] = await db.run<AssignmentRow & { readonly box: Buffer }>(FIND, [id])
  if (row === undefined) return undefined
  const { box, ...assignment } = assignmentMac.check(secrets, row)
  return { assignment, csv: open(secrets.sealing, exportContext(id), box).toString() }
}

export function listLines(db: Queryable, assignmentId: string): Promise<AssignmentLine[]> {
  return db.run<AssignmentLine>(LIST_LINES, [assignmentId])
}

const exportContext = (id: string): string => `assignments.box:${id}`
