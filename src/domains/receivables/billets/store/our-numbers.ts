import type { Queryable, Statement } from '../../../../platform/db/database.ts'
import type { LenderAccount } from '../../../lender/index.ts'

/** The marks under which our-numbers and the files of an account are kept outside the database. */
export const OUR_NUMBERS = 'our-number'

export const nameFiles = (accountId: string): string => `file:${accountId}`

const RAISED_AT_ONCE = 50_000

const READ_OUR_NUMBER: Statement = {
  name: 'given-numbers.our-number',
  text: `SELECT coalesce(pg_sequence_last_value('billet_our_numbers'::regclass), 0)::bigint AS given`,
}

const LIST_FILES: Statement = {
  name: 'given-numbers.list-files',
  text: 'SELECT id, last_file_sequence AS given FROM lender_accounts',
}

/** Taken one by one: the program's role may use the sequence, not set it. */
const SKIP_OUR_NUMBERS: Statement = {
  name: 'given-numbers.skip-our-numbers',
  text: `SELECT max(nextval('billet_our_numbers')) AS given FROM generate_series(1, $1::integer)`,
}

const RAISE_FILE: Statement = {
  name: 'given-numbers.raise-file',
  text: 'UPDATE lender_accounts SET last_file_sequence = greatest(last_file_sequence, $2) WHERE id = $1',
}

interface ForgottenNumber {
  readonly name: string
  /** The highest that the database knows of. */
  readonly known: number
  readonly mark: number
}

/**
 * How much of its numbers each account has used up, from 0 to 1. All accounts are numbered by one sequence, so that the
 * one with the fewest digits ends first, however many billets were issued for it.
 */
export async function readUsedShares(
  db: Queryable,
  accounts: readonly LenderAccount[],
): Promise<ReadonlyMap<string, number>> {
  const [row] = await db.run<{ given: number }>(READ_OUR_NUMBER, [])
  const given = row?.given ?? 0
  return new Map(accounts.map(({ id, bank }) => [id, Math.min(1, given / bank.largestOurNumber)]))
}

/** Numbers issued before that this database has forgotten. */
export async function listForgotten(
  db: Queryable,
  marks: ReadonlyMap<string, number>,
): Promise<ForgottenNumber[]> {
  const [row] = await db.run<{ given: number }>(READ_OUR_NUMBER, [])
  const files = await db.run<{ id: string; given: number }>(LIST_FILES, [])
  const known = [
    { name: OUR_NUMBERS, given: row?.given ?? 0 },
    ...files.map(({ id, given }) => ({ name: nameFiles(id), given })),
  ]
  return known.flatMap(({ name, given }) => {
    const mark = marks.get(name) ?? 0
    return mark > given ? [{ name, known: given, mark }] : []
  })
}

/** From now on none of them is issued again. Returns what was forgotten. */
export async function skipForgotten(
  db: Queryable,
  marks: ReadonlyMap<string, number>,
): Promise<ForgottenNumber[]> {
  const forgotten = await listForgotten(db, marks)
  for (const { name, known, mark } of forgotten) {
    if (name !== OUR_NUMBERS) await db.run(RAISE_FILE, [name.slice(nameFiles('').length), mark])
    else
      for (let given = known; given < mark; given += RAISED_AT_ONCE)
        await db.run(SKIP_OUR_NUMBERS, [Math.min(RAISED_AT_ONCE, mark - given)])
  }
  return forgotten
}
