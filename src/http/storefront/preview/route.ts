import type { FastifyInstance } from 'fastify'
import { PreviewAnswer, PreviewQuery } from '../../../contract/storefront.ts'
import { type PreviewContext, previewOffer } from '../../../domains/links/index.ts'
import { parseWrittenReais } from '../../../kernel/money.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import type { Admit } from '../admit.ts'
import { describeStorefrontRead } from '../describe-storefront-route.ts'
import { MAX_AGE_SECONDS, sendCacheable } from '../send-cacheable.ts'
import { presentPreview } from './present.ts'

export function addPreviewRoute(app: FastifyInstance, context: PreviewContext, admit: Admit): void {
  app.get<{ Querystring: PreviewQuery }>(
    '/storefront/preview',
    {
      config: { public: true },
      onRequest: admit,
      schema: describeStorefrontRead({
        summary: 'Show what a price costs in installments',
        description:
          'For a shop’s page, with the publishable key; it names no person. The figures are those of the standard conditions: a first contract under the highest limit, as /options would offer it today. Outside of the accepted range, or where the shop shows no offers, the answer is `{"showScript": false}`. May be cached for five minutes.',
        querystring: PreviewQuery,
        answer: PreviewAnswer,
      }),
    },
    async (request, reply) => {
      const { retailerId } = getCaller(request)
      const totalCentavos = parseWrittenReais(request.query.total)
      const { presented, secondsLeft } = await previewOffer(
        context,
        { retailerId, totalCentavos },
        presentPreview,
      )
      return sendCacheable(request, reply, presented, Math.min(MAX_AGE_SECONDS, secondsLeft))
    },
  )
}
