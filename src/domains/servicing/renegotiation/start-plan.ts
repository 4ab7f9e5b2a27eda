import type { App } from '../../../app/app.ts'
import { calendarDateAt, endOfDay } from '../../../kernel/calendar-date.ts'
import { newOrderedId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import {
  advancePurchase,
  listRenegotiations,
  lockPurchase,
  openRenegotiation,
  type Purchase,
} from '../../purchases/index.ts'
import { type AgreedTerms, computePlanTerms, insertOffers } from '../../quoting/index.ts'
import { lockDebt } from '../../receivables/index.ts'
import { describeOfferedDebt } from './offer-renegotiation.ts'

interface PreparedPlan {
  readonly debtCentavos: Centavos
  /** What is open of the principal, with no interest and no charge of a delay. */
  readonly principalCentavos: Centavos
  /** Undefined where the installments would need a rate above the contract's. */
  readonly terms: AgreedTerms | undefined
}

/** What a plan makes of the debt of today. The contract is locked; nothing is written. */
export async function preparePlan(
  { secrets, clock }: App,
  tx: Transaction,
  original: Purchase,
  wanted: Parameters<typeof computePlanTerms>[1],
): Promise<PreparedPlan> {
  const debt = await lockDebt(tx, secrets, original, calendarDateAt(clock.now()))
  const offered = describeOfferedDebt(original, debt, 0)
  return {
    debtCentavos: debt.totalCentavos,
    principalCentavos: offered.original.openPrincipal.reduce((sum, each) => sum + each.amountCentavos, 0),
    terms: computePlanTerms(offered, wanted),
  }
}

/**
 * Puts the debt into the installments of a plan, as an agreement that begins at once: what a judge ordered, or the minutes
 * of a conciliation say, is signed by nobody. The original is locked, and an agreement that waits for its customer ends.
 * Returns the plan's transaction.
 */
export async function startPlan(
  app: App,
  tx: Transaction,
  original: Purchase,
  terms: AgreedTerms,
): Promise<Purchase> {
  const { secrets, clock } = app
  const now = clock.now()
  const { id: transactionId, retailerId } = original
  const [waiting] = await listRenegotiations(tx, { livingOn: transactionId })
  const locked = waiting && (await lockPurchase(tx, secrets, waiting.id))
  if (locked !== undefined) await advancePurchase(app, tx, locked, 'deadline-passed')
  const today = calendarDateAt(now)
  const offer = {
    id: newOrderedId(now.getTime()),
    retailerId,
    transactionId,
    quotedOn: today,
    expiresAt: endOfDay(today),
    terms,
  }
  insertOffers(tx, secrets, [offer])
  const made = { event: 'plan-decided', by: 'operator' } as const
  const plan = await openRenegotiation(app, tx, original, offer, made)
  return advancePurchase(app, tx, plan, 'plan-decided')
}
