import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { StorefrontConfigAnswer, StorefrontQuery } from '../../../contract/storefront.ts'
import { readStorefront } from '../../../domains/links/index.ts'
import { presentReais } from '../../../kernel/money.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { computeEtag } from '../../../platform/http/storefront-files.ts'
import type { Admit } from '../admit.ts'
import { describeStorefrontRead } from '../describe-storefront-route.ts'
import { MAX_AGE_SECONDS, sendCacheable } from '../send-cacheable.ts'

export function addConfigRoute(server: FastifyInstance, app: App, admit: Admit): void {
  server.get(
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
      const settings = await readStorefront(app, getCaller(request).retailerId)
      const body = JSON.stringify({
        showScript: settings.showsScript,
        name: settings.name,
        minTotal: presentReais(settings.minTotalCentavos),
        maxTotal: presentReais(settings.maxTotalCentavos),
      })
      return sendCacheable(request, reply, { body, etag: computeEtag(body) }, MAX_AGE_SECONDS)
    },
  )
}
