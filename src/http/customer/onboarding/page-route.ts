import type { FastifyInstance } from 'fastify'
import type { OnboardingFigures, OnboardingState } from '../../../contract/onboarding.ts'
import type { Presented } from '../../../contract/presented.ts'
import { findShopUrl } from '../../../domains/links/index.ts'
import { findOnboarding, readOnboarding } from '../../../domains/onboarding/index.ts'
import { type ShellPage, sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { html, type Markup } from '../markup.ts'
import { presentAccentStyle, presentShopName } from '../theme/present-theme.ts'
import { presentState } from './present-state.ts'

/**
 * The page behind the link. A browser that comes from a message sends no cookie, so the page shows only what the link
 * alone may show, and then fetches what belongs to this device.
 */
export function addOnboardingPage(app: FastifyInstance, api: Site): void {
  const askers = createAskers(api)
  app.get<{ Params: { token: string } }>(
    '/onboarding/:token',
    { config: { public: true } },
    async (request, reply) => {
      const view = await findOnboarding(api, request.params.token, [], askers.read(request))
      if (view === undefined) return sendShell(reply.code(404), api.renderShell(presentMissingPage()))
      const reading = await readOnboarding(api, view, findShopUrl)
      const state = presentState(reading, {
        now: api.clock.now(),
        publicUrl: api.publicUrl,
        lender: undefined,
      })
      return sendShell(
        reply,
        api.renderShell(presentOnboardingPage(state, presentAccentStyle(reading.theme))),
      )
    },
  )
}

/** The first screen, readable before any script has loaded; the application replaces it. */
function presentOnboardingPage(state: Presented<OnboardingState>, style: string | undefined): ShellPage {
  const title = state.renegotiates === undefined ? 'Sua compra no crediário' : 'Seu acordo no crediário'
  return { entry: 'onboarding', title, content: renderFirstScreen(state).text, style }
}

/**
 * Wrong, expired and used links look the same, so that nobody learns which tokens exist. The application is still
 * loaded, because a device that confirmed the phone finds its purchase.
 */
function presentMissingPage(): ShellPage {
  const { text } = html`<div class="page"><main class="stack roomy"><div class="stack stack-tight">
<h1>Link não encontrado</h1>
<p class="soft">O link pode estar incompleto ou não valer mais. Abra de novo o link da mensagem que você recebeu, ou peça outro para a loja.</p>
</div></main></div>`
  return { entry: 'onboarding', title: 'Link não encontrado', content: text }
}

type Row = readonly [name: string, value: string | Markup, isStrong?: 'strong']

const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const RATE = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const DAY_AND_MONTH = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/**
 * What was bought and what it costs, without personal data. It looks like the first screen of `web/onboarding`, which
 * replaces it without a visible jump. A slow phone shows it seconds before the script has loaded.
 */
function renderFirstScreen({
  step,
  retailerName,
  shopLogo,
  orderId,
  renegotiates,
  products,
  figures,
}: Pick<
  Presented<OnboardingState>,
  'step' | 'retailerName' | 'shopLogo' | 'orderId' | 'renegotiates' | 'products' | 'figures'
>): Markup {
  const isAgreement = renegotiates !== undefined
  const order = isAgreement ? `acordo sobre o pedido ${renegotiates.orderId}` : `pedido ${orderId}`
  const title = isAgreement ? 'Seu acordo' : step === 'WAITING' ? 'Confira sua compra' : 'Sua compra'
  return html`<div class="page">
<header class="stack stack-tight"><p class="shop">${presentShopName(retailerName, shopLogo)} <span class="soft">${order}</span></p>${step === 'WAITING' ? PROGRESS : undefined}</header>
<main class="stack roomy">
<div class="stack stack-tight"><h1>${title}</h1>
${step === 'WAITING' ? html`<p class="soft">Seu crédito foi aprovado. Veja os valores e, se estiver tudo certo, continue.</p>` : undefined}</div>
${isAgreement ? undefined : renderCard('O que você comprou', renderRows(listProducts(products, figures)))}
${renderCard('Como você paga', renderPayment(figures))}
${renderCard('Quanto custa o crédito', html`${renderRows(listCosts(figures))}<p class="soft small">O CET soma juros, imposto, tarifas e seguro: compare por ele.</p>`)}
<p class="late soft small">Está demorando? <a href="">Recarregue a página</a>.</p>
<noscript><p>Para continuar, ative o JavaScript do navegador.</p></noscript>
</main>
</div>`
}

const PROGRESS = html`<div class="stack stack-tight"><p class="soft small">Carregando…</p><div class="steps" aria-hidden="true"><i></i></div></div>`

function renderCard(title: string, content: Markup): Markup {
  return html`<section class="card stack"><h2>${title}</h2>${content}</section>`
}

function renderRows(rows: readonly Row[]): Markup {
  return html`<dl class="figures">${rows.map(
    ([name, value, mark]) => html`<div class="${mark ?? ''}"><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

function listProducts(products: OnboardingState['products'], figures: OnboardingFigures): Row[] {
  const rows: Row[] = products.map(({ name, amount, value }) => [
    amount === 1 ? name : `${amount} × ${name}`,
    MONEY.format(value * amount),
  ])
  if (figures.shipping > 0) rows.push(['Entrega', MONEY.format(figures.shipping)])
  return [...rows, ['Preço à vista', MONEY.format(figures.purchase), 'strong']]
}

function renderPayment(figures: OnboardingFigures): Markup {
  const { downPayment, installments } = figures
  const entry = MONEY.format(downPayment)
  const rows: Row[] = downPayment > 0 ? [['Entrada', entry]] : []
  rows.push(
    [`${installments} parcelas`, MONEY.format(figures.total)],
    ['Total a pagar', MONEY.format(figures.totalToPay), 'strong'],
  )
  const first = DAY_AND_MONTH.format(Date.parse(figures.firstDueDate))
  return html`<p class="headline">${downPayment > 0 ? html`<span class="soft">${entry} de entrada e</span>` : undefined}<strong>${installments}× de ${MONEY.format(figures.installmentValue)}</strong><span class="soft">primeira parcela em ${first}</span></p>
${renderRows(rows)}
<details><summary>Datas das parcelas</summary>${renderRows(
    figures.dueDates.map((date, index): Row => {
      const written = date.split('-').toReversed().join('/')
      return [`${index + 1}ª em ${written}`, MONEY.format(figures.installmentValue)]
    }),
  )}</details>`
}

function listCosts(figures: OnboardingFigures): Row[] {
  const { tc, insurancePremium } = figures
  const rows: Row[] = [['Valor financiado', MONEY.format(figures.financed)]]
  if (tc > 0) rows.push(['Tarifa de cadastro', MONEY.format(tc)])
  if (insurancePremium > 0) rows.push(['Seguro', MONEY.format(insurancePremium)])
  return [
    ...rows,
    ['Imposto (IOF)', MONEY.format(figures.iof)],
    ['Total emprestado', MONEY.format(figures.principal)],
    ['Juros', MONEY.format(figures.total - figures.principal)],
    ['Taxa de juros', renderRate(figures.interestPM, figures.interestPA)],
    ['Custo Efetivo Total (CET)', renderRate(figures.cetPM, figures.cetPA), 'strong'],
  ]
}

function renderRate(perMonth: number, perYear: number): Markup {
  return html`${RATE.format(perMonth)}% ao mês<span class="hint">${RATE.format(perYear)}% ao ano</span>`
}
