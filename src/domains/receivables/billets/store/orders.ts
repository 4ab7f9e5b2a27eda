import { newId } from '../../../../kernel/ids.ts'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../../platform/db/row-statement.ts'
import type { Billet, Payer, Registration } from '../billet.ts'
import { BILLET_COLUMNS, billetMac, type StoredBillet, toBillet } from './billet-row.ts'
import { findPayers } from './payers.ts'

type BankMovement = 'register' | 'write-off'

/** A request to the bank about one billet. */
export interface BankOrder {
  readonly id: string
  readonly movement: BankMovement
  readonly requestedAt: Date
  readonly billet: Billet
}

export interface RemittanceTitle {
  readonly billet: Billet
  readonly payer: Payer
  readonly movement: BankMovement
}

interface OrderRow extends StoredBillet {
  readonly orderId: string
  readonly movement: BankMovement
  readonly requestedAt: Date
}

const ORDER_COLUMNS = `o.id AS order_id, o.movement, o.requested_at, ${BILLET_COLUMNS}`

interface NewOrder {
  readonly id: string
  readonly accountId: string
  readonly billetId: string
  readonly state: OrderState
}

const INSERT_ORDERS: RowStatement<NewOrder> = {
  name: 'bank-orders.insert',
  columns: { id: 'text', accountId: 'text', billetId: 'text', state: 'text' },
  text: `INSERT INTO bank_orders (id, account_id, billet_id, movement, requested_at, state)
    SELECT id, account_id, billet_id, 'register', $1, state FROM rows`,
}

/*
 * A title that the bank does not know needs no write-off: its registration, if it was not sent yet, and its write-off
 * cancel each other out. An export that takes the registration at this moment holds its row; the write-off then follows
 * in a later file. The desk's case about the title is closed. A title is written off once: one that an agreement
 * canceled has its order already when it is paid or replaced after the agreement.
 */
const INSERT_WRITE_OFFS: RowStatement<Omit<NewOrder, 'state'>> = {
  name: 'bank-orders.insert-write-offs',
  columns: { id: 'text', accountId: 'text', billetId: 'text' },
  text: `, unsent AS (
      UPDATE bank_orders r SET state = 'canceled' FROM rows a
      WHERE r.billet_id = a.billet_id AND r.movement = 'register' AND r.state = 'pending' RETURNING r.billet_id
    ), unknown AS (
      SELECT billet_id FROM unsent UNION ALL
      SELECT r.billet_id FROM rows a JOIN bank_orders r ON r.billet_id = a.billet_id
      WHERE r.movement = 'register' AND r.state = 'rejected'
    ), settled AS (
      UPDATE registration_cases c SET closed_at = $1, closed_by = 'write-off' FROM rows a
      WHERE c.billet_id = a.billet_id AND c.kind = 'REJECTED' AND c.closed_at IS NULL
    )
    INSERT INTO bank_orders (id, account_id, billet_id, movement, requested_at, state)
    SELECT a.id, a.account_id, a.billet_id, 'write-off', $1,
      CASE WHEN a.billet_id IN (SELECT billet_id FROM unknown) THEN 'canceled' ELSE 'pending' END
    FROM rows a ON CONFLICT ON CONSTRAINT bank_orders_once DO NOTHING`,
}

const LIST_PENDING: Statement = {
  name: 'bank-orders.list-pending',
  text: `SELECT ${ORDER_COLUMNS} FROM bank_orders o JOIN billets b ON b.id = o.billet_id
    WHERE o.account_id = $1 AND o.state = 'pending' AND o.id > $2 ORDER BY o.id LIMIT $3`,
}

/*
 * The account's row lock keeps file numbers free of gaps and duplicates: banks refuse both. Banks do not promise to
 * carry out the orders of one file in their order, so a write-off never shares a file with its registration.
 */
const OPEN_REMITTANCE: Statement = {
  name: 'bank-orders.open-remittance',
  text: `WITH account AS MATERIALIZED (
      SELECT id, last_file_sequence + 1 AS sequence FROM lender_accounts WHERE id = $1 FOR UPDATE
    ), taken AS (
      UPDATE bank_orders SET state = 'sent', file_sequence = (SELECT sequence FROM account)
      WHERE id IN (SELECT o.id FROM bank_orders o WHERE o.account_id = (SELECT id FROM account) AND o.state = 'pending'
        AND NOT (o.movement = 'write-off' AND EXISTS (SELECT FROM bank_orders r
          WHERE r.billet_id = o.billet_id AND r.movement = 'register' AND r.state = 'pending'))
        ORDER BY o.id LIMIT $2) RETURNING id
    )
    UPDATE lender_accounts a SET last_file_sequence = account.sequence FROM account
    WHERE a.id = account.id AND EXISTS (SELECT FROM taken) RETURNING account.sequence`,
}

const LIST_BY_FILE: Statement = {
  name: 'bank-orders.list-by-file',
  text: `SELECT ${ORDER_COLUMNS} FROM bank_orders o JOIN billets b ON b.id = o.billet_id
    WHERE o.account_id = $1 AND o.file_sequence = $2 ORDER BY o.id`,
}

/** Written in the transaction that issues or cancels the billets. */
export function placeOrders(
  tx: Transaction,
  movement: BankMovement,
  billets: readonly Pick<Billet, 'id' | 'accountId' | 'registration'>[],
  now: Date,
): void {
  if (billets.length === 0) return
  // Sorted, so that orders of one millisecond keep the sequence of the installments.
  const ids = billets.map(() => newId(now.getTime())).toSorted()
  const rows = billets.map(({ id: billetId, accountId, registration }, at) => {
    const state: OrderState = registration === 'registered' ? 'confirmed' : 'pending'
    return { id: ids[at] ?? '', accountId, billetId, state }
  })
  sendRows(tx, movement === 'write-off' ? INSERT_WRITE_OFFS : INSERT_ORDERS, rows, [now])
}

/** Oldest first, starting after the order `after`. */
export async function listPendingOrders(
  db: Queryable,
  secrets: Secrets,
  page: { readonly accountId: string; readonly after?: string; readonly limit: number },
): Promise<BankOrder[]> {
  const rows = await db.run<OrderRow>(LIST_PENDING, [page.accountId, page.after ?? '', page.limit])
  return rows.map(({ orderId, movement, requestedAt, ...row }) => ({
    id: orderId,
    movement,
    requestedAt,
    billet: toBillet(secrets, billetMac.check(secrets, row)),
  }))
}

/**
 * Assigns the pending orders to the account's next file; undefined when there are none. The file can be rewritten at
 * any time.
 */
export async function openRemittance(
  db: Queryable,
  accountId: string,
  maxTitles: number,
): Promise<number | undefined> {
  return (await db.run<{ sequence: number }>(OPEN_REMITTANCE, [accountId, maxTitles]))[0]?.sequence
}

export async function listRemittanceTitles(
  db: Queryable,
  secrets: Secrets,
  file: { readonly accountId: string; readonly fileSequence: number },
): Promise<RemittanceTitle[]> {
  const rows = await db.run<OrderRow>(LIST_BY_FILE, [file.accountId, file.fileSequence])
  const payers = await findPayers(
    db,
    secrets,
    rows.map(({ transactionId }) => transactionId),
  )
  return rows.map(({ orderId, movement, requestedAt: _, ...row }) => {
    const payer = payers.get(row.transactionId)
    if (payer === undefined) throw new Error(`the payer of order ${orderId} was forgotten before it was sent`)
    return { billet: toBillet(secrets, billetMac.check(secrets, row)), payer, movement }
  })
}

type OrderState = 'pending' | 'sent' | 'confirmed' | 'rejected' | 'canceled'

export interface KnownOrder {
  readonly id: string
  readonly movement: BankMovement
  readonly state: OrderState
  /** Refusals so far. */
  readonly tries: number
}

/** What a bank's answer changes. */
export interface OrderChanges {
  readonly orders: readonly { readonly id: string; readonly state: OrderState; readonly tries: number }[]
  readonly registration?: Registration
  readonly opens?: 'REJECTED' | 'WRITE_OFF_REFUSED'
}

const LOCK_ORDERS: Statement = {
  name: 'bank-orders.lock-of-billet',
  text: 'SELECT id, movement, state, tries FROM bank_orders WHERE billet_id = $1 ORDER BY id FOR UPDATE',
}

const CHANGE_ORDERS: RowStatement<OrderChanges['orders'][number]> = {
  name: 'bank-orders.change',
  columns: { id: 'text', state: 'text', tries: 'smallint' },
  text: `UPDATE bank_orders o SET state = c.state, tries = c.tries, reasons = $1,
      file_sequence = CASE c.state WHEN 'pending' THEN NULL ELSE o.file_sequence END
    FROM rows c WHERE o.id = c.id`,
}

const SET_REGISTRATION: Statement = {
  name: 'billets.set-registration',
  text: 'UPDATE billets SET registration = $2 WHERE id = $1',
}

const OPEN_CASE: Statement = {
  name: 'registration-cases.open',
  text: `INSERT INTO registration_cases (id, billet_id, kind, reasons, opened_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (billet_id, kind) WHERE closed_at IS NULL DO UPDATE SET reasons = excluded.reasons`,
}

export function lockOrders(tx: Transaction, billetId: string): Promise<KnownOrder[]> {
  return tx.run<KnownOrder>(LOCK_ORDERS, [billetId])
}

/** Sent without waiting for it. */
export function saveOrderChanges(
  tx: Transaction,
  billetId: string,
  { orders, registration, opens }: OrderChanges,
  reasons: readonly string[],
  now: Date,
): void {
  if (orders.length > 0) sendRows(tx, CHANGE_ORDERS, orders, [reasons])
  if (registration !== undefined) tx.send(SET_REGISTRATION, [billetId, registration])
  if (opens !== undefined) tx.send(OPEN_CASE, [newId(now.getTime()), billetId, opens, reasons, now])
}
