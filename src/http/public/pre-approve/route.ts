import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { PreApproveAnswer, PreApproveRequest } from '../../../contract/pre-approve.ts'
import { preApprove } from '../../../domains/quoting/index.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { answerOnce } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentPreApproval } from './present.ts'

export function addPreApproveRoute(server: FastifyInstance, app: App): void {
  server.post<{ Body: PreApproveRequest }>(
    '/preApprove',
    {
      config: { scope: 'preapproval' },
      schema: describeRoute({
        tag: 'Credit',
        summary: 'Ask for a credit check of a customer',
        description:
          'Answers whether the customer may buy in installments and what they could buy. A refusal is a normal answer (200) with `result` and `refusalReason`.',
        body: PreApproveRequest,
        answer: PreApproveAnswer,
      }),
    },
    (request, reply) =>
      preApprove(
        app,
        { trackId: request.id, retailerId: getCaller(request).retailerId, request: request.body },
        answerOnce(request, reply, presentPreApproval),
      ),
  )
}
