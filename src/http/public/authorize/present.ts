import type { AuthorizeAnswer } from '../../../contract/authorize.ts'
import type { Answer } from '../../../contract/presented.ts'
import type { AuthorizedPurchase } from '../../../domains/purchases/index.ts'
import { isRegistered } from '../../../domains/receivables/index.ts'
import { endOfDay } from '../../../kernel/calendar-date.ts'
import { presentReais } from '../../../kernel/money.ts'
import { presentBilletLink, presentOnboardingLink } from '../present-billet.ts'

export function presentAuthorization(
  { purchase, downPaymentBillet, maskedPhone }: AuthorizedPurchase,
  publicUrl: string,
): Answer<typeof AuthorizeAnswer> {
  const { onboardingToken } = purchase
  const contract = purchase.authorizedContract ?? purchase.contract
  return {
    downPayment: purchase.downPaymentCentavos > 0,
    downPaymentBarcodeNumber:
      downPaymentBillet && isRegistered(downPaymentBillet) ? downPaymentBillet.barcode : undefined,
    downPaymentDueDate: downPaymentBillet && endOfDay(downPaymentBillet.dueDate).toISOString(),
    downPaymentLink: downPaymentBillet && presentBilletLink(downPaymentBillet, publicUrl),
    downPaymentValue: presentReais(purchase.downPaymentCentavos),
    financedAmount: presentReais(contract.financedCentavos),
    interestRatePM: contract.interestRatePM,
    tcValue: presentReais(contract.tcCentavos),
    numberOfInstallments: contract.numberOfInstallments,
    onboardingToken,
    orderId: purchase.orderId,
    paymentInstallments: presentReais(contract.installmentCentavos),
    phone: maskedPhone,
    returnUrl: presentOnboardingLink(onboardingToken, publicUrl),
    totalAmount: presentReais(contract.totalCentavos),
    transactionId: purchase.id,
  }
}
