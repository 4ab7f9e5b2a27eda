import type { Queryable, Statement } from './database.ts'

const READ: Statement = {
  name: 'database.read-server-facts',
  text: `SELECT current_setting('server_version') AS version,
    (SELECT s.version FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid() AND s.ssl) AS tls,
    ARRAY(SELECT name FROM unnest(ARRAY['fsync', 'full_page_writes', 'synchronous_commit']) AS t (name)
      WHERE current_setting(name) = 'off') AS "lossySettings"`,
}

interface ServerFacts {
  readonly version: string
  /** Null on a connection without TLS. */
  readonly tls: string | null
  /** Settings under which an acknowledged write may be lost with the machine. */
  readonly lossySettings: readonly string[]
}

export async function readServerFacts(db: Queryable): Promise<ServerFacts> {
  const [facts] = await db.run<ServerFacts>(READ, [])
  if (facts === undefined) throw new Error('the server reported no settings')
  return facts
}

const READ_WRITABLE: Statement = {
  name: 'database.is-writable',
  text: `SELECT NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::boolean AS "isWritable"`,
}

/** False on a standby, or where the role or the database may only read: nothing could be served there. */
export async function isWritable(db: Queryable): Promise<boolean> {
  return (await db.run<{ isWritable: boolean }>(READ_WRITABLE, []))[0]?.isWritable ?? false
}
