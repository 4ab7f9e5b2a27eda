import type { OnboardingState } from '../../../contract/onboarding.ts'
import type { ShellPage } from '../../../platform/http/web-assets.ts'
import { html, type Markup } from '../markup.ts'

const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const RATE = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The first screen, readable before any script has arrived; the application takes its place. */
export function presentOnboardingPage(state: OnboardingState): ShellPage {
  return { entry: 'onboarding', title: 'Sua compra no crediário', content: renderSummary(state).text }
}

/**
 * Wrong, outlived and used links look alike: nobody learns which tokens exist. The application is loaded all the same: a device that
 * confirmed the phone still finds its purchase.
 */
export function presentMissingPage(): ShellPage {
  const { text } = html`<section>
<h1>Link não encontrado</h1>
<p>Este link não vale mais ou está incompleto. Abra-o de novo a partir da mensagem que recebeu, ou peça um novo à loja.</p>
</section>`
  return { entry: 'onboarding', title: 'Link não encontrado', content: text }
}

/** What was bought and what it costs: nothing that tells who buys. */
export function renderSummary({ retailerName, products, figures }: OnboardingState): Markup {
  const rows = [
    ['Valor da compra', MONEY.format(figures.purchase)],
    ...(figures.downPayment > 0 ? [['Entrada', MONEY.format(figures.downPayment)] as const] : []),
    ['Parcelas', `${figures.installments} x ${MONEY.format(figures.installmentValue)}`],
    ['Total a pagar', MONEY.format(figures.totalToPay)],
    ['Custo efetivo total (CET)', `${RATE.format(figures.cetPA)}% ao ano`],
  ] as const
  return html`<section>
<p>${retailerName}</p>
<h1>Sua compra parcelada</h1>
<ul>
${products.map(({ name, amount }) => html`<li>${amount} x ${name}</li>\n`)}</ul>
<dl>
${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
</section>
<noscript><p>Para continuar, ative o JavaScript do navegador.</p></noscript>`
}
