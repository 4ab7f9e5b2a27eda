import { newId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'

/** Something that a retailer is told about one of its transactions. */
export interface News {
  readonly retailerId: string
  readonly transactionId: string
  /** 1, 2, 3 … over all that is told about the transaction. */
  readonly sequence: number
  readonly type: string
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

interface EventRow extends Omit<News, 'fields'> {
  readonly id: string
  readonly body: string
  readonly createdAt: Date
}

const INSERT_EVENTS: RowStatement<EventRow> = {
  name: 'events.insert',
  columns: {
    id: 'text',
    retailer_id: 'text',
    transaction_id: 'text',
    sequence: 'integer',
    type: 'text',
    body: 'text',
    created_at: 'timestamptz',
  },
  text: `
    INSERT INTO events (id, retailer_id, transaction_id, sequence, type, body, created_at) SELECT * FROM rows`,
  values: e => [e.id, e.retailerId, e.transactionId, e.sequence, e.type, e.body, e.createdAt],
}

/** Within the transaction that makes the news: what is told has happened, and what happened is told. */
export async function appendEvents(tx: Transaction, news: readonly News[], now: Date): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ fields, ...each }) => {
    const id = newId(now.getTime())
    const { type, sequence } = each
    const body = JSON.stringify({ ...fields, eventId: id, type, createdAt: now.toISOString(), sequence })
    return { ...each, id, body, createdAt: now }
  })
  await runRows(tx, INSERT_EVENTS, rows)
}
