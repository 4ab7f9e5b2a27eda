import type { FastifyInstance } from 'fastify'
import { ICON_FILE, sendShell, type WebAssets } from '../../platform/http/web-assets.ts'
import { presentHomePage } from './present-home.ts'

export interface HomeApi extends WebAssets {
  readonly isHomologation: boolean
}

const config = { public: true }

/** The first address that anybody opens, and the icon that browsers ask for unasked. */
export function addHomeRoutes(app: FastifyInstance, { isHomologation, renderShell }: HomeApi): void {
  app.get('/', { config }, (_request, reply) => {
    const hasShop = isHomologation && app.hasRoute({ method: 'GET', url: '/store' })
    // Short, because a new release may link more.
    reply.header('cache-control', 'public, max-age=300')
    return sendShell(reply, renderShell(presentHomePage({ isHomologation, hasShop })))
  })

  // For people who build pages; no customer is led there.
  if (isHomologation)
    app.get('/design', { config }, (_request, reply) =>
      sendShell(reply, renderShell({ entry: 'gallery', title: 'Peças das páginas' })),
    )

  app.get('/favicon.ico', { config }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/x-icon').send(ICON_FILE),
  )
}
