import type { MessageChannel } from '../../../contract/messages.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import type { FormalNotice, FormalNoticeKind } from './notice.ts'

const COLUMNS = `id, transaction_id AS "transactionId", kind, due_date AS "dueDate", asked_at AS "askedAt", sent_at AS "sentAt",
  channel, provider_id AS "providerId", delivered_at AS "deliveredAt", receipt`

const INSERT: Statement = {
  name: 'formal-notices.insert',
  text: `INSERT INTO formal_notices (id, transaction_id, kind, due_date, asked_at, due_at) VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (transaction_id, kind, due_date) DO NOTHING RETURNING id`,
}
const LIST: Statement = {
  name: 'formal-notices.list',
  text: `SELECT ${COLUMNS} FROM formal_notices WHERE transaction_id = ANY ($1::text[]) ORDER BY asked_at, id`,
}
const LIST_UNPROVEN: Statement = {
  name: 'formal-notices.list-unproven',
  text: `SELECT ${COLUMNS} FROM formal_notices WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2`,
}
const SAVE_PROOF: Statement = {
  name: 'formal-notices.save-proof',
  text: `UPDATE formal_notices SET sent_at = $2, channel = $3, provider_id = $4, delivered_at = $5, receipt = $6, due_at = $7
    WHERE id = $1 AND delivered_at IS NULL`,
}

/** False when the debtor was noticed of the same delay before. */
export async function insertFormalNotice(
  tx: Transaction,
  notice: {
    readonly transactionId: string
    readonly kind: FormalNoticeKind
    readonly dueDate: CalendarDate
  },
  now: Date,
): Promise<boolean> {
  const { transactionId, kind, dueDate } = notice
  return (await tx.run(INSERT, [newId(now.getTime()), transactionId, kind, dueDate, now])).length > 0
}

/** By contract, the oldest first. */
export async function listFormalNotices(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<Map<string, FormalNotice[]>> {
  const notices = await db.run<FormalNotice>(LIST, [transactionIds])
  return Map.groupBy(notices, ({ transactionId }) => transactionId)
}

/** Those whose proof is to be looked for now. */
export function listUnprovenNotices(db: Queryable, now: Date, limit: number): Promise<FormalNotice[]> {
  return db.run<FormalNotice>(LIST_UNPROVEN, [now, limit])
}

/** What is known of a notice on its way. */
export interface NoticeProof {
  readonly sentAt: Date | null
  readonly channel: MessageChannel | null
  readonly providerId: string | null
  readonly deliveredAt: Date | null
  readonly receipt: string | null
  /** When to look again; null: nothing more will be known. */
  readonly lookAgainAt: Date | null
}

export async function saveNoticeProof(db: Queryable, id: string, proof: NoticeProof): Promise<void> {
  const { sentAt, channel, providerId, deliveredAt, receipt, lookAgainAt } = proof
  await db.run(SAVE_PROOF, [id, sentAt, channel, providerId, deliveredAt, receipt, lookAgainAt])
}
