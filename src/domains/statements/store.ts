import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { OpenLine } from './match-lines.ts'
import { type BankStatement, computeContentHash, nameLine, type StatementLine } from './statement.ts'

interface TakenStatement {
  readonly id: string
  readonly firstDay: CalendarDate
  readonly lastDay: CalendarDate
  readonly openingCentavos: Centavos
  readonly closingCentavos: Centavos
}

type LineState = 'NEW' | 'MATCHED' | 'IN_TRANSIT' | 'SUSPENSE' | 'RESOLVED'

const TAKEN = `id, first_day, last_day, opening_centavos,
  closing_centavos`

const LOCK_ACCOUNT: Statement = {
  name: 'bank-statements.lock-account',
  text: `SELECT pg_advisory_xact_lock(hashtext('bank-statements'), hashtext($1))`,
}
const LIST_AROUND: Statement = {
  name: 'bank-statements.list-around',
  text: `(SELECT ${TAKEN}, content_hash FROM bank_statements
      WHERE account_id = $1 AND last_day <= $3 ORDER BY last_day DESC LIMIT 1)
    UNION ALL
    (SELECT ${TAKEN}, content_hash FROM bank_statements WHERE account_id = $1 AND last_day > $3 ORDER BY last_day LIMIT 1)
    UNION ALL
    (SELECT ${TAKEN}, content_hash FROM bank_statements WHERE account_id = $1 AND first_day <= $3 AND last_day >= $2
      ORDER BY last_day LIMIT 1)`,
}
const INSERT_STATEMENT: Statement = {
  name: 'bank-statements.insert',
  text: `INSERT INTO bank_statements (id, account_id, first_day, last_day, opening_centavos, closing_centavos, content_hash, taken_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
}
const INSERT_LINES: RowStatement<StatementLine & { readonly key: string; readonly position: number }> = {
  name: 'bank-statement-lines.insert',
  columns: {
    key: 'text',
    postedOn: 'date',
    position: 'integer',
    amountCentavos: 'bigint',
    category: 'text',
    history: 'text',
    document: 'text',
  },
  text: `INSERT INTO bank_statement_lines (statement_id, account_id, key, posted_on, position, amount_centavos, category, history,
      document)
    SELECT $1, $2, rows.* FROM rows`,
}
const FIND_FIRST: Statement = {
  name: 'bank-statements.find-first',
  text: `SELECT ${TAKEN} FROM bank_statements WHERE account_id = $1 ORDER BY last_day LIMIT 1`,
}
const FIND_BY_DAY: Statement = {
  name: 'bank-statements.find-by-day',
  text: `SELECT ${TAKEN} FROM bank_statements WHERE account_id = $1 AND last_day <= $2 ORDER BY last_day DESC LIMIT 1`,
}
const LIST_OPEN: Statement = {
  name: 'bank-statement-lines.list-open',
  text: `SELECT key, posted_on, amount_centavos, category, history, document, state
    FROM bank_statement_lines WHERE account_id = $1 AND posted_on <= $2 AND state IN ('NEW', 'IN_TRANSIT', 'SUSPENSE')
    ORDER BY posted_on, key`,
}
const SET_STATE: Statement = {
  name: 'bank-statement-lines.set-state',
  text: 'UPDATE bank_statement_lines SET state = $2 WHERE key = ANY ($1::text[]) AND state <> $2',
}
const INSERT_MATCHES: RowStatement<Match> = {
  name: 'bank-matches.insert',
  columns: { reference: 'text', key: 'text', amountCentavos: 'bigint', isBooked: 'boolean' },
  text: `INSERT INTO bank_matches (book_reference, line_key, amount_centavos, is_booked, matched_at)
    SELECT rows.*, $1 FROM rows`,
}
const LIST_MATCHED: Statement = {
  name: 'bank-matches.list',
  text: 'SELECT book_reference AS reference FROM bank_matches WHERE book_reference = ANY ($1::text[])',
}
/* Lines that the books do not hold: no match at all, or one that only another module announced. */
const SUM_UNBOOKED: Statement = {
  name: 'bank-statement-lines.sum-unbooked',
  text: `SELECT coalesce(sum(l.amount_centavos), 0)::bigint AS sum FROM bank_statement_lines l
    WHERE l.account_id = $1 AND l.posted_on <= $2
      AND (l.state <> 'MATCHED' OR EXISTS (SELECT FROM bank_matches m WHERE m.line_key = l.key AND NOT m.is_booked))`,
}

/** False when the same statement was taken before. Throws an InputError when it does not continue the one before. */
export async function takeStatement(
  tx: Transaction,
  accountId: string,
  statement: BankStatement,
  now: Date,
): Promise<boolean> {
  const { firstDay, lastDay, openingCentavos, closingCentavos, lines } = statement
  const contentHash = computeContentHash(statement)
  tx.send(LOCK_ACCOUNT, [accountId])
  const around = await tx.run<TakenStatement & { contentHash: Buffer }>(LIST_AROUND, [
    accountId,
    firstDay,
    lastDay,
  ])
  if (around.some(each => each.contentHash.equals(contentHash))) return false
  const overlapping = around.find(each => each.firstDay <= lastDay && each.lastDay >= firstDay)
  if (overlapping !== undefined)
    throw new InputError(
      `a statement of ${overlapping.firstDay} to ${overlapping.lastDay} was taken before and says something else`,
    )
  for (const each of around) {
    const [earlier, later] =
      each.lastDay < firstDay
        ? [each.closingCentavos, openingCentavos]
        : [closingCentavos, each.openingCentavos]
    if (earlier !== later)
      throw new InputError(
        `it does not continue the statement of ${each.lastDay}: one closes with ${earlier} centavos, the next opens with ${later}`,
      )
  }
  const id = newId(now.getTime())
  tx.send(INSERT_STATEMENT, [
    id,
    accountId,
    firstDay,
    lastDay,
    openingCentavos,
    closingCentavos,
    contentHash,
    now,
  ])
  const rows = lines.map((line, position) => ({ ...line, position, key: nameLine(statement, position) }))
  sendRows(tx, INSERT_LINES, rows, [id, accountId])
  return true
}

export async function findFirstStatement(
  db: Queryable,
  accountId: string,
): Promise<TakenStatement | undefined> {
  return (await db.run<TakenStatement>(FIND_FIRST, [accountId]))[0]
}

/** The last statement that ends on this day or before. */
export async function findStatement(
  db: Queryable,
  accountId: string,
  day: CalendarDate,
): Promise<TakenStatement | undefined> {
  return (await db.run<TakenStatement>(FIND_BY_DAY, [accountId, day]))[0]
}

export function listOpenLines(
  db: Queryable,
  accountId: string,
  until: CalendarDate,
): Promise<(OpenLine & { readonly state: LineState })[]> {
  return db.run(LIST_OPEN, [accountId, until])
}

export function setLineState(tx: Transaction, keys: readonly string[], state: LineState): void {
  if (keys.length > 0) tx.send(SET_STATE, [keys, state])
}

interface Match {
  readonly reference: string
  readonly key: string
  readonly amountCentavos: Centavos
  readonly isBooked: boolean
}

export function insertMatches(tx: Transaction, matches: readonly Match[], now: Date): void {
  if (matches.length > 0) sendRows(tx, INSERT_MATCHES, matches, [now])
}

/** Those of these references that are on a statement. */
export async function listMatched(db: Queryable, references: readonly string[]): Promise<Set<string>> {
  const rows = await db.run<{ reference: string }>(LIST_MATCHED, [references])
  return new Set(rows.map(({ reference }) => reference))
}

export async function sumUnbookedLines(
  db: Queryable,
  accountId: string,
  until: CalendarDate,
): Promise<Centavos> {
  return (await db.run<{ sum: Centavos }>(SUM_UNBOOKED, [accountId, until]))[0]?.sum ?? 0
}
