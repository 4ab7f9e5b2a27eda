import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import type { Answer } from '../../../contract/presented.ts'
import { FiguresAnswer, FiguresQuery } from '../../../contract/shop-reports.ts'
import { readFigures } from '../../../domains/shop-reports/index.ts'
import { parseStatementDays } from '../../../kernel/parse-days.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentFigures } from './present.ts'

export function addFiguresRoute(app: FastifyInstance, api: App): void {
  app.get<{ Querystring: FiguresQuery }>(
    '/figures',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Read figures by day',
          description:
            'How many purchases were begun, approved and sold, and what was transferred, by day in São Paulo. A day that is over changes only when a transfer of it comes back.',
          answer: FiguresAnswer,
        }),
        security: [{ header: [] }],
        querystring: FiguresQuery,
      },
    },
    async (request): Promise<Answer<typeof FiguresAnswer>> => {
      const days = parseStatementDays(request.query, api.clock.now())
      return presentFigures(days, await readFigures(api, getCaller(request).retailerId, days))
    },
  )
}
