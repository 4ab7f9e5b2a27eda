import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Statement, Transaction } from '../../platform/db/database.ts'
import type { Billet } from './billet.ts'
import { computeDue, describeDebt } from './debt.ts'
import type { BilletRow } from './store.ts'

/** What is claimed of one open billet when its contract falls due as a whole. */
export interface ClaimedBillet {
  readonly billet: BilletRow
  /** Interest of time to come in its face value, which may not be claimed. */
  readonly excludedCentavos: Centavos
}

/** A contract that is due as a whole. */
export interface Claim {
  readonly claimedFrom: CalendarDate
  /** Interest of time to come, which is not claimed. */
  readonly excludedCentavos: Centavos
}

/** `billets` are all of a contract. Undefined while installments fall due one by one, and when nothing is open. */
export function findClaim(billets: readonly Billet[]): Claim | undefined {
  const open = billets.find(
    ({ claimedFrom, paymentStatus, canceledAt }) =>
      claimedFrom !== undefined && paymentStatus === 'PENDING' && canceledAt === undefined,
  )
  if (open?.claimedFrom === undefined) return undefined
  // A second copy asks for what was left of the billet before it.
  const excludedCentavos = billets.reduce((sum, billet) => sum + billet.excludedCentavos, 0)
  return { claimedFrom: open.claimedFrom, excludedCentavos }
}

const CLAIM: Statement = {
  name: 'billets.claim',
  text: `UPDATE billets b SET claimed_from = $1, interest_from = $1, part_paid_centavos = b.part_paid_centavos + c.excluded,
      excluded_centavos = c.excluded, open_fine_centavos = c.fine, open_interest_centavos = c.interest
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) AS c(id, excluded, fine, interest) WHERE b.id = c.id`,
}
const INSERT_EXCLUDED: Statement = {
  name: 'billet-payments.insert-excluded',
  text: `INSERT INTO billet_payments (reference, billet_id, face_centavos, fine_centavos, interest_centavos, paid_on,
      discount_centavos)
    SELECT $1, c.id, c.excluded, 0, 0, $2, c.excluded FROM unnest($3::text[], $4::bigint[]) AS c(id, excluded) WHERE c.excluded > 0`,
}

/**
 * From the day on, every billet of the contract is due, with the charges that it has on that day. What is excluded leaves
 * the face value; it is recorded under the reference of its ledger entry. The billets are locked.
 */
export function claimBillets(
  tx: Transaction,
  claimed: readonly ClaimedBillet[],
  { reference, day }: { readonly reference: string; readonly day: CalendarDate },
): void {
  const ids = claimed.map(({ billet }) => billet.id)
  const excluded = claimed.map(({ excludedCentavos }) => excludedCentavos)
  const due = claimed.map(({ billet }) => computeDue(describeDebt(billet), day))
  tx.send(CLAIM, [
    day,
    ids,
    excluded,
    due.map(({ fineCentavos }) => fineCentavos),
    due.map(({ interestCentavos }) => interestCentavos),
  ])
  tx.send(INSERT_EXCLUDED, [reference, day, ids, excluded])
}
