import type { PurchaseView } from '../../../flows/purchase/read-purchase.ts'
import { presentReais } from '../../../kernel/money.ts'
import type { PurchaseProduct } from '../../../modules/transactions/index.ts'
import { presentBillet } from '../present-billet.ts'

export function presentTransaction(view: PurchaseView, publicUrl: string) {
  const { purchase, downPaymentBillet, installments, account } = view
  const { contract, products } = purchase
  return {
    ...(purchase.canceledAt && { canceledAt: purchase.canceledAt.toISOString() }),
    cancelReason: purchase.cancelReason,
    downPayment: purchase.downPaymentCentavos > 0,
    ...(downPaymentBillet && { downPaymentBillet: presentBillet(downPaymentBillet, account, publicUrl) }),
    downPaymentValue: presentReais(purchase.downPaymentCentavos),
    financedAmount: presentReais(purchase.netLoanCentavos),
    id: purchase.id,
    installments: installments.map(billet => presentBillet(billet, account, publicUrl)),
    interestRatePA: contract.interestRatePA,
    interestRatePM: contract.interestRatePM,
    numberOfInstallments: contract.numberOfInstallments,
    paymentInstallments: presentReais(contract.installmentCentavos),
    ...(products && { products: products.map(presentProduct) }),
    status: purchase.status,
    step: purchase.step,
    transactionId: purchase.id,
    ...(purchase.transferedAt && { transferedAt: purchase.transferedAt.toISOString() }),
    ...(purchase.transferCentavos !== undefined && {
      transferValue: presentReais(purchase.transferCentavos),
    }),
    totalAmount: presentReais(contract.totalCentavos),
    totalIof: presentReais(contract.totalIofCentavos),
    tcValue: presentReais(contract.tcCentavos),
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
  }
}

function presentProduct(product: PurchaseProduct) {
  const { valueCentavos, ...fields } = product
  return { ...fields, value: presentReais(valueCentavos), isCreditCardAvailable: false }
}
