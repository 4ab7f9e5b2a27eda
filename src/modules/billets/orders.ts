import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { BankNotice, Billet, Payer } from './billet.ts'
import { findPayers } from './payers.ts'
import { BILLET_COLUMNS, type BilletRow, toBillet } from './store.ts'

export type BankMovement = 'register' | 'write-off'

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

interface OrderRow extends BilletRow {
  readonly orderId: string
  readonly movement: BankMovement
  readonly requestedAt: Date
}

const ORDER_COLUMNS = `o.id AS "orderId", o.movement, o.requested_at AS "requestedAt", ${BILLET_COLUMNS}`

const INSERT_ORDERS: Statement = {
  name: 'bank-orders.insert',
  text: `INSERT INTO bank_orders (id, account_id, billet_id, movement, requested_at)
    SELECT o.id, o.account_id, o.billet_id, $4, $5
    FROM unnest($1::text[], $2::text[], $3::text[]) AS o(id, account_id, billet_id)`,
}
const LIST_PENDING: Statement = {
  name: 'bank-orders.list-pending',
  text: `SELECT ${ORDER_COLUMNS} FROM bank_orders o JOIN billets b ON b.id = o.billet_id
    WHERE o.account_id = $1 AND o.state = 'pending' AND o.id > $2 ORDER BY o.id LIMIT $3`,
}
/* The account's row lock keeps file numbers free of gaps and duplicates: banks refuse both. */
const OPEN_REMITTANCE: Statement = {
  name: 'bank-orders.open-remittance',
  text: `WITH account AS MATERIALIZED (
      SELECT id, last_file_sequence + 1 AS sequence FROM lender_accounts WHERE id = $1 FOR UPDATE
    ), taken AS (
      UPDATE bank_orders SET state = 'sent', file_sequence = (SELECT sequence FROM account)
      WHERE id IN (SELECT o.id FROM bank_orders o WHERE o.account_id = (SELECT id FROM account) AND o.state = 'pending'
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
/*
 * A bank may confirm an order that is not marked as sent (a file sent twice, a crash after sending), but never one that
 * was answered.
 */
const ANSWER_ORDER: Statement = {
  name: 'bank-orders.answer',
  text: `WITH answered AS (
      UPDATE bank_orders SET state = $3, reasons = $4
      WHERE id = (SELECT o.id FROM bank_orders o WHERE o.billet_id = $1 AND o.state IN ('pending', 'sent')
        AND o.movement = coalesce($2, o.movement) ORDER BY o.id LIMIT 1) RETURNING billet_id, movement
    )
    UPDATE billets b SET registration = CASE $3 WHEN 'confirmed' THEN 'registered' ELSE 'rejected' END
    FROM answered a WHERE b.id = a.billet_id AND a.movement = 'register'`,
}

/** Written in the transaction that issues or cancels the billets. */
export function placeOrders(
  tx: Transaction,
  movement: BankMovement,
  billets: readonly Billet[],
  now: Date,
): void {
  if (billets.length === 0) return
  // Sorted, so that orders of one millisecond keep the sequence of the installments.
  const ids = billets.map(() => newId(now.getTime())).toSorted()
  tx.send(INSERT_ORDERS, [
    ids,
    billets.map(({ accountId }) => accountId),
    billets.map(({ id }) => id),
    movement,
    now,
  ])
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
    billet: toBillet(secrets, row),
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
    return { billet: toBillet(secrets, row), payer, movement }
  })
}

/** A rejection does not name the order: it answers the oldest one without an answer. */
const answers: Partial<Record<BankNotice['kind'], readonly [BankMovement | null, 'confirmed' | 'rejected']>> =
  {
    registered: ['register', 'confirmed'],
    rejected: [null, 'rejected'],
    'written-off': ['write-off', 'confirmed'],
  }

/** Applies a notice to the orders of its billet. */
export async function answerOrder(tx: Transaction, billetId: string, notice: BankNotice): Promise<void> {
  const answer = answers[notice.kind]
  if (answer === undefined) return
  const [movement, state] = answer
  await tx.run(ANSWER_ORDER, [billetId, movement, state, notice.reasons])
}
