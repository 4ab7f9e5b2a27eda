import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Contract, LenderAccount, Payer } from '../receivables/index.ts'
import { describePayer } from './present-customer.ts'
import type { Purchase } from './purchase.ts'

/** What the billet of a purchase's down payment says. */
export function describeDownPayment(
  purchase: Purchase,
  account: LenderAccount,
): Contract & { readonly payer: Payer } {
  const { retailerId, id: transactionId, downPaymentCentavos, createdAt } = purchase
  return {
    retailerId,
    transactionId,
    account,
    payer: describePayer(purchase),
    issuedAt: createdAt,
    issuedOn: calendarDateAt(createdAt),
    downPaymentCentavos,
    installments: [],
  }
}
