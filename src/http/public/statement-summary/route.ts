import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import type { Answer } from '../../../contract/presented.ts'
import { MAX_SUMMARY_DAYS, SummaryAnswer, SummaryQuery } from '../../../contract/shop-reports.ts'
import { summarizeStatement } from '../../../domains/shop-reports/index.ts'
import { parseStatementDays } from '../../../kernel/parse-days.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentSummary } from './present.ts'

export function addStatementSummaryRoute(app: FastifyInstance, api: App): void {
  app.get<{ Querystring: SummaryQuery }>(
    '/statement/summary',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Add up the statement',
          description:
            'The way from sales to transfers: the lines of the statement of these days, added up by what they are. Opening balance and all sums make the closing balance.',
          answer: SummaryAnswer,
        }),
        security: [{ header: [] }],
        querystring: SummaryQuery,
      },
    },
    async (request): Promise<Answer<typeof SummaryAnswer>> => {
      const days = parseStatementDays(request.query, api.clock.now(), MAX_SUMMARY_DAYS)
      return presentSummary(days, await summarizeStatement(api, getCaller(request).retailerId, days))
    },
  )
}
