import { defineMac } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { type Billet, composeTxid } from '../billets/billet.ts'
import { isPaidInPart } from '../billets/debt.ts'

export interface DueCharge {
  readonly txid: string
  readonly billetId: string
  readonly state: 'draft' | 'registering' | 'removing'
  /** Zero: the PSP was not called yet. */
  readonly attempts: number
}

const OPEN_CHARGES: Statement = {
  name: 'pix-charges.open',
  text: `INSERT INTO pix_charges (txid, billet_id, due_at, opened_at)
    SELECT c.txid, substr(c.txid, 5), $2, $2 FROM unnest($1::text[]) AS c(txid)`,
}
const LIST_DUE: Statement = {
  name: 'pix-charges.list-due',
  text: `SELECT txid, billet_id, state, attempts FROM pix_charges
    WHERE state IN ('draft', 'registering', 'removing') AND due_at <= $1 ORDER BY due_at LIMIT $2`,
}
const FIND_DUE: Statement = {
  name: 'pix-charges.find-due',
  text: `SELECT txid, billet_id, state, attempts FROM pix_charges
    WHERE txid = $1 AND state IN ('draft', 'registering', 'removing') AND due_at <= $2`,
}
/* A charge whose billet ended meanwhile is left to its removal. */
const BEGIN_ATTEMPT: Statement = {
  name: 'pix-charges.begin-attempt',
  text: `UPDATE pix_charges SET state = CASE state WHEN 'draft' THEN 'registering' ELSE state END, attempts = attempts + 1,
      due_at = $3
    WHERE txid = $1 AND state = $2 RETURNING txid`,
}
const POSTPONE: Statement = {
  name: 'pix-charges.postpone',
  text: `UPDATE pix_charges SET due_at = $2, problem = $3
    WHERE txid = $1 AND state IN ('registering', 'removing') AND due_at > '-infinity'`,
}
/* The location is part of the code. */
const ACTIVATE: Statement = {
  name: 'pix-charges.activate',
  text: `UPDATE pix_charges SET state = 'active', code = $2, mac = $3, problem = NULL
    WHERE txid = $1 AND state = 'registering'`,
}
/* A code that nobody may pay any more is not kept. */
const END: Statement = {
  name: 'pix-charges.end',
  text: `UPDATE pix_charges SET state = $2, problem = $3, code = NULL, location = NULL, mac = NULL
    WHERE txid = $1 AND state IN ('draft', 'registering', 'active', 'removing')`,
}
const END_PAID: Statement = {
  name: 'pix-charges.end-paid',
  text: `UPDATE pix_charges SET state = 'paid', problem = NULL, code = NULL, location = NULL, mac = NULL
    WHERE txid = ANY ($1::text[]) AND state IN ('draft', 'registering', 'active', 'removing')`,
}
const LIST_CODES: Statement = {
  name: 'pix-charges.list-codes',
  text: `SELECT txid, code, mac FROM pix_charges WHERE txid = ANY ($1::text[]) AND state = 'active'`,
}
const COUNT_STATES: Statement = {
  name: 'pix-charges.count-waiting',
  text: `SELECT count(*)::integer AS count FROM (
      SELECT FROM pix_charges WHERE state IN ('draft', 'registering', 'removing') LIMIT $1) waiting`,
}

const codeMac = defineMac('pix_charges', ({ txid, code }: Omit<CodeRow, 'mac'>) => [txid, code])

/** Written in the transaction that issues the billets. The insert is sent without waiting for it. */
export function openCharges(tx: Transaction, txids: readonly string[], now: Date): void {
  if (txids.length > 0) tx.send(OPEN_CHARGES, [txids, now])
}

/** The longest due first. */
export function listDueCharges(db: Queryable, now: Date, limit: number): Promise<DueCharge[]> {
  return db.run<DueCharge>(LIST_DUE, [now, limit])
}

/** Undefined when no call about it is due. */
export async function findDueCharge(db: Queryable, txid: string, now: Date): Promise<DueCharge | undefined> {
  return (await db.run<DueCharge>(FIND_DUE, [txid, now]))[0]
}

/** Committed before the PSP is called: after a crash it is known that the call may have been made. */
export async function beginAttempt(db: Queryable, charge: DueCharge, againAt: Date): Promise<boolean> {
  return (await db.run(BEGIN_ATTEMPT, [charge.txid, charge.state, againAt])).length > 0
}

export async function postponeCharge(
  db: Queryable,
  txid: string,
  { dueAt, problem }: { readonly dueAt: Date; readonly problem: string },
): Promise<void> {
  await db.run(POSTPONE, [txid, dueAt, problem])
}

export async function activateCharge(
  db: Queryable,
  secrets: Secrets,
  { txid, code }: { readonly txid: string; readonly code: string },
): Promise<void> {
  await db.run(ACTIVATE, [txid, code, codeMac.compute(secrets, { txid, code })])
}

export async function endCharge(
  db: Queryable,
  txid: string,
  state: 'paid' | 'removed' | 'rejected',
  problem: string | null = null,
): Promise<void> {
  await db.run(END, [txid, state, problem])
}

/**
 * A charge is paid once, whatever the amount. In the transaction that books the payments, before their billets are paid:
 * the charge of a paid billet would have to be removed. Sent without waiting for it.
 */
export function endPaidCharges(tx: Transaction, txids: readonly string[]): void {
  if (txids.length > 0) tx.send(END_PAID, [txids])
}

interface CodeRow {
  readonly txid: string
  readonly code: string
  readonly mac: Buffer | null
}

/** Keyed by txid. A code that this program did not write is left out. */
async function findChargeCodes(
  db: Queryable,
  secrets: Secrets,
  txids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (txids.length === 0) return new Map()
  const rows = await db.run<CodeRow>(LIST_CODES, [txids])
  const genuine = rows.filter(row => codeMac.isGenuine(secrets, row))
  return new Map(genuine.map(({ txid, code }) => [txid, code]))
}

export async function countWaitingCharges(db: Queryable, limit: number): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_STATES, [limit]))[0]?.count ?? 0
}

/**
 * Gives each open billet the code of its charge, once the PSP has registered it. Until then a down payment has the
 * static code of its issue, and an installment none. Codes ask for all of a billet, so one that is paid in part has
 * none.
 */
export async function attachPixCodes<Shown extends Billet>(
  db: Queryable,
  secrets: Secrets,
  billets: readonly Shown[],
): Promise<Shown[]> {
  const isOpen = ({ paymentStatus, canceledAt }: Billet) =>
    paymentStatus === 'PENDING' && canceledAt === undefined
  const codes = await findChargeCodes(db, secrets, billets.filter(isOpen).map(composeTxid))
  return billets.map(billet => {
    const pixCode = isPaidInPart(billet) ? undefined : (codes.get(composeTxid(billet)) ?? billet.pixCode)
    return { ...billet, pixCode }
  })
}
