import type { FastifyInstance } from 'fastify'
import type { PresentedPreview } from '../../domains/links/index.ts'
import { LruCache } from '../../kernel/lru-cache.ts'
import { createAdmission } from './admit.ts'
import { addConfigRoute } from './config/route.ts'
import { createJudge } from './judge.ts'
import { createQuickPreview } from './preview/quick-preview.ts'
import { addPreviewRoute } from './preview/route.ts'
import { addScriptRoutes } from './scripts/route.ts'
import type { StorefrontApi } from './storefront-api.ts'

/** Some 20 MB of answers at most, and every price of a large shop that anybody looks at. */
const CACHED_PREVIEWS = 4_096
const PREFLIGHT_SECONDS = 7_200

/** What the pages of shops call and load. */
export function addStorefrontRoutes(app: FastifyInstance, api: StorefrontApi): void {
  const context = { ...api, previews: new LruCache<PresentedPreview>(CACHED_PREVIEWS) }
  const judge = createJudge(api)
  const admit = createAdmission(judge, api.unknownKeys)
  addPreviewRoute(app, context, admit)
  app.addQuickRead(createQuickPreview(context, judge))
  addConfigRoute(app, context, admit)
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
