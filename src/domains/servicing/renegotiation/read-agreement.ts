import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database } from '../../../platform/db/database.ts'
import { findLivingAgreement, type Purchase } from '../../purchases/index.ts'
import { type AgreementOffer, isAgreeable, listLastOffers } from '../../quoting/index.ts'
import { readDebt } from '../../receivables/index.ts'

/** What a customer may see of agreements on a purchase. */
export interface AgreementReading {
  readonly renegotiatedBy: string | undefined
  /** Present while an agreement may be made. */
  readonly possible:
    | { readonly mostEntryCentavos: Centavos; readonly offers: readonly AgreementOffer[] }
    | undefined
}

export async function readAgreement(
  context: { readonly database: Database; readonly secrets: Secrets; readonly clock: Clock },
  purchase: Purchase,
): Promise<AgreementReading> {
  const { database, secrets, clock } = context
  const { id, status, renegotiates } = purchase
  const none = { renegotiatedBy: undefined, possible: undefined }
  if (status !== 'OPEN' || renegotiates !== undefined) return none
  const living = await findLivingAgreement(database, id)
  if (living !== undefined) return { ...none, renegotiatedBy: living.id }
  const today = calendarDateAt(clock.now())
  const { overdue, overdueCentavos, totalCentavos } = await readDebt(context, purchase, today)
  const dueDates = overdue.map(({ dueDate }) => dueDate)
  if (!isAgreeable(dueDates, today)) return none
  const offers = await listLastOffers(database, secrets, id, today)
  // What was offered before a payment cannot be accepted any more.
  const current = offers.filter(({ terms }) => terms.debtCentavos === totalCentavos)
  return {
    ...none,
    possible: { mostEntryCentavos: Math.min(overdueCentavos, totalCentavos - 1), offers: current },
  }
}
