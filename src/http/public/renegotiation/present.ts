import type { Answer } from '../../../contract/presented.ts'
import type { RenegotiationAccepted, RenegotiationOptions } from '../../../contract/renegotiation.ts'
import type { Purchase } from '../../../domains/purchases/index.ts'
import type { OfferedAgreements } from '../../../domains/servicing/index.ts'
import { presentReais } from '../../../kernel/money.ts'
import { presentOnboardingLink } from '../present-billet.ts'

export function presentOptions({
  debtCentavos,
  offers,
}: OfferedAgreements): Answer<typeof RenegotiationOptions> {
  return {
    debtValue: presentReais(debtCentavos),
    options: offers.map(({ id, terms: { entryCentavos, contract } }) => ({
      optionId: id,
      downPaymentValue: presentReais(entryCentavos),
      numberOfInstallments: contract.numberOfInstallments,
      paymentInstallments: presentReais(contract.installmentCentavos),
      totalAmount: presentReais(contract.totalCentavos),
      interestRatePM: contract.interestRatePM,
      cetPA: contract.cetPA,
      firstDueDate: contract.firstDueDate,
    })),
  }
}

export function presentAccepted(
  { id, onboardingToken, status, step }: Purchase,
  publicUrl: string,
): Answer<typeof RenegotiationAccepted> {
  return { transactionId: id, returnUrl: presentOnboardingLink(onboardingToken, publicUrl), status, step }
}
