import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import type { Answer } from '../../../contract/presented.ts'
import { BalanceAnswer } from '../../../contract/shop-reports.ts'
import { readBalance } from '../../../domains/shop-reports/index.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentBalance } from './present.ts'

export function addBalanceRoute(app: FastifyInstance, api: App): void {
  app.get(
    '/balance',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Read the balance',
          description:
            'What the lender owes the retailer now, the next transfer, and a calendar of what comes when: each sale has a day, or a reason why it has none yet.',
          answer: BalanceAnswer,
        }),
        security: [{ header: [] }],
      },
    },
    async (request): Promise<Answer<typeof BalanceAnswer>> =>
      presentBalance(await readBalance(api, getCaller(request).retailerId)),
  )
}
