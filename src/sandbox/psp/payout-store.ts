import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

type PayoutState = 'ACCEPTED' | 'PAID' | 'FAILED' | 'CANCELED' | 'RETURNED'

export interface PayoutRecord {
  readonly payoutKey: string
  readonly requestHash: Buffer
  readonly amountCentavos: Centavos
  readonly providerId: string
  readonly retailerId: string | null
  readonly state: PayoutState
  readonly failureKind: string | null
  readonly failureCode: string | null
  readonly changedAt: Date
}

const COLUMNS = `payout_key, request_hash, amount_centavos,
  provider_id, retailer_id, state, failure_kind, failure_code,
  changed_at`

const INSERT: Statement = {
  name: 'psp-payouts.insert',
  text: `INSERT INTO psp_payouts (payout_key, request_hash, amount_centavos, provider_id, retailer_id, state, requested_at, changed_at)
    VALUES ($1, $2, $3, $4, $5, 'ACCEPTED', $6, $6) ON CONFLICT (payout_key) DO NOTHING RETURNING ${COLUMNS}`,
}
const FIND: Statement = {
  name: 'psp-payouts.find',
  text: `SELECT ${COLUMNS} FROM psp_payouts WHERE payout_key = $1`,
}
const MOVE: Statement = {
  name: 'psp-payouts.move',
  text: `UPDATE psp_payouts SET state = $3, failure_kind = $4, failure_code = $5, changed_at = $6
    WHERE payout_key = $1 AND state = $2`,
}

/** Undefined when the key is known. */
export async function insertPayout(
  db: Queryable,
  payout: Pick<PayoutRecord, 'payoutKey' | 'requestHash' | 'amountCentavos' | 'providerId' | 'retailerId'>,
  now: Date,
): Promise<PayoutRecord | undefined> {
  const { payoutKey, requestHash, amountCentavos, providerId, retailerId } = payout
  const values = [payoutKey, requestHash, amountCentavos, providerId, retailerId, now]
  return (await db.run<PayoutRecord>(INSERT, values))[0]
}

export async function findPayout(db: Queryable, payoutKey: string): Promise<PayoutRecord | undefined> {
  return (await db.run<PayoutRecord>(FIND, [payoutKey]))[0]
}

export async function movePayout(
  db: Queryable,
  { payoutKey, state }: PayoutRecord,
  to: { readonly state: PayoutState; readonly kind?: string; readonly code?: string; readonly now: Date },
): Promise<void> {
  await db.run(MOVE, [payoutKey, state, to.state, to.kind ?? null, to.code ?? null, to.now])
}
