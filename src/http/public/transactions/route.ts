import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import type { Answer } from '../../../contract/presented.ts'
import { TransactionsAnswer, TransactionsQuery } from '../../../contract/statement.ts'
import { parseListLength } from '../../../contract/webhooks.ts'
import { searchTransactions } from '../../../domains/purchases/index.ts'
import { presentReais } from '../../../kernel/money.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'

export function addTransactionsRoute(app: FastifyInstance, { database }: App): void {
  app.get<{ Querystring: TransactionsQuery }>(
    '/transactions',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'List transactions',
          description:
            'The newest first, by order, status or day of creation. Send `next` as `after` until it is null: a page of a rare status may be short or empty.',
          answer: TransactionsAnswer,
        }),
        security: [{ header: [] }],
        querystring: TransactionsQuery,
      },
    },
    async (request): Promise<Answer<typeof TransactionsAnswer>> => {
      const { limit, ...query } = request.query
      const { retailerId } = getCaller(request)
      const { found, next } = await searchTransactions(database, retailerId, query, parseListLength(limit))
      return { data: found.map(presentListed), next }
    },
  )
}

type Found = Awaited<ReturnType<typeof searchTransactions>>['found'][number]

function presentListed(found: Found): Answer<typeof TransactionsAnswer>['data'][number] {
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
