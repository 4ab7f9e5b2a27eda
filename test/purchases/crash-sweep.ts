import assert from 'node:assert/strict'
import type { Database } from '../../src/platform/db/database.ts'
import { DatabaseUnavailable } from '../../src/platform/db/database-errors.ts'
import { query, type TestApp } from '../support/app.ts'
import { type Cut, cutDatabase } from '../support/cutting-database.ts'
import { askUntilConnected } from '../support/database.ts'
import { expectSoundBooks } from '../support/purchases.ts'

/** Everything stored about an order, without the ids and dates that differ between orders. */
export async function describeOrder(app: TestApp, orderId: string): Promise<string> {
  const rows = await query<{ told: unknown }>(
    app,
    `SELECT json_build_object(
        'state', json_build_array(t.status, t.step, t.cancel_reason, t.last_sequence, t.move_count, t.refund_centavos,
          t.down_payment_paid_at IS NULL, t.signed_at IS NULL, t.completed_at IS NULL, t.transfer_centavos),
        'billets', (SELECT json_agg(json_build_array(b.installment_number, b.payment_status, b.canceled_at IS NULL, b.amount_centavos)
          ORDER BY b.installment_number) FROM billets b WHERE b.transaction_id = t.id),
        'orders', (SELECT json_agg(o.movement ORDER BY o.movement) FROM bank_orders o JOIN billets b ON b.id = o.billet_id
          WHERE b.transaction_id = t.id),
        'events', (SELECT json_agg(e.type ORDER BY e.sequence) FROM events e WHERE e.transaction_id = t.id),
        'books', (SELECT json_agg(json_build_array(e.kind, split_part(p.account, ':', 1), p.amount_centavos)
          ORDER BY e.kind, split_part(p.account, ':', 1), p.amount_centavos)
          FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id WHERE e.transaction_id = t.id),
        'credit', (SELECT json_build_array(c.is_living, c.has_started) FROM credit_contracts c WHERE c.transaction_id = t.id)
      ) AS told
    FROM transactions t WHERE t.order_id = $1 ORDER BY t.replaces_id NULLS FIRST`,
    [orderId],
  )
  return JSON.stringify(rows.map(({ told }) => told))
}

export interface Prepared {
  readonly orderId: string
  /** Must be safe to repeat, as a caller does that got no answer. */
  act(database: Database): Promise<unknown>
}

/**
 * Cuts the connection before and after every statement and commit. Each cut must leave one of the states between the
 * flow's commits, and repeating the flow must end in the last of them.
 */
export async function sweep(
  app: TestApp,
  prepare: () => Promise<Prepared>,
  options: { readonly stages?: readonly string[]; readonly isRepeatable?: boolean } = {},
): Promise<void> {
  const { stages = [], isRepeatable = true } = options
  // A cut costs the pool a connection, and on a busy machine the next one may come too late for a single try.
  const describe = (orderId: string): Promise<string> => askUntilConnected(() => describeOrder(app, orderId))
  const { start, end, count } = await askUntilConnected(async () => {
    const whole = await prepare()
    const before = await describeOrder(app, whole.orderId)
    const counting = cutDatabase(app.database)
    await whole.act(counting)
    return { start: before, end: await describeOrder(app, whole.orderId), count: counting.count() }
  })
  assert.notEqual(end, start)
  const seen = new Set<string>()
  for (let at = 1; at <= count; at++)
    for (const when of ['before', 'after'] as const) {
      const place: Cut = { at, when }
      const { orderId, act } = await askUntilConnected(prepare)
      await assert.rejects(act(cutDatabase(app.database, place)), DatabaseUnavailable, JSON.stringify(place))
      const found = await describe(orderId)
      assert.ok([start, ...stages, end].includes(found), `${JSON.stringify(place)}: ${found}`)
      seen.add(found)
      await askUntilConnected(() => expectSoundBooks(app))
      if (isRepeatable || found === start) await askUntilConnected(() => act(app.database))
      assert.equal(await describe(orderId), end, JSON.stringify(place))
    }
  // The sweep proves something only if its cuts produced every state.
  assert.deepEqual(seen, new Set([start, ...stages, end]))
  await askUntilConnected(() => expectSoundBooks(app))
}
