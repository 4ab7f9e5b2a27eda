import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { ChargeKind } from './charge-body.ts'
import type { Page, Window } from './listing.ts'

export const CHARGE_STATUSES = [
  'ATIVA',
  'CONCLUIDA',
  'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  'REMOVIDA_PELO_PSP',
] as const
type ChargeStatus = (typeof CHARGE_STATUSES)[number]

export interface ChargeRecord {
  readonly txid: string
  readonly kind: ChargeKind
  readonly status: ChargeStatus
  readonly revision: number
  readonly retailerId: string | null
  readonly locationId: number
  readonly location: string
  readonly createdAt: Date
  readonly bodyBox: Buffer
}

interface NewCharge {
  readonly txid: string
  readonly kind: ChargeKind
  readonly retailerId: string | undefined
  readonly debtorIndex: Buffer | undefined
  readonly locationToken: string
  readonly location: string
  readonly createdAt: Date
  readonly bodyBox: Buffer
}

const COLUMNS = `c.txid, c.kind, c.status, r.revision, c.retailer_id, c.location_id,
  c.location, c.created_at, r.body_box`
const CURRENT = 'psp_charges c JOIN psp_charge_revisions r ON r.txid = c.txid AND r.revision = c.revision'

const INSERT: Statement = {
  name: 'psp-charges.insert',
  text: `WITH made AS (
      INSERT INTO psp_charges (txid, kind, status, retailer_id, debtor_index, location_token, location, created_at)
        VALUES ($1, $2, 'ATIVA', $3, $4, $5, $6, $7) ON CONFLICT (txid) DO NOTHING RETURNING txid)
    INSERT INTO psp_charge_revisions (txid, revision, body_box) SELECT txid, 0, $8 FROM made RETURNING txid`,
}
const FIND: Statement = {
  name: 'psp-charges.find',
  text: `SELECT ${COLUMNS} FROM ${CURRENT} WHERE c.txid = $1`,
}
const FIND_REVISION: Statement = {
  name: 'psp-charges.find-revision',
  text: `SELECT ${COLUMNS} FROM psp_charges c JOIN psp_charge_revisions r ON r.txid = c.txid WHERE c.txid = $1 AND r.revision = $2`,
}
const FIND_BY_TOKEN: Statement = {
  name: 'psp-charges.find-by-token',
  text: `SELECT ${COLUMNS} FROM ${CURRENT} WHERE c.location_token = $1 AND c.kind = $2`,
}
const LOCK: Statement = {
  name: 'psp-charges.lock',
  text: `SELECT ${COLUMNS} FROM ${CURRENT} WHERE c.txid = $1 FOR UPDATE OF c`,
}
const REVISE: Statement = {
  name: 'psp-charges.revise',
  text: `WITH revised AS (
      UPDATE psp_charges SET revision = revision + 1, retailer_id = $3, debtor_index = $4
        WHERE txid = $1 AND revision = $2 AND status = 'ATIVA' RETURNING txid, revision)
    INSERT INTO psp_charge_revisions (txid, revision, body_box) SELECT txid, revision, $5 FROM revised`,
}
const REMOVE: Statement = {
  name: 'psp-charges.remove',
  text: `WITH removed AS (
      UPDATE psp_charges SET revision = revision + 1, status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
        WHERE txid = $1 AND revision = $2 AND status = 'ATIVA' RETURNING txid, revision)
    INSERT INTO psp_charge_revisions (txid, revision, body_box) SELECT txid, revision, $3 FROM removed`,
}
const CONCLUDE: Statement = {
  name: 'psp-charges.conclude',
  text: `UPDATE psp_charges SET status = 'CONCLUIDA' WHERE txid = $1 AND status = 'ATIVA'`,
}
const LOCK_OF_DEBTOR: Statement = {
  name: 'psp-charges.lock-of-debtor',
  text: `SELECT ${COLUMNS} FROM psp_charges c JOIN psp_charge_revisions r ON r.txid = c.txid
    WHERE c.debtor_index = $1 ORDER BY c.txid, r.revision FOR UPDATE OF c`,
}
const REPLACE_BODY: Statement = {
  name: 'psp-charges.replace-body',
  text: 'UPDATE psp_charge_revisions SET body_box = $3 WHERE txid = $1 AND revision = $2',
}
const CLEAR_DEBTOR: Statement = {
  name: 'psp-charges.clear-debtor',
  text: 'UPDATE psp_charges SET debtor_index = NULL WHERE debtor_index = $1',
}
const MATCHES = `c.kind = $1 AND c.created_at BETWEEN $2 AND $3 AND ($4::text IS NULL OR c.status = $4)
  AND ($5::bytea IS NULL OR c.debtor_index = $5)`
const COUNT: Statement = {
  name: 'psp-charges.count',
  text: `SELECT count(*) AS count FROM psp_charges c WHERE ${MATCHES}`,
}
const LIST: Statement = {
  name: 'psp-charges.list',
  text: `SELECT ${COLUMNS} FROM ${CURRENT} WHERE ${MATCHES} ORDER BY c.created_at, c.txid LIMIT $6 OFFSET $7`,
}

/** False when a charge of either kind has the txid. */
export async function insertCharge(db: Queryable, charge: NewCharge): Promise<boolean> {
  const rows = await db.run(INSERT, [
    charge.txid,
    charge.kind,
    charge.retailerId,
    charge.debtorIndex,
    charge.locationToken,
    charge.location,
    charge.createdAt,
    charge.bodyBox,
  ])
  return rows.length > 0
}

export async function findCharge(db: Queryable, txid: string): Promise<ChargeRecord | undefined> {
  return (await db.run<ChargeRecord>(FIND, [txid]))[0]
}

export async function findRevision(
  db: Queryable,
  txid: string,
  revision: number,
): Promise<ChargeRecord | undefined> {
  return (await db.run<ChargeRecord>(FIND_REVISION, [txid, revision]))[0]
}

export async function findChargeByToken(
  db: Queryable,
  token: string,
  kind: ChargeKind,
): Promise<ChargeRecord | undefined> {
  return (await db.run<ChargeRecord>(FIND_BY_TOKEN, [token, kind]))[0]
}

/** Within a transaction: payments and changes of one charge wait for each other. */
export async function lockCharge(db: Queryable, txid: string): Promise<ChargeRecord | undefined> {
  return (await db.run<ChargeRecord>(LOCK, [txid]))[0]
}

export async function reviseCharge(
  db: Queryable,
  { txid, revision }: ChargeRecord,
  change: Pick<NewCharge, 'retailerId' | 'debtorIndex' | 'bodyBox'>,
): Promise<void> {
  await db.run(REVISE, [txid, revision, change.retailerId, change.debtorIndex, change.bodyBox])
}

export async function removeCharge(
  db: Queryable,
  { txid, revision }: ChargeRecord,
  bodyBox: Buffer,
): Promise<void> {
  await db.run(REMOVE, [txid, revision, bodyBox])
}

export async function concludeCharge(db: Queryable, txid: string): Promise<void> {
  await db.run(CONCLUDE, [txid])
}

/** Every revision of every charge of a debtor. Within a transaction: nobody adds another meanwhile. */
export function lockChargesOf(db: Queryable, debtorIndex: Buffer): Promise<ChargeRecord[]> {
  return db.run<ChargeRecord>(LOCK_OF_DEBTOR, [debtorIndex])
}

export async function replaceBody(
  db: Queryable,
  { txid, revision }: Pick<ChargeRecord, 'txid' | 'revision'>,
  bodyBox: Buffer,
): Promise<void> {
  await db.run(REPLACE_BODY, [txid, revision, bodyBox])
}

export async function clearDebtorIndex(db: Queryable, debtorIndex: Buffer): Promise<void> {
  await db.run(CLEAR_DEBTOR, [debtorIndex])
}

interface ChargeFilter extends Window {
  readonly kind: ChargeKind
  readonly status: ChargeStatus | undefined
  readonly debtorIndex: Buffer | undefined
}

export async function countCharges(db: Queryable, filter: ChargeFilter): Promise<number> {
  return (await db.run<{ count: number }>(COUNT, composeFilter(filter)))[0]?.count ?? 0
}

export function listCharges(
  db: Queryable,
  filter: ChargeFilter,
  { size, number }: Page,
): Promise<ChargeRecord[]> {
  return db.run<ChargeRecord>(LIST, [...composeFilter(filter), size, size * number])
}

function composeFilter({ kind, from, to, status, debtorIndex }: ChargeFilter): unknown[] {
  return [kind, from, to, status, debtorIndex]
}
