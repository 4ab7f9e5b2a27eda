import type { FastifyInstance } from 'fastify'
import { findHostedPage, readHostedPage } from '../../../domains/links/index.ts'
import { sendShell } from '../../../platform/http/web-assets.ts'
import { createAskers } from '../askers.ts'
import { html } from '../markup.ts'
import { presentAccentStyle } from '../theme/present-theme.ts'
import { presentPayPage } from './first-screen.ts'
import { presentHostedPage } from './present-state.ts'
import type { PayApi } from './routes.ts'

/**
 * The page behind the link. A browser that comes from a message sends no cookie, so that the page itself shows no more than the link
 * alone may show; what belongs to this device is fetched by the page. Looking at it changes nothing: previews look too.
 */
export function addPayPage(app: FastifyInstance, api: PayApi): void {
  const askers = createAskers(api)
  app.get<{ Params: { token: string } }>(
    '/pay/:token',
    { config: { public: true } },
    async (request, reply) => {
      const page = await findHostedPage(api, request.params.token, [], askers.read(request))
      if (page === undefined) return sendShell(reply.code(404), api.renderShell(presentMissingPayPage()))
      const reading = await readHostedPage(api, page)
      const { shipping, description, products, shopLogo, ...state } = presentHostedPage(reading, {
        now: api.clock.now(),
        publicUrl: api.publicUrl,
        lender: undefined,
      })
      const shown = {
        screen: state.screen,
        retailerName: state.retailerName,
        orderId: state.orderId,
        amount: state.amount,
        ...(shipping === undefined ? {} : { shipping }),
        ...(description === undefined ? {} : { description }),
        ...(products === undefined ? {} : { products }),
        ...(shopLogo === undefined ? {} : { shopLogo }),
      }
      return sendShell(reply, api.renderShell(presentPayPage(shown, presentAccentStyle(reading.theme))))
    },
  )
}

/** Wrong and outlived links look alike: nobody learns which tokens exist. */
function presentMissingPayPage() {
  const { text } = html`<div class="page"><main class="stack roomy"><div class="stack stack-tight">
<h1>Link não encontrado</h1>
<p class="soft">O link pode estar incompleto ou não valer mais. Abra de novo o link da mensagem que você recebeu, ou peça outro para a loja.</p>
</div></main></div>`
  return { entry: 'pay', title: 'Link não encontrado', content: text } as const
}
