import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { StatementAnswer, StatementQuery } from '../../../contract/statement.ts'
import { readStatement } from '../../../domains/payouts/index.ts'
import { parseStatementDays } from '../../../kernel/parse-days.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { writeCsv, writeJson } from './write-statement.ts'

export function addStatementRoute(app: FastifyInstance, { database, clock }: App): void {
  app.get<{ Querystring: StatementQuery }>(
    '/statement',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Read the statement',
          description:
            'What lender and retailer owe each other: every sale, cancellation and transfer, with the balance after it. Opening balance and all amounts make the closing balance. Days that are over never change. With `format=csv` a file for spreadsheets.',
          answer: StatementAnswer,
        }),
        security: [{ header: [] }],
        querystring: StatementQuery,
      },
    },
    async (request, reply) => {
      const days = parseStatementDays(request.query, clock.now())
      const statement = await readStatement(database, getCaller(request).retailerId, days)
      reply.header('cache-control', 'no-store')
      if (request.query.format !== 'csv') {
        reply.type('application/json; charset=utf-8')
        return reply.send(Readable.from(writeJson(days, statement), { objectMode: false }))
      }
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="statement-${days.from}-${days.to}.csv"`)
      return reply.send(Readable.from(writeCsv(days, statement), { objectMode: false }))
    },
  )
}
