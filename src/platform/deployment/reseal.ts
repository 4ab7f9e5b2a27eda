import { setTimeout as delay } from 'node:timers/promises'
import { UnknownDataKey } from '../crypto/data-keys.ts'
import { type BoxKeys, FIRST_KEY_ID, open, seal } from '../crypto/sealed-box.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Database, Queryable, Statement } from '../db/database.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

/** So many rows at a time, each in a transaction of its own: at most this many rows are locked, each for one update. */
const AT_ONCE = 4

interface ResealContext {
  readonly database: Database
  readonly secrets: Secrets
}

interface Resealed {
  readonly count: number
  /** Boxes of people who were forgotten: their key is gone for good. They stay as they are. */
  readonly forgotten: number
  /** Boxes that do not open although their key is there: somebody has changed them. They stay as they are. */
  readonly damaged: number
}

interface ResealOptions {
  /** Called after each column that had boxes to seal again. */
  readonly report: (place: string, resealed: Resealed) => void
}

/**
 * Seals every box again that is under an older data key than the newest. A concurrent write wins. Can be
 * interrupted at any time: the next call finds the remaining boxes by their key ids.
 */
export async function resealAll(context: ResealContext, { report }: ResealOptions): Promise<Resealed> {
  const total = { count: 0, forgotten: 0, damaged: 0 }
  const note = (place: string, done: Resealed): void => {
    total.count += done.count
    total.forgotten += done.forgotten
    total.damaged += done.damaged
    if (done.count + done.damaged > 0) report(place, done)
  }
  for (const column of SEALED_COLUMNS)
    note(`${column.table}.${column.column}`, await resealColumn(context, column))
  return total
}

async function resealColumn(context: ResealContext, column: SealedColumn): Promise<Resealed> {
  const outcomes = { count: 0, forgotten: 0, damaged: 0 }
  for await (const page of readPages(context.database, column)) {
    const old = page.filter(({ keyId }) => keyId !== null && keyId < context.secrets.sealing.sealingId)
    for (let at = 0; at < old.length; at += AT_ONCE) {
      const begunAt = performance.now()
      const done = await Promise.all(
        old.slice(at, at + AT_ONCE).map(({ key }) => resealRow(context, column, key)),
      )
      outcomes.count += done.filter(outcome => outcome === 'resealed').length
      outcomes.forgotten += done.filter(outcome => outcome === 'forgotten').length
      outcomes.damaged += done.filter(outcome => outcome === 'damaged').length
      // Rests half of the time, so that requests are served as usual meanwhile.
      await delay(performance.now() - begunAt)
    }
  }
  return outcomes
}

type Outcome = 'resealed' | 'changed' | 'forgotten' | 'damaged'

async function resealRow(
  { database, secrets }: ResealContext,
  column: SealedColumn,
  key: readonly string[],
): Promise<Outcome> {
  const row = await findBox(database, column, key)
  if (row === undefined || (row.box === null && !column.isFileKey)) return 'changed'
  const keys = chooseKeys(secrets, column, row.salt)
  if (keys === undefined) return 'forgotten'
  const context = column.composeContext(...key)
  const plain =
    row.box === null
      ? secrets.deriveFixedKey(row.salt ?? Buffer.alloc(0)).export()
      : tryOpen(keys, context, row.box)
  if (plain === undefined) return 'damaged'
  const after = seal(keys, context, plain)
  const isDone = await replaceBox(database, column, key, { before: row.box, after })
  return isDone ? 'resealed' : 'changed'
}

/** Undefined when the salt is gone, and the key with it. */
function chooseKeys(secrets: Secrets, column: SealedColumn, salt: Buffer | null): BoxKeys | undefined {
  if (column.salt === undefined) return secrets.sealing
  return salt === null ? undefined : secrets.deriveDataKey(salt)
}

function tryOpen(keys: BoxKeys, context: string, box: Buffer): Buffer | undefined {
  try {
    return open(keys, context, box)
  } catch (error) {
    if (error instanceof UnknownDataKey) throw error
    return undefined
  }
}

/** How many boxes there are under each data key. */
export async function countBoxes(database: Database): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  const add = (keyId: number | null | undefined): void => {
    if (keyId !== null && keyId !== undefined) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  }
  for (const column of SEALED_COLUMNS)
    for await (const page of readPages(database, column)) for (const { keyId } of page) add(keyId)
  return new Map([...counts].toSorted(([one], [other]) => one - other))
}

async function* readPages(database: Database, column: SealedColumn): AsyncGenerator<FoundBox[]> {
  for (let after: readonly string[] | undefined; ; ) {
    const page = await listBoxes(database, column, after)
    if (page.length === 0) return
    yield page
    after = page.at(-1)?.key
  }
}

const PAGE_ROWS = 500

interface FoundBox {
  readonly key: readonly string[]
  /** Null when there is no box. */
  readonly keyId: number | null
}

/** Rows after the one with this key, in the order of the primary key, with the data keys of their boxes. */
export function listBoxes(
  db: Queryable,
  column: SealedColumn,
  after: readonly string[] | undefined,
): Promise<FoundBox[]> {
  return db.run<FoundBox>(composePage(column, after !== undefined), after ?? [])
}

function composePage({ table, column, key, isFileKey }: SealedColumn, isLater: boolean): Statement {
  const list = (prefix: string): string => key.map(name => `${prefix}${name}`).join(', ')
  const after = isLater
    ? `WHERE (${list('t.')}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`
    : ''
  const keyId = isFileKey ? `coalesce(box_key_id(t.${column}), ${FIRST_KEY_ID})` : `box_key_id(t.${column})`
  return {
    name: `reseal.list.${table}.${column}.${isLater ? 'later' : 'first'}`,
    text: `SELECT ARRAY[${key.map(name => `t.${name}::text`).join(', ')}] AS key, ${keyId} AS key_id
      FROM ${table} t ${after} ORDER BY ${list('t.')} LIMIT ${PAGE_ROWS}`,
  }
}

interface BoxRow {
  readonly box: Buffer | null
  readonly salt: Buffer | null
}

export async function findBox(
  db: Queryable,
  { table, column, key, salt, isFileKey }: SealedColumn,
  of: readonly string[],
): Promise<BoxRow | undefined> {
  const where = key.map((name, index) => `t.${name} = $${index + 1}`).join(' AND ')
  const statement = {
    name: `reseal.find.${table}.${column}`,
    text: `SELECT t.${column} AS box, ${isFileKey ? 't.key_salt' : (salt ?? 'NULL::bytea')} AS salt
      FROM ${table} t WHERE ${where}`,
  }
  return (await db.run<BoxRow>(statement, of))[0]
}

const REPLACE: Statement = {
  name: 'reseal.replace',
  text: 'SELECT reseal_box($1, $2, $3, $4, $5) AS is_done',
}

/** False when somebody has changed or removed the box meanwhile. */
async function replaceBox(
  db: Queryable,
  { table, column, key }: SealedColumn,
  of: readonly string[],
  boxes: { readonly before: Buffer | null; readonly after: Buffer },
): Promise<boolean> {
  const values = [`${table}.${column}`, key, of, boxes.before, boxes.after]
  return (await db.run<{ isDone: boolean }>(REPLACE, values))[0]?.isDone ?? false
}
