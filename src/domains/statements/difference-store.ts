import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'

/** A difference between books and statement that somebody has to explain. */
export interface Difference {
  readonly accountId: string
  /** BANK: a line of the statement that the books do not know; BOOKS: an entry that no statement shows. */
  readonly side: 'BANK' | 'BOOKS'
  /** The key of the line, or the reference of the entry. */
  readonly reference: string
  readonly amountCentavos: Centavos
  readonly happenedOn: CalendarDate
}

export interface DifferenceCase extends Difference {
  readonly id: string
  readonly openedAt: Date
}

const OPEN_CASES: RowStatement<Difference & { readonly id: string }> = {
  name: 'reconciliation-cases.open',
  columns: {
    id: 'text',
    accountId: 'text',
    side: 'text',
    reference: 'text',
    amountCentavos: 'bigint',
    happenedOn: 'date',
  },
  text: `INSERT INTO reconciliation_cases (id, account_id, side, reference, amount_centavos, happened_on, opened_at)
    SELECT rows.*, $1 FROM rows
    ON CONFLICT (side, reference) DO NOTHING`,
}
const CLOSE_EXPLAINED: Statement = {
  name: 'reconciliation-cases.close-explained',
  text: `UPDATE reconciliation_cases SET closed_at = $2, closed_by = 'reconciliation'
    WHERE reference = ANY ($1::text[]) AND closed_at IS NULL`,
}
const LIST_CASES: Statement = {
  name: 'reconciliation-cases.list',
  text: `SELECT id, account_id, side, reference, amount_centavos,
      happened_on, opened_at
    FROM reconciliation_cases WHERE closed_at IS NULL ORDER BY opened_at, id LIMIT $1`,
}
const CLOSE_CASE: Statement = {
  name: 'reconciliation-cases.close',
  text: `UPDATE reconciliation_cases SET closed_at = $2, closed_by = $3, explanation = $4
    WHERE id = $1 AND closed_at IS NULL RETURNING side, reference`,
}

/** A difference has one case, however often it is found. */
export function openDifferences(tx: Transaction, differences: readonly Difference[], now: Date): void {
  if (differences.length === 0) return
  const rows = differences.map(each => ({ ...each, id: newId(now.getTime()) }))
  sendRows(tx, OPEN_CASES, rows, [now])
}

/** Lines and entries that found each other after all. */
export function closeDifferences(tx: Transaction, references: readonly string[], now: Date): void {
  if (references.length > 0) tx.send(CLOSE_EXPLAINED, [references, now])
}

/** The oldest first. */
export function listDifferences(db: Queryable, limit: number): Promise<DifferenceCase[]> {
  return db.run<DifferenceCase>(LIST_CASES, [limit])
}

/** Undefined when there is no such open case. */
export async function resolveDifference(
  tx: Transaction,
  caseId: string,
  resolution: { readonly by: string; readonly explanation: string; readonly now: Date },
): Promise<Pick<Difference, 'side' | 'reference'> | undefined> {
  const { by, explanation, now } = resolution
  return (await tx.run<Pick<Difference, 'side' | 'reference'>>(CLOSE_CASE, [caseId, now, by, explanation]))[0]
}
