import type { ListKind } from '../../../contract/desk-compliance.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import { open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../../platform/db/row-statement.ts'
import { composeNameKey } from './match.ts'
import type { ListedPerson } from './parse-list.ts'

export interface ScreeningList {
  readonly id: string
  readonly kind: ListKind
  readonly source: string
  readonly publishedOn: CalendarDate
  readonly sha256: Buffer
  readonly entryCount: number
  readonly loadedBy: string
  readonly loadedAt: Date
  /** Null for the one in use. */
  readonly replacedAt: Date | null
}

type ListRow = ScreeningList & { readonly mac: Buffer }

const COLUMNS = `id, kind, source, published_on, sha256, entry_count, loaded_by, loaded_at, replaced_at, mac`

const INSERT: Statement = {
  name: 'screening-lists.insert',
  text: `INSERT INTO screening_lists (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}
const LOCK_CURRENT: Statement = {
  name: 'screening-lists.lock-current',
  text: `SELECT ${COLUMNS} FROM screening_lists WHERE kind = $1 AND source = $2 AND replaced_at IS NULL FOR UPDATE`,
}
const REPLACE: Statement = {
  name: 'screening-lists.replace',
  text: 'UPDATE screening_lists SET replaced_at = $2, mac = $3 WHERE id = $1 AND replaced_at IS NULL',
}
const LIST: Statement = {
  name: 'screening-lists.list',
  text: `SELECT ${COLUMNS} FROM screening_lists ORDER BY kind, source, loaded_at DESC, id DESC`,
}
const INSERT_ENTRIES: RowStatement<EntryRow> = {
  name: 'screening-entries.insert',
  columns: {
    listId: 'text',
    position: 'integer',
    digitsIndex: 'bytea',
    cpfIndex: 'bytea',
    nameIndex: 'bytea',
    box: 'bytea',
  },
  text: `INSERT INTO screening_entries (list_id, position, digits_index, cpf_index, name_index, box) SELECT * FROM rows`,
}
/* Each condition has an index; the entry itself says whether it is a match. */
const FIND_CANDIDATES: Statement = {
  name: 'screening-entries.find-candidates',
  text: `SELECT list_id, position, box FROM screening_entries
    WHERE list_id = ANY ($1::text[]) AND (digits_index = $2 OR cpf_index = $3 OR name_index = ANY ($4::bytea[]))
    ORDER BY list_id, position`,
}
const LIST_ENTRIES: Statement = {
  name: 'screening-entries.list',
  text: `SELECT list_id, position, box FROM screening_entries WHERE list_id = $1 ORDER BY position LIMIT $2`,
}

interface EntryRow {
  readonly listId: string
  readonly position: number
  readonly digitsIndex: Buffer | null
  readonly cpfIndex: Buffer | null
  readonly nameIndex: Buffer
  readonly box: Buffer
}

/** A person and where on a list they stand. */
export interface ListedEntry extends ListedPerson {
  readonly listId: string
  readonly position: number
}

const listMac = defineMac('screening_lists', (row: ScreeningList) => [
  row.id,
  row.kind,
  row.source,
  row.publishedOn,
  row.sha256,
  row.entryCount,
  row.loadedBy,
  row.loadedAt,
  row.replacedAt,
])

/** Throws ForgedRow. */
export async function lockCurrentList(
  tx: Transaction,
  secrets: Secrets,
  kind: ListKind,
  source: string,
): Promise<ScreeningList | undefined> {
  const [row] = await tx.run<ListRow>(LOCK_CURRENT, [kind, source])
  return row && listMac.check(secrets, row)
}

export async function insertList(tx: Transaction, secrets: Secrets, list: ScreeningList): Promise<void> {
  const { id, kind, source, publishedOn, sha256, entryCount, loadedBy, loadedAt, replacedAt } = list
  const mac = listMac.compute(secrets, list)
  const values = [id, kind, source, publishedOn, sha256, entryCount, loadedBy, loadedAt, replacedAt, mac]
  await tx.run(INSERT, values)
}

export async function replaceList(
  tx: Transaction,
  secrets: Secrets,
  list: ScreeningList,
  replacedAt: Date,
): Promise<void> {
  await tx.run(REPLACE, [list.id, replacedAt, listMac.compute(secrets, { ...list, replacedAt })])
}

/** Versions in use and replaced ones, the newest of a source first. Throws ForgedRow. */
export async function listLists(db: Queryable, secrets: Secrets): Promise<ScreeningList[]> {
  return (await db.run<ListRow>(LIST, [])).map(row => listMac.check(secrets, row))
}

export async function insertEntries(
  tx: Transaction,
  secrets: Secrets,
  listId: string,
  people: readonly (ListedPerson & { readonly position: number })[],
): Promise<void> {
  const rows = people.map(({ position, ...person }): EntryRow => {
    const { digits, cpf, name } = person
    return {
      listId,
      position,
      digitsIndex: digits === undefined ? null : secrets.computeBlindIndex('listed-digits', digits),
      cpfIndex: cpf === undefined ? null : secrets.computeBlindIndex('cpf', cpf),
      nameIndex: secrets.computeBlindIndex('listed-name', composeNameKey(name)),
      box: seal(secrets.sealing, entryContext(listId, position), JSON.stringify(person)),
    }
  })
  await runRows(tx, INSERT_ENTRIES, rows)
}

/** Entries that may be the person: their boxes have to be compared. */
export async function findCandidates(
  db: Queryable,
  secrets: Secrets,
  listIds: readonly string[],
  wanted: { readonly cpf: string; readonly digits: string; readonly nameKeys: readonly string[] },
): Promise<ListedEntry[]> {
  const rows = await db.run<StoredEntry>(FIND_CANDIDATES, [
    listIds,
    secrets.computeBlindIndex('listed-digits', wanted.digits),
    secrets.computeBlindIndex('cpf', wanted.cpf),
    wanted.nameKeys.map(key => secrets.computeBlindIndex('listed-name', key)),
  ])
  return rows.map(row => openEntry(secrets, row))
}

export async function listEntries(
  db: Queryable,
  secrets: Secrets,
  listId: string,
  limit: number,
): Promise<ListedEntry[]> {
  const rows = await db.run<StoredEntry>(LIST_ENTRIES, [listId, limit])
  return rows.map(row => openEntry(secrets, row))
}

type StoredEntry = Pick<EntryRow, 'listId' | 'position' | 'box'>

function openEntry(secrets: Secrets, { listId, position, box }: StoredEntry): ListedEntry {
  const plain = open(secrets.sealing, entryContext(listId, position), box)
  return { ...(JSON.parse(plain.toString()) as ListedPerson), listId, position }
}

const entryContext = (listId: string, position: number): string =>
  `screening_entries.box:${listId}:${position}`
