import type { FastifyInstance } from 'fastify'
import { StorefrontConfigAnswer, StorefrontQuery } from '../../../contract/storefront.ts'
import { type PreviewContext, readStorefront, type StorefrontSettings } from '../../../domains/links/index.ts'
import { presentReais } from '../../../kernel/money.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { computeEtag } from '../../../platform/http/storefront-files.ts'
import type { Admit } from '../admit.ts'
import { describeStorefrontRead } from '../describe-storefront-route.ts'
import { MAX_AGE_SECONDS, sendCacheable } from '../send-cacheable.ts'

export function addConfigRoute(app: FastifyInstance, context: PreviewContext, admit: Admit): void {
  app.get(
    '/storefront/config',
    {
      config: { public: true },
      onRequest: admit,
      schema: describeStorefrontRead({
        summary: 'Read what a script in a shop’s page needs',
        description:
          'The shop’s name, whether it shows offers, and which prices can be financed. With the publishable key.',
        querystring: StorefrontQuery,
        answer: StorefrontConfigAnswer,
      }),
    },
    async (request, reply) => {
      const body = presentSettings(await readStorefront(context, getCaller(request).retailerId))
      return sendCacheable(request, reply, { body, etag: computeEtag(body) }, MAX_AGE_SECONDS)
    },
  )
}

function presentSettings({
  showsScript,
  name,
  minTotalCentavos,
  maxTotalCentavos,
}: StorefrontSettings): string {
  const answer = {
    showScript: showsScript,
    name,
    minTotal: presentReais(minTotalCentavos),
    maxTotal: presentReais(maxTotalCentavos),
  }
  return JSON.stringify(answer)
}
