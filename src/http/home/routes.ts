import type { FastifyInstance } from 'fastify'
import { ACCOUNT_PATH } from '../../contract/account.ts'
import { ICON_FILE, type ShellPage, sendShell, type WebAssets } from '../../platform/http/web-assets.ts'
import { html, type Markup } from '../customer/markup.ts'

interface HomeApi extends WebAssets {
  readonly isHomologation: boolean
}

const config = { public: true }

/** The first address that anybody opens, and the icon that browsers request by themselves. */
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

interface HomeFacts {
  readonly isHomologation: boolean
  /** Whether the demonstration shop is served at /store. */
  readonly hasShop: boolean
}

interface Way {
  readonly path: string
  readonly name: string
  readonly purpose: string
}

const SHOP: Way = {
  path: '/store',
  name: 'Loja de demonstração',
  purpose: 'Compre como cliente: do carrinho até o boleto da entrada.',
}
const ACCOUNT: Way = {
  path: ACCOUNT_PATH,
  name: 'Minha conta',
  purpose: 'Onde o cliente vê e paga suas compras, com o CPF e um código.',
}
const REFERENCE: Way = {
  path: '/docs',
  name: 'Referência da API',
  purpose: 'Todas as chamadas, com exemplos que podem ser enviados da própria página.',
}
const DESK: Way = {
  path: '/desk',
  name: 'Mesa de crédito',
  purpose: 'Onde uma pessoa decide o que a análise automática não decide.',
}

/** What is served here and where it begins. In production a stranger learns the name of the service and little else. */
function presentHomePage(facts: HomeFacts): ShellPage {
  const content = facts.isHomologation ? presentHomologation(facts) : presentProduction()
  return { entry: 'home', title: 'Crediário', content: content.text }
}

function presentHomologation({ hasShop }: HomeFacts): Markup {
  const ways = [...(hasShop ? [SHOP] : []), ACCOUNT, REFERENCE, DESK]
  return html`<div class="page">
<header class="brand"><span>Crediário</span> <span class="environment">Homologação</span></header>
<main class="stack roomy">
<div class="stack stack-tight">
<h1>Crédito e parcelamento para o varejo</h1>
<p class="soft">Este é o ambiente de testes: as pessoas são inventadas, nenhuma mensagem é enviada e nenhum dinheiro é movimentado.</p>
</div>
<ul class="ways">
${ways.map(presentWay)}</ul>
<p class="soft small">A chave de API e o acesso à mesa estão no terminal onde o serviço foi iniciado.</p>
</main>
</div>`
}

function presentWay({ path, name, purpose }: Way): Markup {
  return html`<li><a class="card" href="${path}"><strong>${name}</strong> <span class="soft">${purpose}</span></a></li>\n`
}

function presentProduction(): Markup {
  return html`<div class="page">
<header class="brand"><span>Crediário</span></header>
<main class="stack roomy">
<div class="stack stack-tight">
<h1>Crédito e parcelamento para o varejo</h1>
<p class="soft">Para acompanhar ou pagar uma compra, abra a <a href="${ACCOUNT_PATH}">sua conta</a> com o CPF e um código no celular.</p>
</div>
<p class="soft small">Para integrar uma loja: <a href="/docs">referência da API</a>.</p>
</main>
</div>`
}
