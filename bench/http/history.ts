/**
 * Earlier checkouts, decisions and people, made in SQL. Every row has a realistic size: it is a copy of one that the
 * measured requests just wrote, under another id.
 */
export async function addHistory(execute: (sql: string) => Promise<unknown>, count: number): Promise<void> {
  const batch = 5_000
  for (let first = 0; first < count; first += batch) {
    for (const statement of listStatements(first, Math.min(first + batch, count) - 1))
      await execute(statement)
  }
  for (const table of ['checkouts', 'credit_decisions', 'applicants', 'phone_uses']) {
    await execute(`ANALYZE ${table}`)
  }
}

function listStatements(first: number, last: number): string[] {
  const series = `generate_series(${first}, ${last}) AS n`
  const index = "decode('aaaaaaaa' || lpad(to_hex(n), 24, '0'), 'hex')"
  const id = (tail: string): string => `'018' || lpad(to_hex(n), ${21 - tail.length}, '0') || '${tail}'`
  const at = "now() - interval '2 days' - n * interval '1 second'"
  return [
    `INSERT INTO credit_decisions SELECT ${id('abc')}, d.retailer_id, ${index}, d.policy_id, d.operation, d.result, d.refusal_reason,
       d.approved_limit_centavos, d.record, ${at} FROM ${series}, (SELECT * FROM credit_decisions LIMIT 1) d`,
    `INSERT INTO checkouts SELECT ${id('000')}, c.retailer_id, c.decision_id, ${index}, c.details, c.source, c.device,
       c.purchase_centavos, c.offer, ${at}, ${at} + interval '48 hours', c.mac FROM ${series}, (SELECT * FROM checkouts LIMIT 1) c`,
    `INSERT INTO applicants SELECT ${index}, a.retailer_id, a.key_salt, a.attempts
       FROM ${series}, (SELECT * FROM applicants LIMIT 1) a`,
    `INSERT INTO phone_uses SELECT ${index}, ${index}, ${at} FROM ${series}`,
  ]
}
