import type { Answer } from '../../contract/presented.ts'
import type { BilletShape } from '../../contract/transaction.ts'
import { endOfDay } from '../../kernel/calendar-date.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Billet, LenderAccount } from '../../modules/billets/index.ts'

/** A billet in the public API's format. */
export function presentBillet(
  billet: Billet,
  account: LenderAccount,
  publicUrl: string,
): Answer<typeof BilletShape> {
  const value = presentReais(billet.amountCentavos)
  const isDownPayment = billet.kind === 'down-payment'
  return {
    amount: value,
    billetDetails: {
      bankAccount: account.bank.printedAccount,
      barcodeNumber: billet.barcode,
      ourNumber: billet.printedOurNumber,
      portfolio: account.bank.portfolio,
    },
    dueDate: billet.dueDate,
    expirationDate: endOfDay(billet.expirationDate).toISOString(),
    id: billet.id,
    installmentLink: presentBilletLink(billet, publicUrl),
    installmentNumber: isDownPayment ? undefined : billet.installmentNumber,
    installmentNumbers: isDownPayment ? undefined : billet.installmentCount,
    isCreditCardAvailable: false,
    isPixAvailable: isDownPayment ? billet.pixCode !== undefined : undefined,
    payNumber: billet.digitLine,
    payday: billet.paidAt?.toISOString(),
    paymentStatus: billet.paymentStatus,
    paymentType: 'BILLET',
    pixCode: isDownPayment ? billet.pixCode : undefined,
    reference: billet.documentNumber,
    value,
  }
}

export function presentBilletLink(billet: Billet, publicUrl: string): string {
  return `${publicUrl}/billet/${billet.linkToken}`
}

export function presentOnboardingLink(token: string, publicUrl: string): string {
  return `${publicUrl}/onboarding/${token}`
}
