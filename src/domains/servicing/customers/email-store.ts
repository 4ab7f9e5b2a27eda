import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'

const REPLACE: Statement = {
  name: 'customer-emails.replace',
  text: `INSERT INTO customer_emails (transaction_id, cpf_index, box, changed_at)
    SELECT t.transaction_id, $2, t.box, $4 FROM unnest($1::text[], $3::bytea[]) AS t (transaction_id, box)
    ORDER BY t.transaction_id
    ON CONFLICT (transaction_id) DO UPDATE SET box = excluded.box, changed_at = excluded.changed_at`,
}
const LIST: Statement = {
  name: 'customer-emails.list',
  text: `SELECT transaction_id AS "transactionId", box FROM customer_emails WHERE transaction_id = ANY ($1::text[])`,
}

export interface EmailRow {
  readonly transactionId: string
  readonly box: Buffer
}

/** In the order of their ids, so that two devices cannot deadlock. */
export async function replaceEmailRows(
  tx: Transaction,
  { cpfIndex, rows }: { readonly cpfIndex: Buffer; readonly rows: readonly EmailRow[] },
  now: Date,
): Promise<void> {
  const ids = rows.map(({ transactionId }) => transactionId)
  const boxes = rows.map(({ box }) => box)
  await tx.run(REPLACE, [ids, cpfIndex, boxes, now])
}

export function listEmailRows(db: Queryable, transactionIds: readonly string[]): Promise<EmailRow[]> {
  return db.run<EmailRow>(LIST, [transactionIds])
}
