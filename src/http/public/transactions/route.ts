import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { ORDER_GROUPS } from '../../../contract/order-groups.ts'
import { TransactionCountsAnswer } from '../../../contract/orders.ts'
import type { Answer } from '../../../contract/presented.ts'
import { TransactionCountsQuery, TransactionsAnswer, TransactionsQuery } from '../../../contract/statement.ts'
import { parseListLength } from '../../../contract/webhooks.ts'
import { countOrders, listAllOrders, searchOrders } from '../../../domains/orders/index.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentListed, writeOrdersCsv } from './present.ts'

export function addTransactionsRoute(app: FastifyInstance, api: App): void {
  app.get<{ Querystring: TransactionsQuery }>(
    '/transactions',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'List transactions',
          description:
            'The newest first, by order, status, group or day of creation, or by whatever people have at hand (`q`). Send `next` as `after` until it is null: a page of a rare status may be short or empty. With `format=csv` everything as a file for spreadsheets.',
          answer: TransactionsAnswer,
          files: ['text/csv'],
        }),
        security: [{ header: [] }],
        querystring: TransactionsQuery,
      },
    },
    async (request, reply) => {
      const { limit, format, ...query } = request.query
      const { retailerId } = getCaller(request)
      if (format === 'csv') {
        const pages = await listAllOrders(api, retailerId, query)
        reply.type('text/csv; charset=utf-8').header('cache-control', 'no-store')
        const day = calendarDateAt(api.clock.now())
        reply.header('content-disposition', `attachment; filename="transactions-${day}.csv"`)
        return reply.send(Readable.from(writeOrdersCsv(pages, { showsMoney: true }), { objectMode: false }))
      }
      const { found, next } = await searchOrders(api, retailerId, query, parseListLength(limit))
      const answer: Answer<typeof TransactionsAnswer> = { data: found.map(presentListed), next }
      return answer
    },
  )
}

export function addTransactionCountsRoute(app: FastifyInstance, api: App): void {
  app.get<{ Querystring: TransactionCountsQuery }>(
    '/transactions/counts',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Count transactions by group',
          description:
            'How many transactions the same filters find in each group, for the choices beside a list. Each transaction is in exactly one group.',
          answer: TransactionCountsAnswer,
        }),
        security: [{ header: [] }],
        querystring: TransactionCountsQuery,
      },
    },
    async (request): Promise<Answer<typeof TransactionCountsAnswer>> =>
      presentCounts(await countOrders(api, getCaller(request).retailerId, request.query)),
  )
}

function presentCounts({
  counts,
  isComplete,
}: Awaited<ReturnType<typeof countOrders>>): Answer<typeof TransactionCountsAnswer> {
  const data = ORDER_GROUPS.map(group => ({ group, count: counts.get(group) ?? 0 }))
  return { data, total: data.reduce((sum, { count }) => sum + count, 0), isComplete }
}
