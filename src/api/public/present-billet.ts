import type { Static } from 'typebox'
import type { BilletShape } from '../../contract/transaction.ts'
import { endOfDay } from '../../kernel/calendar-date.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Billet, LenderAccount } from '../../modules/billets/index.ts'

/** A billet as the interface shows it. */
export function presentBillet(
  billet: Billet,
  account: LenderAccount,
  publicUrl: string,
): Static<typeof BilletShape> {
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
    ...(isDownPayment
      ? { isPixAvailable: billet.pixCode !== undefined, ...(billet.pixCode && { pixCode: billet.pixCode }) }
      : { installmentNumber: billet.installmentNumber, installmentNumbers: billet.installmentCount }),
    isCreditCardAvailable: false,
    payNumber: billet.digitLine,
    ...(billet.paidAt && { payday: billet.paidAt.toISOString() }),
    paymentStatus: billet.paymentStatus,
    paymentType: 'BILLET',
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
