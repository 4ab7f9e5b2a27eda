import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../contract/presented.ts'
import { BankAnswer, BankRequest } from '../../contract/sandbox.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addBankRoutes(app: FastifyInstance, { bankBehaviours }: SandboxApp): void {
  app.get(
    '/sandbox/bank',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Read how the bank behaves',
        description: 'How the invented bank treats billets, Pix charges and payouts of this retailer.',
        answer: BankAnswer,
      }),
    },
    async (request): Promise<Answer<typeof BankAnswer>> => bankBehaviours.get(getCaller(request).retailerId),
  )

  app.post<{ Body: BankRequest }>(
    '/sandbox/bank',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Make the bank misbehave',
        description:
          'Makes the invented bank lose, repeat, delay or reorder webhooks, fail, be slow, or reject, for this retailer only. The body is the whole behaviour: whatever it leaves out is as with a well-behaved bank, so `{}` restores that.',
        body: BankRequest,
        answer: BankAnswer,
      }),
    },
    async (request, reply): Promise<Answer<typeof BankAnswer>> =>
      bankBehaviours.replace(
        getCaller(request).retailerId,
        request.body,
        rememberAnswer(request, reply, behaviour => behaviour),
      ),
  )
}
