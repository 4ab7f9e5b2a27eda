/** How long a statement of the program may take; the watch on statements knows it too. */
export const statementTimeoutMs = 5_000
const idleInTransactionTimeoutMs = 10_000

/*
 * A statement is planned once per connection. If that happened while its tables were small, it would keep scanning them
 * until they are analysed, and a new installation under load would slow down with every row: all our access is by
 * index. Before PostgreSQL 18, a plan that needs a scan all the same then looks expensive enough for JIT each time,
 * which takes longer than running it.
 */
export const sessionSettings = {
  TimeZone: 'UTC',
  enable_seqscan: 'off',
  jit: 'off',
  statement_timeout: `${statementTimeoutMs / 1000}s`,
  idle_in_transaction_session_timeout: `${idleInTransactionTimeoutMs / 1000}s`,
} as const

/**
 * `sent`: the program names them when it connects. `of-role`: a pooler such as PgBouncer refuses that, and the role has
 * them already (`database roles`).
 */
export type SettingsOrigin = 'sent' | 'of-role'

/** Both as parameters of a connection: an address with options of its own keeps the time-outs. */
export const sentSettings = {
  options: Object.entries(sessionSettings)
    .filter(([name]) => !isTimeout(name))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
}

export function isTimeout(name: string): boolean {
  return name.endsWith('_timeout')
}
