import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { PlayAnswer, PlayRequest } from '../../contract/sandbox.ts'
import { cancelPurchase, type Purchase } from '../../domains/purchases/index.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { playCustomer } from '../play-customer.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addPlayRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post<{ Params: { transactionId: string }; Body: PlayRequest }>(
    '/sandbox/transaction/:transactionId/onboarding',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Play the customer',
        description:
          'Goes through the onboarding with the operations that the pages use, until the step is reached or nothing more can be played: an unpaid down payment stops at ENTRY. With `action: "CANCEL"` the customer gives up.',
        body: PlayRequest,
        answer: PlayAnswer,
        refusals: { 404: 'Transaction not found' },
      }),
    },
    async (request, reply) => {
      const { retailerId } = getCaller(request)
      const { transactionId } = request.params
      const { until, action, acceptInsurance = false } = request.body
      if (until === undefined && action === undefined) throw missingParameters(['until'])
      if (until !== undefined && action !== undefined)
        throw invalidParameter('action', 'cannot be combined with until')
      const remember = rememberAnswer(request, reply, presentPlayed)
      // Playing until a step is many transactions, and a repetition goes on where the last one stopped.
      const purchase =
        until === undefined
          ? await cancelPurchase(api, { retailerId, transactionId, by: 'customer' }, remember)
          : await playCustomer(api, { retailerId, transactionId, until, acceptInsurance, ip: request.ip })
      if (purchase === undefined) throw new RequestError('transaction_not_found')
      return presentPlayed(purchase)
    },
  )
}

export const presentPlayed = ({ id, status, step }: Purchase): Answer<typeof PlayAnswer> => ({
  transactionId: id,
  status,
  step,
})
