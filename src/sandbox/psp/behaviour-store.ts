import type { BankBehaviour } from '../../contract/sandbox.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

export interface BehaviourRecord {
  readonly behaviour: BankBehaviour
  readonly changedAt: Date
}

const FIND: Statement = {
  name: 'psp-behaviours.find',
  text: `SELECT behaviour, changed_at FROM psp_behaviours WHERE retailer_id = $1`,
}
const LIST: Statement = {
  name: 'psp-behaviours.list',
  text: `SELECT behaviour, changed_at FROM psp_behaviours WHERE retailer_id = ANY ($1)`,
}
const REPLACE: Statement = {
  name: 'psp-behaviours.replace',
  text: `INSERT INTO psp_behaviours (retailer_id, behaviour, changed_at) VALUES ($1, $2, $3)
    ON CONFLICT (retailer_id) DO UPDATE
      SET behaviour = excluded.behaviour, changed_at = excluded.changed_at, webhook_count = 0`,
}
const COUNT_WEBHOOK: Statement = {
  name: 'psp-behaviours.count-webhook',
  text: `UPDATE psp_behaviours SET webhook_count = webhook_count + 1 WHERE retailer_id = $1
    RETURNING webhook_count AS count`,
}

export async function findBehaviour(db: Queryable, retailerId: string): Promise<BehaviourRecord | undefined> {
  return (await db.run<BehaviourRecord>(FIND, [retailerId]))[0]
}

export function listBehaviours(db: Queryable, retailerIds: readonly string[]): Promise<BehaviourRecord[]> {
  return db.run<BehaviourRecord>(LIST, [retailerIds])
}

export async function replaceBehaviour(
  db: Queryable,
  retailerId: string,
  behaviour: BankBehaviour,
  now: Date,
): Promise<void> {
  await db.run(REPLACE, [retailerId, JSON.stringify(behaviour), now])
}

/** The number of this webhook since the behaviour was chosen. */
export async function countWebhook(db: Queryable, retailerId: string): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_WEBHOOK, [retailerId]))[0]?.count ?? 0
}
