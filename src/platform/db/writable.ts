import type { Queryable, Statement } from './database.ts'

const READ_WRITABLE: Statement = {
  name: 'database.is-writable',
  text: `SELECT NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::boolean AS "isWritable"`,
}

/** False on a standby, or where the role or the database may only read: nothing could be served there. */
export async function isWritable(db: Queryable): Promise<boolean> {
  return (await db.run<{ isWritable: boolean }>(READ_WRITABLE, []))[0]?.isWritable ?? false
}
