import type { Answer } from '../../contract/presented.ts'
import type { BilletShape } from '../../contract/transaction.ts'
import type { LenderAccount } from '../../domains/lender/index.ts'
import { type Billet, isRegistered } from '../../domains/receivables/index.ts'
import { endOfDay } from '../../kernel/calendar-date.ts'
import { presentReais } from '../../kernel/money.ts'

const REGISTRATION_STATUS = {
  pending: 'PENDING',
  registered: 'REGISTERED',
  rejected: 'REJECTED',
} as const satisfies Record<Billet['registration'], string>

/** A billet in the public API's format. */
export function presentBillet(
  billet: Billet,
  account: LenderAccount,
  publicUrl: string,
): Answer<typeof BilletShape> {
  const value = presentReais(billet.amountCentavos)
  const isInstallment = billet.kind === 'installment'
  // Banks would refuse a customer who pays by this line.
  const isPayableByLine = isRegistered(billet)
  return {
    amount: value,
    billetDetails: {
      bankAccount: account.bank.printedAccount,
      barcodeNumber: isPayableByLine ? billet.barcode : '',
      ourNumber: billet.printedOurNumber,
      portfolio: account.bank.portfolio,
    },
    dueDate: billet.dueDate,
    expirationDate: endOfDay(billet.expirationDate).toISOString(),
    id: billet.id,
    installmentLink: presentBilletLink(billet, publicUrl),
    installmentNumber: isInstallment ? billet.installmentNumber : undefined,
    installmentNumbers: isInstallment ? billet.installmentCount : undefined,
    isCreditCardAvailable: false,
    isPixAvailable: isInstallment ? undefined : billet.pixCode !== undefined,
    payNumber: isPayableByLine ? billet.digitLine : '',
    payday: billet.paidAt?.toISOString(),
    paymentStatus: billet.paymentStatus,
    paymentType: 'BILLET',
    pixCode: isInstallment ? undefined : billet.pixCode,
    reference: billet.documentNumber,
    replaces: billet.replaces,
    registrationStatus: REGISTRATION_STATUS[billet.registration],
    value,
  }
}

export function presentBilletLink(billet: Billet, publicUrl: string): string {
  return `${publicUrl}/billet/${billet.linkToken}`
}

export function presentOnboardingLink(token: string, publicUrl: string): string {
  return `${publicUrl}/onboarding/${token}`
}
