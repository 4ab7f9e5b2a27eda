import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { PreApproveAnswer, PreApproveRequest } from '../../../contract/pre-approve.ts'
import { type CreditAssessment, preApprove } from '../../../domains/quoting/index.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { answerOnce } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { JsonBytes } from '../../json-bytes.ts'
import { writeCredit } from '../present-credit.ts'

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

/** Reused by every response: writing is synchronous, so two responses never share it. */
const json = new JsonBytes()

function presentPreApproval(assessment: CreditAssessment): Buffer {
  json.clear()
  json.text('{')
  writeCredit(json, assessment, false)
  json.text('}')
  return json.take()
}
