import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../contract/presented.ts'
import { ResetAnswer } from '../../contract/sandbox.ts'
import { KeyOnlyRequest } from '../../contract/transaction.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { type ResetOutcome, resetRetailer } from '../reset-retailer.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addResetRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post(
    '/sandbox/reset',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Start over',
        description:
          'Cancels every active purchase of this retailer (refunds, billets and events follow as after `/cancel`), deletes its payment links, restores its bank’s normal behaviour (`/sandbox/bank`) and frees its people: attempts are forgotten, and everybody may be given again. Nothing of another retailer changes, nor does the clock. Takes at most some seconds: call again until `done` is true.',
        body: KeyOnlyRequest,
        answer: ResetAnswer,
      }),
    },
    async (request, reply) => {
      const { retailerId, keyId } = getCaller(request)
      const command = { retailerId, evidence: { keyId, trackId: request.id } }
      return present(await resetRetailer(api, command, rememberAnswer(request, reply, present)))
    },
  )
}

const present = (outcome: ResetOutcome): Answer<typeof ResetAnswer> => outcome
