import type { AgreementOffers, LoanBillet, SettlementQuote } from '../../contract/desk-loans.ts'
import type { Presented } from '../../contract/presented.ts'
import { type Billet, isRegistered } from '../../domains/receivables/index.ts'
import type { LoanRecord, OfferedRenegotiations, quoteAtDesk } from '../../domains/servicing/index.ts'
import { presentReais } from '../../kernel/money.ts'

/* What an operator does for a customer with a contract. */

const isOpen = ({ paymentStatus, canceledAt }: Billet): boolean =>
  paymentStatus === 'PENDING' && canceledAt === undefined

export function presentLoanBillet(billet: Billet, publicUrl: string): Presented<LoanBillet> {
  return {
    billetId: billet.id,
    amount: presentReais(billet.amountCentavos),
    dueDate: billet.dueDate,
    // Banks refuse a line that is not registered.
    digitLine: isRegistered(billet) ? billet.digitLine : undefined,
    pixCode: billet.pixCode,
    link: `${publicUrl}/billet/${billet.linkToken}`,
  }
}

/** One whose day has passed is not offered any more, although its money would be credited. */
export function presentOpenPayoff(
  { billets, debt }: LoanRecord,
  publicUrl: string,
): Presented<LoanBillet> | undefined {
  const billet = billets.find(each => each.kind === 'settlement' && isOpen(each) && each.dueDate >= debt.date)
  return billet && presentLoanBillet(billet, publicUrl)
}

export function presentQuote({ settlement }: Awaited<ReturnType<typeof quoteAtDesk>>): SettlementQuote {
  return {
    date: settlement.date,
    overdue: presentReais(settlement.overdueCentavos),
    future: presentReais(settlement.presentCentavos),
    discount: presentReais(settlement.discountCentavos),
    premiumRefund: presentReais(settlement.premiumRefundCentavos),
    value: presentReais(settlement.valueCentavos),
    installments: settlement.parts.map(({ installmentNumber }) => installmentNumber),
  }
}

export function presentOffers({ debtCentavos, offers }: OfferedRenegotiations): AgreementOffers {
  return {
    debt: presentReais(debtCentavos),
    options: offers.map(({ id, terms: { entryCentavos, contract } }) => ({
      optionId: id,
      downPayment: presentReais(entryCentavos),
      installments: contract.numberOfInstallments,
      installmentValue: presentReais(contract.installmentCentavos),
      total: presentReais(contract.totalCentavos),
      interestRatePM: contract.interestRatePM,
      cetPA: contract.cetPA,
      firstDueDate: contract.firstDueDate,
    })),
  }
}
