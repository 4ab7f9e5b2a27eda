import type { ShellPage } from '../../../platform/http/web-assets.ts'
import { html } from '../markup.ts'

/** The same for everybody, signed in or not: the script fetches what belongs to this device, and takes its place. */
export function presentAccountPage(): ShellPage {
  const { text } = html`<div class="page">
<main class="stack roomy">
<div class="stack stack-tight"><h1>Minha conta</h1>
<p class="soft">Suas compras no crediário: parcelas, boletos, Pix, contrato e tudo o que você pode fazer.</p></div>
<p class="late soft small">Está demorando? <a href="">Recarregue a página</a>.</p>
<noscript><p>Para continuar, ative o JavaScript do navegador.</p></noscript>
</main>
</div>`
  return { entry: 'account', title: 'Minha conta', content: text }
}
