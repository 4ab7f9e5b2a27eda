import type { FastifyInstance } from 'fastify'
import { createAdmission } from './admit.ts'
import { addConfigRoute } from './config/route.ts'
import { createJudge } from './judge.ts'
import { createQuickPreview } from './preview/quick-preview.ts'
import { addPreviewRoute } from './preview/route.ts'
import { addScriptRoutes } from './scripts/route.ts'
import type { StorefrontApi } from './storefront-api.ts'

const PREFLIGHT_SECONDS = 7_200

/** What the pages of shops call and load. */
export function addStorefrontRoutes(app: FastifyInstance, api: StorefrontApi): void {
  const judge = createJudge(api)
  const admit = createAdmission(judge, api.unknownKeys)
  addPreviewRoute(app, api, admit)
  app.addQuickRead(createQuickPreview(api, judge))
  addConfigRoute(app, api, admit)
  for (const path of ['/storefront/preview', '/storefront/config'])
    app.options(path, { config: { public: true }, onRequest: admit }, (_request, reply) =>
      reply
        .headers({
          allow: 'GET, HEAD, OPTIONS',
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .code(204)
        .send(),
    )
  addScriptRoutes(app, api.scripts)
}
