import type { FastifyInstance } from 'fastify'
import { findHostedPage, readHostedPage } from '../../../domains/links/index.ts'
import { sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { presentAccentStyle } from '../theme.ts'
import { presentHostedPage } from './present-state.ts'

/**
 * The page behind the link. A browser that comes from a message sends no cookie, so that the page itself shows no more than the link
 * alone may show; what belongs to this device is fetched by the page. Looking at it changes nothing: previews look too.
 */
export function addPayPage(app: FastifyInstance, api: Site): void {
  const askers = createAskers(api)
  app.get<{ Params: { token: string } }>(
    '/pay/:token',
    { config: { public: true } },
    async (request, reply) => {
      const page = await findHostedPage(api, request.params.token, [], askers.read(request))
      if (page === undefined) {
        const content = api.firstScreens.missing(await api.findLenderContact())
        const shell = api.renderShell({ entry: 'pay', title: 'Link não encontrado', content })
        return sendShell(reply.code(404), shell)
      }
      const reading = await readHostedPage(api, page)
      const state = presentHostedPage(reading, {
        now: api.clock.now(),
        publicUrl: api.publicUrl,
        lender: undefined,
      })
      const shell = api.renderShell({
        entry: 'pay',
        title: 'Parcele sua compra no crediário',
        description: `${state.retailerName}: escolha a entrada, as parcelas e o primeiro vencimento, com o custo total à vista.`,
        content: api.firstScreens.pay(state),
        style: presentAccentStyle(reading.theme),
      })
      return sendShell(reply, shell)
    },
  )
}
