import { addPurchases, type Overrides, type RunSql } from '../purchases/purchase-rows.ts'

const BATCH = 20_000
/** Ten million fit into the two days for which an offer is valid. */
const APART_MS = 17

/**
 * Unbought checkouts, their decisions and people, made in SQL: copies of those that were just written, under other ids.
 * They are of the last days, so that nothing is past yet. Their options are left out: they are stored apart from the
 * rows, where a look-up by key does not pass.
 */
export async function addCheckouts(run: RunSql, count: number): Promise<void> {
  for (let first = 0; first < count; first += BATCH)
    for (const statement of listStatements(first, Math.min(first + BATCH, count) - 1)) await run(statement)
  for (const table of ['checkouts', 'credit_decisions', 'applicants', 'phone_uses'])
    await run(`VACUUM (ANALYZE) ${table}`)
}

function listStatements(first: number, last: number): string[] {
  const series = `generate_series(${first}, ${last}) AS n`
  const index = `decode('aaaaaaaa' || lpad(to_hex(n), 24, '0'), 'hex')`
  // Those of the last hour are the ones that are measured.
  const at = `(now() - interval '1 hour' - n * interval '${APART_MS} milliseconds')`
  const time = `lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0')`
  const id = (tail: string): string => `${time} || lpad(to_hex(n), ${12 - tail.length}, '0') || '${tail}'`
  return [
    `INSERT INTO credit_decisions SELECT ${id('abc')}, d.retailer_id, ${index}, d.policy_id, d.operation, d.result,
       d.refusal_reason, d.approved_limit_centavos, d.record, ${at} FROM ${series}, (SELECT * FROM credit_decisions LIMIT 1) d`,
    `INSERT INTO checkouts SELECT ${id('000')}, c.retailer_id, c.decision_id, ${index}, c.details, c.source, c.device,
       c.purchase_centavos, NULL, ${at}, ${at} + interval '48 hours', c.mac FROM ${series}, (SELECT * FROM checkouts LIMIT 1) c`,
    `INSERT INTO applicants SELECT ${index}, a.retailer_id, a.key_salt, a.attempts
       FROM ${series}, (SELECT * FROM applicants LIMIT 1) a`,
    `INSERT INTO phone_uses SELECT ${index}, ${index}, ${at} FROM ${series}`,
  ]
}

/** Spread over a year. Given up, so that no chore has anything to do with them. */
const PAST: Overrides = {
  transactions: {
    status: () => `'ABANDONED'`,
    cancel_reason: () => `'CUSTOMER_ABANDONED'`,
    refund_centavos: () => '0',
    max_refund_date: () => 'current_date',
    deadline_at: () => 'NULL',
    created_at: n => `now() - interval '3 days' - ${n} * interval '31 seconds'`,
    changed_at: n => `now() - ${n} * interval '31 seconds'`,
  },
  credit_contracts: { is_living: () => 'false' },
  billets: { canceled_at: () => 'now()' },
  bank_orders: { state: () => `'confirmed'` },
}

export function addPastPurchases(run: RunSql, transactionId: string, count: number): Promise<void> {
  return addPurchases(run, transactionId, count, PAST)
}
