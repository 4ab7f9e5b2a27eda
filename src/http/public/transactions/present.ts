import type { Answer } from '../../../contract/presented.ts'
import type { TransactionsAnswer } from '../../../contract/statement.ts'
import { type FoundTransaction, findTransfer } from '../../../domains/purchases/index.ts'
import { presentReais } from '../../../kernel/money.ts'

export function presentListed(found: FoundTransaction): Answer<typeof TransactionsAnswer>['data'][number] {
  const transferCentavos = findTransfer(found)
  return {
    transactionId: found.id,
    orderId: found.orderId,
    status: found.status,
    step: found.step,
    totalAmount: presentReais(found.totalCentavos),
    financedAmount: presentReais(found.netLoanCentavos),
    downPaymentValue: presentReais(found.downPaymentCentavos),
    createdAt: found.createdAt.toISOString(),
    transferValue: transferCentavos === undefined ? undefined : presentReais(transferCentavos),
    transferedAt: found.transferedAt?.toISOString(),
    refundStatus: found.refundStatus,
    renegotiates: found.renegotiates,
    renegotiatedBy: found.renegotiatedBy,
  }
}
