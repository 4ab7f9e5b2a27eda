import type { FastifyInstance } from 'fastify'
import type { HostedPageState } from '../../../contract/hosted-page.ts'
import { findHostedPage, readHostedPage } from '../../../domains/links/index.ts'
import { type ShellPage, sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { html, type Markup } from '../markup.ts'
import { presentAccentStyle, presentShopName } from '../theme/present-theme.ts'
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

/** Wrong and expired links look alike: nobody learns which tokens exist. */
function presentMissingPayPage() {
  const { text } = html`<div class="page"><main class="stack roomy"><div class="stack stack-tight">
<h1>Link não encontrado</h1>
<p class="soft">O link pode estar incompleto ou não valer mais. Abra de novo o link da mensagem que você recebeu, ou peça outro para a loja.</p>
</div></main></div>`
  return { entry: 'pay', title: 'Link não encontrado', content: text } as const
}

const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

type Shown = Pick<
  HostedPageState,
  'screen' | 'retailerName' | 'shopLogo' | 'orderId' | 'amount' | 'shipping' | 'description' | 'products'
>

/** What is bought and from whom, readable before any script has arrived; the application takes its place. */
function presentPayPage(state: Shown, style: string | undefined): ShellPage {
  const title = 'Parcele sua compra no crediário'
  return { entry: 'pay', title, content: renderFirstScreen(state).text, style }
}

/** Drawn like the first screen of `web/pay`, which takes its place without a jump. It shows nothing about the buyer. */
function renderFirstScreen({
  screen,
  retailerName,
  shopLogo,
  orderId,
  description,
  ...purchase
}: Shown): Markup {
  const isFirst = screen === 'who'
  return html`<div class="page">
<header class="stack stack-tight"><p class="shop">${presentShopName(retailerName, shopLogo)} <span class="soft">pedido ${orderId}</span></p>${isFirst ? PROGRESS : undefined}</header>
<main class="stack roomy">
<div class="stack stack-tight"><h1>${isFirst ? 'Parcele sua compra no crediário' : 'Sua compra'}</h1>
${isFirst ? html`<p class="soft">Informe seus dados, confirme seu celular e veja as parcelas. Você só decide no final.</p>` : undefined}</div>
<section class="card stack"><h2>Sua compra em ${retailerName}</h2>
${description === undefined ? undefined : html`<p>${description}</p>`}
<dl class="figures">${renderProducts(purchase)}<div class="strong"><dt>Preço à vista</dt><dd>${MONEY.format(purchase.amount)}</dd></div></dl></section>
<p class="late soft small">Está demorando? <a href="">Recarregue a página</a>.</p>
<noscript><p>Para continuar, ative o JavaScript do navegador.</p></noscript>
</main>
</div>`
}

const PROGRESS = html`<div class="stack stack-tight"><p class="soft small">Carregando…</p><div class="steps" aria-hidden="true"><i></i></div></div>`

function renderProducts({ products = [], shipping = 0 }: Pick<Shown, 'products' | 'shipping'>): Markup[] {
  const rows = products.map(({ name, amount, value }) =>
    renderRow(amount === 1 ? name : `${amount} × ${name}`, value * amount),
  )
  return shipping > 0 ? [...rows, renderRow('Entrega', shipping)] : rows
}

function renderRow(name: string, reais: number): Markup {
  return html`<div class=""><dt>${name}</dt><dd>${MONEY.format(reais)}</dd></div>`
}
