import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { forgetFiles } from '../../platform/files/file-keys.ts'
import type { CaseDocument, SpecialCase } from './special-case.ts'

type CaseRow = Omit<SpecialCase, 'note' | 'contact'> & {
  readonly note: Buffer
  readonly contact: Buffer | null
  readonly mac: Buffer
}

const COLUMNS = `c.id, c.transaction_id, c.retailer_id, c.kind, c.state, c.version, c.effect, c.amount_centavos,
  c.effective_on, c.installments, c.note, c.contact, c.opened_by, c.opened_at, c.decided_at, c.ended_at, c.mac`

const INSERT: Statement = {
  name: 'special-cases.insert',
  text: `INSERT INTO special_cases (id, transaction_id, retailer_id, kind, state, version, effect, amount_centavos, effective_on,
      installments, note, contact, opened_by, opened_at, decided_at, ended_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
    ON CONFLICT (transaction_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
}
/* A row that is not the one that was read gets no MAC, which the column refuses. */
const SAVE: Statement = {
  name: 'special-cases.save',
  text: `UPDATE special_cases SET state = $2, version = $3, effect = $4, amount_centavos = $5, effective_on = $6,
      installments = $7, note = $8, decided_at = $9, ended_at = $10, mac = CASE WHEN mac = $11 THEN $12::bytea END
    WHERE id = $1`,
}
const FIND: Statement = {
  name: 'special-cases.find',
  text: `SELECT ${COLUMNS} FROM special_cases c WHERE c.id = $1`,
}
const LOCK: Statement = {
  name: 'special-cases.lock',
  text: `SELECT ${COLUMNS} FROM special_cases c WHERE c.id = $1 FOR UPDATE`,
}
const LIST_OF: Statement = {
  name: 'special-cases.list-of-contract',
  text: `SELECT ${COLUMNS} FROM special_cases c WHERE c.transaction_id = $1 ORDER BY c.id DESC LIMIT 50`,
}
const LIST_OF_CONTRACTS: Statement = {
  name: 'special-cases.list-of-contracts',
  text: `SELECT ${COLUMNS} FROM special_cases c WHERE c.transaction_id = ANY ($1::text[])`,
}
const LIST_LIVING: Statement = {
  name: 'special-cases.list-living',
  text: `SELECT ${COLUMNS} FROM special_cases c WHERE c.ended_at IS NULL AND c.id > $1 ORDER BY c.id LIMIT $2`,
}
const LIST_NEWEST: Statement = {
  name: 'special-cases.list-newest',
  text: `SELECT ${COLUMNS} FROM special_cases c ORDER BY c.id DESC LIMIT $1`,
}
const INSERT_DOCUMENT: Statement = {
  name: 'special-case-documents.insert',
  text: `INSERT INTO special_case_documents (id, case_id, file_name, sha256, bytes, added_by, added_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (case_id, sha256) DO NOTHING RETURNING id`,
}
const LIST_DOCUMENTS: Statement = {
  name: 'special-case-documents.list',
  text: `SELECT d.id, d.case_id, d.file_name, d.sha256, d.bytes, d.added_by, d.added_at
    FROM special_case_documents d WHERE d.case_id = ANY ($1::text[]) ORDER BY d.id`,
}
const LIST_FILES: Statement = {
  name: 'special-case-documents.list-files',
  text: `SELECT d.file_name FROM special_case_documents d JOIN special_cases c ON c.id = d.case_id
    WHERE c.transaction_id = ANY ($1::text[])`,
}

/** What is sealed is covered in plain text: its boxes change when ENCRYPTION_KEY does. */
const caseMac = defineMac('special_cases', (row: SpecialCase) => [
  row.id,
  row.transactionId,
  row.retailerId,
  row.kind,
  row.state,
  row.version,
  row.effect,
  row.amountCentavos,
  row.effectiveOn,
  row.installments,
  row.note,
  row.contact ?? null,
  row.openedBy,
  row.openedAt,
  row.decidedAt,
  row.endedAt,
])

const nameNote = (id: string): string => `special_cases.note:${id}`
const nameContact = (id: string): string => `special_cases.contact:${id}`

/** With the box of what was sealed before, so that the MAC of the row can be computed again. */
export interface LockedCase extends SpecialCase {
  readonly row: CaseRow
}

/** Throws ForgedRow, also for boxes that cannot be opened. */
function check(secrets: Secrets, row: CaseRow): LockedCase {
  const { mac, note, contact, ...plain } = row
  const { sealing } = secrets
  try {
    const opened = {
      ...plain,
      note: open(sealing, nameNote(row.id), note).toString(),
      contact: contact === null ? undefined : open(sealing, nameContact(row.id), contact).toString(),
    }
    caseMac.check(secrets, { ...opened, mac })
    return { ...opened, row }
  } catch (error) {
    throw error instanceof ForgedRow ? error : new ForgedRow('special_cases', row.id)
  }
}

function isGenuine(secrets: Secrets, row: CaseRow): boolean {
  try {
    check(secrets, row)
    return true
  } catch (error) {
    if (error instanceof ForgedRow) return false
    throw error
  }
}

/** False when the contract has a case that has not ended. */
export async function insertCase(tx: Transaction, secrets: Secrets, opened: SpecialCase): Promise<boolean> {
  const { id, note, contact } = opened
  const row = {
    ...opened,
    note: seal(secrets.sealing, nameNote(id), note),
    contact: contact === undefined ? null : seal(secrets.sealing, nameContact(id), contact),
  }
  const inserted = await tx.run(INSERT, [
    row.id,
    row.transactionId,
    row.retailerId,
    row.kind,
    row.state,
    row.version,
    row.effect,
    row.amountCentavos,
    row.effectiveOn,
    row.installments,
    row.note,
    row.contact,
    row.openedBy,
    row.openedAt,
    row.decidedAt,
    row.endedAt,
    caseMac.compute(secrets, opened),
  ])
  return inserted.length === 1
}

type CaseChange = Partial<
  Pick<
    SpecialCase,
    'state' | 'effect' | 'amountCentavos' | 'effectiveOn' | 'installments' | 'note' | 'decidedAt' | 'endedAt'
  >
>

/** Raises the version. Returns the case as it is then. */
export function saveCase(
  tx: Transaction,
  secrets: Secrets,
  locked: LockedCase,
  change: CaseChange,
): LockedCase {
  const { row: before, ...known } = locked
  const changed = { ...known, ...change, version: locked.version + 1 }
  const note =
    change.note === undefined ? before.note : seal(secrets.sealing, nameNote(locked.id), change.note)
  const sealed = { ...changed, note, contact: before.contact }
  const mac = caseMac.compute(secrets, changed)
  tx.send(SAVE, [
    locked.id,
    sealed.state,
    sealed.version,
    sealed.effect,
    sealed.amountCentavos,
    sealed.effectiveOn,
    sealed.installments,
    sealed.note,
    sealed.decidedAt,
    sealed.endedAt,
    before.mac,
    mac,
  ])
  return { ...changed, row: { ...sealed, mac } }
}

/** Throws ForgedRow. */
export async function findCase(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<SpecialCase | undefined> {
  const [row] = await db.run<CaseRow>(FIND, [id])
  return row && check(secrets, row)
}

/** Its contract is locked before it. Throws ForgedRow. */
export async function lockCase(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<LockedCase | undefined> {
  const [row] = await tx.run<CaseRow>(LOCK, [id])
  return row && check(secrets, row)
}

/** The newest first. Throws ForgedRow. */
export async function listCasesOf(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<SpecialCase[]> {
  return (await db.run<CaseRow>(LIST_OF, [transactionId])).map(row => check(secrets, row))
}

/**
 * Of these contracts, those with a case that has not ended, and those whose debt was left to an estate for good. A row
 * that the program did not write counts as running: nobody knows what it was.
 */
export async function findCaseStates(
  db: Queryable,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, 'RUNNING' | 'LEFT_TO_ESTATE'>> {
  const states = new Map<string, 'RUNNING' | 'LEFT_TO_ESTATE'>()
  for (const row of await db.run<CaseRow>(LIST_OF_CONTRACTS, [transactionIds])) {
    const isRunning = row.endedAt === null || !isGenuine(secrets, row)
    if (isRunning) states.set(row.transactionId, 'RUNNING')
    else if (isLeftToEstate(row) && !states.has(row.transactionId))
      states.set(row.transactionId, 'LEFT_TO_ESTATE')
  }
  return states
}

const isLeftToEstate = ({ state, effect }: CaseRow): boolean =>
  state === 'DONE' && effect === 'LEAVE_TO_ESTATE'

/** Those that have not ended, in the order of their ids. Throws ForgedRow. */
export async function listLivingCases(
  db: Queryable,
  secrets: Secrets,
  after: string,
  limit: number,
): Promise<SpecialCase[]> {
  return (await db.run<CaseRow>(LIST_LIVING, [after, limit])).map(row => check(secrets, row))
}

/** Ended ones too, the newest first. Throws ForgedRow. */
export async function listNewestCases(
  db: Queryable,
  secrets: Secrets,
  limit: number,
): Promise<SpecialCase[]> {
  return (await db.run<CaseRow>(LIST_NEWEST, [limit])).map(row => check(secrets, row))
}

/** Ids of rows that the program did not write. */
export async function listForgedCaseIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const forged: string[] = []
  for (let after = ''; ; ) {
    const rows = await db.run<CaseRow>(LIST_LIVING, [after, 500])
    for (const row of rows) if (!isGenuine(secrets, row)) forged.push(row.id)
    after = rows.at(-1)?.id ?? after
    if (rows.length < 500) return forged
  }
}

/** False when the case has the file already. */
export async function insertDocument(tx: Transaction, document: CaseDocument): Promise<boolean> {
  const { id, caseId, fileName, sha256, bytes, addedBy, addedAt } = document
  const inserted = await tx.run(INSERT_DOCUMENT, [id, caseId, fileName, sha256, bytes, addedBy, addedAt])
  return inserted.length === 1
}

/** The oldest first. */
export function listDocuments(db: Queryable, caseIds: readonly string[]): Promise<CaseDocument[]> {
  return db.run<CaseDocument>(LIST_DOCUMENTS, [caseIds])
}

/** The files of these contracts cannot be opened any more. */
export async function forgetCaseDocuments(tx: Transaction, transactionIds: readonly string[]): Promise<void> {
  const files = await tx.run<{ fileName: string }>(LIST_FILES, [transactionIds])
  await forgetFiles(
    tx,
    files.map(({ fileName }) => fileName),
  )
}
