import type { FastifyInstance } from 'fastify'
import { deriveAccent } from '../../brand/accent.ts'
import type { StorePageData } from '../../contract/store.ts'
import { sendShell } from '../../platform/http/web-assets.ts'
import { CATALOGUE, DELIVERY_CENTAVOS, SHOP_NAME } from './catalogue.ts'
import type { Lender } from './lender.ts'
import { findOrder } from './order-store.ts'
import type { StoreContext } from './store-context.ts'

const config = { public: true }

/** The shop's own green: it is a customer of the lender, whose element beside the prices has the lender's colours. */
const STYLE = presentStyle(deriveAccent('#0b6b5d'))

function presentStyle({ light, dark }: ReturnType<typeof deriveAccent>): string {
  const rule = ({ accent, strong, wash, on }: typeof light): string =>
    `:root{--accent:${accent};--accent-strong:${strong};--accent-wash:${wash};--on-accent:${on}}`
  return `${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}`
}

const TITLES: Readonly<Record<string, string>> = {
  '/store': SHOP_NAME,
  '/store/carrinho': 'Carrinho',
  '/store/pagamento': 'Pagamento',
  '/store/pedidos': 'Meus pedidos',
  '/store/sandbox': 'Painel de testes',
}

/** One script draws every page of the shop; the server answers each address with the same shell and its own title. */
export function addStorePages(app: FastifyInstance, context: StoreContext, lender: Lender): void {
  const render = (title: string) =>
    context.renderShell({ entry: 'store', title, content: renderContent(context), style: STYLE })

  for (const [path, title] of Object.entries(TITLES))
    app.get(path, { config }, (_request, reply) => sendShell(reply, render(title)))

  app.get<{ Params: { slug: string } }>('/store/produto/:slug', { config }, (request, reply) => {
    const product = CATALOGUE.find(({ slug }) => slug === request.params.slug)
    return product === undefined
      ? sendShell(reply.code(404), render('Produto não encontrado'))
      : sendShell(reply, render(product.name))
  })

  app.get<{ Params: { orderId: string } }>('/store/pedido/:orderId', { config }, async (request, reply) => {
    const order = await findOrder(context.database, request.params.orderId)
    return order === undefined
      ? sendShell(reply.code(404), render('Pedido não encontrado'))
      : sendShell(reply, render(`Pedido ${order.id}`))
  })

  /** To the lender's page, whose address only the lender keeps. */
  app.get<{ Params: { orderId: string } }>(
    '/store/pedido/:orderId/pagar',
    { config },
    async (request, reply) => {
      const order = await findOrder(context.database, request.params.orderId)
      if (order === undefined) return sendShell(reply.code(404), render('Pedido não encontrado'))
      const { url } = await lender(operations => operations.readPaymentLink(order.linkId))
      // This shop stands on the lender's own origin, which the browser may know by another name than the lender does.
      return reply.redirect(new URL(url).pathname, 303)
    },
  )
}

/** The tag that a retailer pastes, and what the shop sells: no further request is needed before anything is seen. */
function renderContent(context: StoreContext): string {
  const data: StorePageData = {
    shopName: SHOP_NAME,
    publishableKey: context.publishableKey,
    deliveryCentavos: DELIVERY_CENTAVOS,
    products: CATALOGUE,
  }
  const { file, integrity } = context.getElementScript()
  return `<div class="store-loading"><p class="store-brand">${SHOP_NAME}</p><noscript><p>Para comprar, ative o JavaScript do navegador.</p></noscript></div>
<script type="application/json" id="store-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script type="module" crossorigin src="/storefront/${file}" integrity="${integrity}"></script>`
}
