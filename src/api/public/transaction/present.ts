import type { Answer } from '../../../contract/presented.ts'
import type { TransactionAnswer, TransactionProduct } from '../../../contract/transaction.ts'
import type { PurchaseView } from '../../../flows/purchase/read-purchase.ts'
import { presentReais } from '../../../kernel/money.ts'
import { findTransfer, type PurchaseProduct } from '../../../modules/transactions/index.ts'
import { presentBillet } from '../present-billet.ts'

export function presentTransaction(view: PurchaseView, publicUrl: string): Answer<typeof TransactionAnswer> {
  const { purchase, downPaymentBillet, installments, account, refunds } = view
  const { contract, products } = purchase
  const transferCentavos = findTransfer(purchase)
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
    paymentInstallments: presentReais(contract.installmentCentavos),
    products: products?.map(presentProduct),
    refundedAt: refunds?.refundedAt?.toISOString(),
    refundStatus: refunds?.status,
    refundValue: refunds && presentReais(refunds.valueCentavos),
    releaseDate: purchase.completedAt && purchase.contractDate,
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

function presentProduct(product: PurchaseProduct): Answer<typeof TransactionProduct> {
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
