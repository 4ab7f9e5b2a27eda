import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Contract, LenderAccount, Payer } from '../../modules/billets/index.ts'
import { describePayer, type Purchase } from '../../modules/transactions/index.ts'

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
