import type { Answer } from '../../../contract/presented.ts'
import type { TransferAnswer, TransfersAnswer } from '../../../contract/shop-reports.ts'
import type { readTransfer, searchTransfers } from '../../../domains/shop-reports/index.ts'
import { presentReais } from '../../../kernel/money.ts'

type ListedTransfer = Awaited<ReturnType<typeof searchTransfers>>['transfers'][number]

export const presentListed = (transfer: ListedTransfer): Answer<typeof TransfersAnswer>['data'][number] => ({
  transferId: transfer.id,
  status: transfer.status,
  amount: presentReais(transfer.amountCentavos),
  salesAmount: presentReais(transfer.amountCentavos + transfer.nettedCentavos),
  nettedAmount: presentReais(transfer.nettedCentavos),
  orders: transfer.orders,
  date: transfer.date,
  orderedAt: transfer.orderedAt.toISOString(),
  settledAt: transfer.settledAt?.toISOString(),
  bankReference: transfer.bankReference,
  documentNumber: transfer.documentNumber,
})

export const presentTransfer = ({
  transfer,
  lines,
}: NonNullable<Awaited<ReturnType<typeof readTransfer>>>): Answer<typeof TransferAnswer> => ({
  ...presentListed(transfer),
  lines: lines.map(({ kind, transactionId, orderId, amountCentavos }) => ({
    kind,
    transactionId,
    orderId,
    amount: presentReais(amountCentavos),
  })),
})
