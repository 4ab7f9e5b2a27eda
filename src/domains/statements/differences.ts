import { addBusinessDays } from '../../brazil/business-days.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

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

/** Files of a day may come in this many business days later; then a difference is a case. */
const PATIENCE_BUSINESS_DAYS = 2

export const isOverdue = (since: CalendarDate, today: CalendarDate): boolean =>
  addBusinessDays(since, PATIENCE_BUSINESS_DAYS) < today

const OPEN_CASES: Statement = {
  name: 'reconciliation-cases.open',
  text: `INSERT INTO reconciliation_cases (id, account_id, side, reference, amount_centavos, happened_on, opened_at)
    SELECT c.id, $2, c.side, c.reference, c."amountCentavos", c."happenedOn", $3
    FROM json_to_recordset($1::json) AS c(id text, side text, reference text, "amountCentavos" bigint, "happenedOn" date)
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
  for (const [accountId, own] of Map.groupBy(differences, each => each.accountId)) {
    const rows = own.map(each => ({ ...each, id: newId(now.getTime()) }))
    tx.send(OPEN_CASES, [JSON.stringify(rows), accountId, now])
  }
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
