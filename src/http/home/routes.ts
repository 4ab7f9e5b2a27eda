import type { FastifyInstance } from 'fastify'
import { BRAND_IMAGES } from '../../brand/images.ts'
import type { HomeFacts } from '../../contract/first-screens.ts'
import { sendShell, type WebAssets } from '../../platform/http/web-assets.ts'

interface HomeApi extends WebAssets {
  readonly isHomologation: boolean
  /** A product whose offer the page shows; absent where there is no demonstration retailer. */
  readonly sample?: HomeFacts['sample'] & { getElementScript(): { file: string; integrity: string } }
}

const config = { public: true }

/** The first address that anybody opens, and the icon that browsers request by themselves. */
export function addHomeRoutes(app: FastifyInstance, api: HomeApi): void {
  const { isHomologation, sample, renderShell, firstScreens } = api
  app.get('/', { config }, (_request, reply) => {
    const hasShop = isHomologation && app.hasRoute({ method: 'GET', url: '/store' })
    // Short, because a new release may link more.
    reply.header('cache-control', 'public, max-age=300')
    const script = sample?.getElementScript()
    const page = renderShell({
      entry: 'home',
      title: 'Crediário: crédito e parcelamento para o varejo',
      description: 'A loja vende em parcelas, com o custo real à vista e cada centavo conferido.',
      content: firstScreens.home({ isHomologation, hasShop, sample }),
      module: script && { path: `/storefront/${script.file}`, integrity: script.integrity },
    })
    return sendShell(reply, page)
  })

  // For people who build pages; no customer is led there, and it tells nothing about an installation.
  app.get('/design', { config }, (_request, reply) =>
    sendShell(reply, renderShell({ entry: 'gallery', title: 'O desenho do Crediário' })),
  )

  for (const { path, type, body } of BRAND_IMAGES)
    app.get(path, { config }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(type).send(body),
    )
}
