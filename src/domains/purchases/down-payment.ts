import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Receivables } from '../receivables/index.ts'
import { describePayer } from './present-customer.ts'
import type { Purchase } from './purchase.ts'

/** What the billet of a purchase's down payment says. */
export function describeDownPayment(purchase: Purchase): Receivables {
  const { retailerId, id: transactionId, downPaymentCentavos, createdAt } = purchase
  return {
    retailerId,
    transactionId,
    payer: describePayer(purchase),
    issuedAt: createdAt,
    issuedOn: calendarDateAt(createdAt),
    downPaymentCentavos,
    installments: [],
  }
}
