import { isBusinessDay } from '../../../brazil/business-days.ts'
import { addDays, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { Refused } from '../../../kernel/faults.ts'
import { writeReais } from '../../../kernel/money.ts'
import { requestMessage } from '../../messaging/index.ts'
import { lockDebt, setDiscount } from '../../receivables/index.ts'
import type { PrepareEffect } from './effect.ts'

/** Long enough for a customer to find the money; an open offer is not a renegotiation. */
const MOST_DAYS = 60

/** An amount below the payoff is enough until a day. Not paid by then, everything is as before. */
export const prepareAcceptLess: PrepareEffect = async ({ app, tx, opened, terms, purchase }) => {
  const now = app.clock.now()
  const today = calendarDateAt(now)
  const { amountCentavos, effectiveOn: until } = terms
  if (amountCentavos === null || until === null) throw new Error('an offer has an amount and a last day')
  if (until < today || until > addDays(today, MOST_DAYS))
    throw new Refused(`the last day must be from today to ${addDays(today, MOST_DAYS)}`)
  // Banks credit a billet of another day later, when the offer has ended.
  if (!isBusinessDay(until)) throw new Refused(`${until} is not a business day`)
  const { totalCentavos, unusedPremiumCentavos } = await lockDebt(tx, app.secrets, purchase, today)
  const payoffCentavos = Math.max(0, totalCentavos - unusedPremiumCentavos)
  if (amountCentavos === 0 || amountCentavos >= payoffCentavos)
    throw new Refused(`the amount must be below ${writeReais(payoffCentavos)}, which pays everything today`)
  return {
    amountCentavos: payoffCentavos - amountCentavos,
    async apply() {
      await setDiscount(app, tx, purchase, { amountCentavos, until })
      const { id: transactionId, retailerId } = purchase
      const offer = { amountCentavos, until }
      requestMessage(
        tx,
        { notice: 'discount-offered', retailerId, transactionId, about: opened.id, offer },
        now,
      )
      return { state: 'DECIDED' }
    },
  }
}
