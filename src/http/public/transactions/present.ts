import type { Answer } from '../../../contract/presented.ts'
import type { TransactionsAnswer } from '../../../contract/statement.ts'
import type { FoundOrder } from '../../../domains/orders/index.ts'
import { presentReais } from '../../../kernel/money.ts'
import { defuse, writeAmount, writeRow } from '../../csv.ts'

export function presentListed(found: FoundOrder): Answer<typeof TransactionsAnswer>['data'][number] {
  const { transferCentavos } = found
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

/** The columns of a file for spreadsheets, with those that have amounts apart: not everybody may see them. */
interface Column {
  readonly name: string
  readonly isMoney?: boolean
  readonly write: (found: FoundOrder) => string
}

const COLUMNS: readonly Column[] = [
  { name: 'transactionId', write: ({ id }) => id },
  { name: 'orderId', write: ({ orderId }) => defuse(orderId) },
  { name: 'group', write: ({ group }) => group },
  { name: 'status', write: ({ status }) => status },
  { name: 'step', write: ({ step }) => step },
  { name: 'createdAt', write: ({ createdAt }) => createdAt.toISOString() },
  { name: 'totalAmount', isMoney: true, write: ({ totalCentavos }) => writeAmount(totalCentavos) },
  { name: 'financedAmount', isMoney: true, write: ({ netLoanCentavos }) => writeAmount(netLoanCentavos) },
  {
    name: 'downPaymentValue',
    isMoney: true,
    write: ({ downPaymentCentavos }) => writeAmount(downPaymentCentavos),
  },
  {
    name: 'transferValue',
    isMoney: true,
    write: ({ transferCentavos }) => (transferCentavos === undefined ? '' : writeAmount(transferCentavos)),
  },
  { name: 'transferedAt', write: ({ transferedAt }) => transferedAt?.toISOString() ?? '' },
  { name: 'refundStatus', write: ({ refundStatus }) => refundStatus ?? '' },
  { name: 'renegotiates', write: ({ renegotiates }) => renegotiates ?? '' },
  { name: 'renegotiatedBy', write: ({ renegotiatedBy }) => renegotiatedBy ?? '' },
]

/** Page by page, so that the largest shop needs no more memory than a small one. */
export async function* writeOrdersCsv(
  pages: AsyncIterable<readonly FoundOrder[]>,
  { showsMoney }: { readonly showsMoney: boolean },
): AsyncGenerator<string, void> {
  const columns = COLUMNS.filter(({ isMoney }) => showsMoney || !isMoney)
  yield writeRow(columns.map(({ name }) => name))
  for await (const page of pages)
    yield page.map(found => writeRow(columns.map(({ write }) => write(found)))).join('')
}
