import type { Answer } from '../../../contract/presented.ts'
import type { BilletShape, TransactionAnswer, TransactionProduct } from '../../../contract/transaction.ts'
import type { readPurchase } from '../../../domains/purchases/index.ts'
import { describeBillet } from '../../../domains/receivables/index.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { presentReais } from '../../../kernel/money.ts'
import { presentBillet } from '../present-billet.ts'

type PurchaseView = NonNullable<Awaited<ReturnType<typeof readPurchase>>>

export function presentTransaction(
  view: PurchaseView,
  { publicUrl, clock }: { readonly publicUrl: string; readonly clock: Clock },
): Answer<typeof TransactionAnswer> {
  const { purchase, downPaymentBillet, installments, account, refunds, transferCentavos } = view
  const { contract, products } = purchase
  // An ended transaction shows 0 where nothing is refunded, as after a broken agreement.
  const owesNothing = purchase.refund?.valueCentavos === 0
  const today = calendarDateAt(clock.now())
  const daysLate = Math.max(0, ...installments.map(billet => describeBillet(billet, today).daysLate))
  const refundCentavos = refunds?.valueCentavos ?? (owesNothing ? 0 : undefined)
  return {
    canceledAt: purchase.canceledAt?.toISOString(),
    cancelReason: purchase.cancelReason,
    downPayment: purchase.downPaymentCentavos > 0,
    downPaymentBillet: downPaymentBillet && presentBillet(downPaymentBillet, account, publicUrl),
    downPaymentValue: presentReais(purchase.downPaymentCentavos),
    financedAmount: presentReais(purchase.netLoanCentavos),
    id: purchase.id,
    installments: installments.map(billet => presentBillet(billet, account, publicUrl)),
    interestRatePA: contract.interestRatePA,
    interestRatePM: contract.interestRatePM,
    numberOfInstallments: contract.numberOfInstallments,
    overdueDays: daysLate === 0 ? undefined : daysLate,
    paymentInstallments: presentReais(contract.installmentCentavos),
    products: products?.map(presentProduct),
    refundedAt: refunds?.refundedAt?.toISOString(),
    refundStatus: refunds?.status,
    refundValue: refundCentavos === undefined ? undefined : presentReais(refundCentavos),
    releaseDate: purchase.completedAt && purchase.contractDate,
    settledAt: purchase.settledAt?.toISOString(),
    renegotiatedBy: view.renegotiatedBy,
    renegotiates: purchase.renegotiates,
    status: purchase.status,
    step: purchase.step,
    transactionId: purchase.id,
    transferedAt: purchase.transferedAt?.toISOString(),
    transferValue: transferCentavos === undefined ? undefined : presentReais(transferCentavos),
    totalAmount: presentReais(contract.totalCentavos),
    totalIof: presentReais(contract.totalIofCentavos),
    tcValue: presentReais(contract.tcCentavos),
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
  }
}

/** A transaction that does not exist: without what would lead to it or to its billets. */
export function presentPreview(
  view: PurchaseView,
  service: Parameters<typeof presentTransaction>[1],
): Answer<typeof TransactionAnswer> {
  const answer = presentTransaction(view, service)
  return {
    ...answer,
    id: undefined,
    transactionId: undefined,
    downPaymentBillet: answer.downPaymentBillet && withoutLinks(answer.downPaymentBillet),
    installments: answer.installments?.map(withoutLinks),
  }
}

const withoutLinks = (billet: Answer<typeof BilletShape>): Answer<typeof BilletShape> => ({
  ...billet,
  billetDetails: undefined,
  id: '',
  installmentLink: '',
  isPixAvailable: undefined,
  payNumber: '',
  pixCode: undefined,
  reference: undefined,
  registrationStatus: undefined,
})

function presentProduct(
  product: NonNullable<PurchaseView['purchase']['products']>[number],
): Answer<typeof TransactionProduct> {
  const { amount, category, categoryId, id, image, name, seller, url, valueCentavos } = product
  return {
    amount,
    category,
    categoryId,
    id,
    image,
    isCreditCardAvailable: false,
    name,
    seller,
    url,
    value: presentReais(valueCentavos),
  }
}
