import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { Entry } from '../ledger/index.ts'
import type { SelicRates } from './darf.ts'

/** The document of an entry, in the file store. */
export interface Attachment {
  readonly fileName: string
  readonly sha256: Buffer
  readonly bytes: number
}

/** What one person has proposed to book. */
export interface ProposedEntry {
  readonly id: string
  readonly kind: Entry['kind']
  readonly reference: string
  readonly retailerId: string | undefined
  readonly happenedOn: CalendarDate
  readonly memo: Entry['memo']
  readonly postings: Entry['postings']
  readonly attachment: Attachment | undefined
  readonly proposedBy: string
  readonly proposedAt: Date
}

interface ProposedRow {
  readonly id: string
  readonly kind: Entry['kind']
  readonly reference: string
  readonly retailerId: string | null
  readonly happenedOn: CalendarDate
  readonly memo: string
  readonly postings: string
  readonly fileName: string | null
  readonly sha256: Buffer | null
  readonly bytes: number | null
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly mac: Buffer
}

const COLUMNS = `p.id, p.kind, p.reference, p.retailer_id, p.happened_on, p.memo::text AS memo,
  p.postings::text AS postings, p.file_name, p.sha256, p.bytes, p.proposed_by, p.proposed_at, p.mac`

const INSERT: Statement = {
  name: 'proposed-entries.insert',
  text: `INSERT INTO proposed_entries (id, kind, reference, retailer_id, happened_on, memo, postings, file_name, sha256,
      bytes, proposed_by, proposed_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6::json, $7::json, $8, $9, $10, $11, $12, $13)`,
}
const FIND: Statement = {
  name: 'proposed-entries.find',
  text: `SELECT ${COLUMNS} FROM proposed_entries p WHERE p.id = $1`,
}
const FIND_BY_REFERENCE: Statement = {
  name: 'proposed-entries.find-by-reference',
  text: `SELECT ${COLUMNS} FROM proposed_entries p WHERE p.reference = $1 ORDER BY p.id`,
}
const LIST: Statement = {
  name: 'proposed-entries.list',
  text: `SELECT ${COLUMNS} FROM proposed_entries p ORDER BY p.id DESC LIMIT $1`,
}

const proposedMac = defineMac('proposed_entries', (row: Omit<ProposedRow, 'mac'>) => [
  row.id,
  row.kind,
  row.reference,
  row.retailerId,
  row.happenedOn,
  row.memo,
  row.postings,
  row.fileName,
  row.sha256,
  row.bytes,
  row.proposedBy,
  row.proposedAt,
])

export async function insertProposed(db: Queryable, secrets: Secrets, made: ProposedEntry): Promise<void> {
  const { attachment } = made
  const row = {
    id: made.id,
    kind: made.kind,
    reference: made.reference,
    retailerId: made.retailerId ?? null,
    happenedOn: made.happenedOn,
    memo: JSON.stringify(made.memo),
    postings: JSON.stringify(made.postings),
    fileName: attachment?.fileName ?? null,
    sha256: attachment?.sha256 ?? null,
    bytes: attachment?.bytes ?? null,
    proposedBy: made.proposedBy,
    proposedAt: made.proposedAt,
  }
  await db.run(INSERT, [
    row.id,
    row.kind,
    row.reference,
    row.retailerId,
    row.happenedOn,
    row.memo,
    row.postings,
    row.fileName,
    row.sha256,
    row.bytes,
    row.proposedBy,
    row.proposedAt,
    proposedMac.compute(secrets, row),
  ])
}

/** Throws ForgedRow. */
export async function findProposed(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<ProposedEntry | undefined> {
  const [row] = await db.run<ProposedRow>(FIND, [id])
  return row && toProposed(secrets, row)
}

/** Several where one was declined and proposed again. Throws ForgedRow. */
export async function listProposedFor(
  db: Queryable,
  secrets: Secrets,
  reference: string,
): Promise<ProposedEntry[]> {
  return (await db.run<ProposedRow>(FIND_BY_REFERENCE, [reference])).map(row => toProposed(secrets, row))
}

/** The newest first. Throws ForgedRow. */
export async function listProposed(db: Queryable, secrets: Secrets, limit: number): Promise<ProposedEntry[]> {
  return (await db.run<ProposedRow>(LIST, [limit])).map(row => toProposed(secrets, row))
}

function toProposed(secrets: Secrets, row: ProposedRow): ProposedEntry {
  const {
    retailerId,
    memo,
    postings,
    fileName,
    sha256,
    bytes,
    mac: _,
    ...rest
  } = proposedMac.check(secrets, row)
  return {
    ...rest,
    retailerId: retailerId ?? undefined,
    memo: JSON.parse(memo) as Entry['memo'],
    postings: JSON.parse(postings) as Entry['postings'],
    attachment:
      fileName === null || sha256 === null || bytes === null ? undefined : { fileName, sha256, bytes },
  }
}

interface SelicRow {
  readonly month: CalendarDate
  readonly basisPoints: number
  readonly source: string
  readonly loadedBy: string
  readonly loadedAt: Date
  readonly mac: Buffer
}

const LIST_RATES: Statement = {
  name: 'selic-rates.list',
  text: 'SELECT month, basis_points, source, loaded_by, loaded_at, mac FROM selic_rates ORDER BY month',
}
const SAVE_RATE: Statement = {
  name: 'selic-rates.save',
  text: `INSERT INTO selic_rates (month, basis_points, source, loaded_by, loaded_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (month) DO UPDATE SET basis_points = excluded.basis_points, source = excluded.source,
      loaded_by = excluded.loaded_by, loaded_at = excluded.loaded_at, mac = excluded.mac`,
}

const rateMac = defineMac('selic_rates', (row: Omit<SelicRow, 'mac'>) => [
  row.month,
  row.basisPoints,
  row.source,
  row.loadedBy,
  row.loadedAt,
])

/** By month, written YYYY-MM. Throws ForgedRow. */
export async function listRates(db: Queryable, secrets: Secrets): Promise<SelicRates> {
  const rows = await db.run<SelicRow>(LIST_RATES, [])
  return new Map(
    rows.map(row => {
      const { month, basisPoints } = rateMac.check(secrets, row)
      return [month.slice(0, 7), basisPoints]
    }),
  )
}

export async function saveRate(db: Queryable, secrets: Secrets, row: Omit<SelicRow, 'mac'>): Promise<void> {
  const { month, basisPoints, source, loadedBy, loadedAt } = row
  const mac = rateMac.compute(secrets, row)
  await db.run(SAVE_RATE, [month, basisPoints, source, loadedBy, loadedAt, mac])
}
