import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { PayoutState } from './order.ts'

/** What the books must say of an order. */
export interface OrderState {
  readonly id: string
  readonly state: PayoutState
  readonly amountCentavos: Centavos
}

const LIST_STATES: Statement = {
  name: 'payouts.list-states',
  text: `SELECT id, state, amount_centavos AS "amountCentavos" FROM payout_orders WHERE id > $1 ORDER BY id LIMIT $2`,
}

export function listOrderStates(db: Queryable, after: string, limit: number): Promise<OrderState[]> {
  return db.run<OrderState>(LIST_STATES, [after, limit])
}
