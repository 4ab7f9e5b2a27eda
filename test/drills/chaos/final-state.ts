import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { PersistentCaller } from './persistent-caller.ts'
import { runCommand } from './run-command.ts'
import type { AcknowledgedOrder } from './shopper.ts'

const FINISH_MS = 150_000
const REPEATED_ORDERS = 300

interface StoredOrder {
  readonly orderId: string
  readonly id: string
  readonly status: string
  readonly refundCentavos: string | null
  readonly isComplete: boolean
  readonly billets: readonly { id: string; status: string; payments: number }[] | null
}

/** A cancellation whose process was killed halfway is finished by another process. */
export async function waitForCancellations(client: Client): Promise<string[]> {
  const deadline = Date.now() + FINISH_MS
  for (;;) {
    const { rows } = await client.query(`SELECT id FROM transactions WHERE status = 'PROCESSING_CANCEL'`)
    if (rows.length === 0) return []
    if (Date.now() > deadline) return [`${rows.length} cancellations were left half done`]
    await delay(250)
  }
}

/** Compares what was acknowledged with what is stored. */
export async function listLosses(client: Client, orders: readonly AcknowledgedOrder[]): Promise<string[]> {
  const { rows } = await client.query<StoredOrder>(`
    SELECT t.order_id AS "orderId", t.id, t.status, t.refund_centavos AS "refundCentavos",
      t.completed_at IS NOT NULL AS "isComplete",
      (SELECT json_agg(json_build_object('id', b.id, 'status', b.payment_status, 'payments',
        (SELECT count(*) FROM bank_notices n WHERE n.kind = 'paid' AND (n.our_number = b.our_number OR n.pix_txid = b.id))))
        FROM billets b WHERE b.transaction_id = t.id) AS billets
    FROM transactions t`)
  const stored = new Map(rows.map(row => [row.orderId, row]))
  const dead = await client.query(`SELECT kind, last_error FROM jobs WHERE dead_at IS NOT NULL`)
  return [
    ...orders.flatMap(order => compare(order, stored.get(order.orderId))),
    ...dead.rows.map(row => `a job was given up: ${JSON.stringify(row)}`),
  ]
}

function compare(order: AcknowledgedOrder, stored: StoredOrder | undefined): string[] {
  if (stored === undefined) return [`order ${order.orderId} was acknowledged and is not there`]
  const billets = stored.billets ?? []
  const rules: readonly (readonly [isBroken: boolean, problem: string])[] = [
    [stored.id !== order.transactionId, 'is another transaction now'],
    [order.hasOpened && !stored.isComplete, 'was complete and is not'],
    [order.refundReais !== undefined && stored.status !== 'CANCELED', 'was canceled and is not'],
    [
      order.refundReais !== undefined &&
        Math.round(order.refundReais * 100) !== Number(stored.refundCentavos),
      `promised a refund of ${order.refundReais}, and ${stored.refundCentavos} centavos are due`,
    ],
    [
      billets.some(({ id, status }) => order.paidBillets.has(id) && status !== 'PAID'),
      'has a billet that was paid and is not',
    ],
    ...billets.map(({ id, payments }) => {
      const sent = order.payments.get(id)?.size ?? 0
      return [payments !== sent, `has ${payments} payments of billet ${id}, ${sent} were made`] as const
    }),
  ]
  return rules
    .filter(([isBroken]) => isBroken)
    .map(([, problem]) => `order ${order.orderId} (${order.transactionId}) ${problem}`)
}

/** The same order and option again gets the same answer, whatever happened to the purchase. */
export async function listChangedAnswers(
  caller: PersistentCaller,
  orders: readonly AcknowledgedOrder[],
): Promise<string[]> {
  const changed: string[] = []
  for (const { key, optionId, orderId, answer } of orders.slice(-REPEATED_ORDERS)) {
    const { text } = await caller.call('/authorize', { apiKey: key, optionId, orderId })
    if (text !== answer)
      changed.push(`order ${orderId} is answered differently now: ${text}, and not ${answer}`)
  }
  return changed
}

/** Seals what is not yet sealed, and recomputes the books and the audit log with the operator's commands. */
export async function verifyLedgerByCommand(env: Readonly<Record<string, string>>): Promise<string> {
  const sealed = await runCommand(env, 'ledger', 'seal')
  const head = /head (\S+)/.exec(sealed)?.[1] ?? ''
  const books = await runCommand(env, 'ledger', 'verify', '--head', head)
  await runCommand(env, 'audit', 'seal')
  const audit = await runCommand(env, 'audit', 'verify')
  return [books, audit].map(text => text.split('\n', 1)[0]).join('; audit log: ')
}
