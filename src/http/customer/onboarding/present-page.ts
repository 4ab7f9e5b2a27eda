import type { OnboardingState } from '../../../contract/onboarding.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { ShellPage } from '../../../platform/http/web-assets.ts'
import { html } from '../markup.ts'
import { renderFirstScreen } from './first-screen.ts'

/** The first screen, readable before any script has loaded; the application replaces it. */
export function presentOnboardingPage(
  state: Presented<OnboardingState>,
  style: string | undefined,
): ShellPage {
  const title = state.renegotiates === undefined ? 'Sua compra no crediário' : 'Seu acordo no crediário'
  return { entry: 'onboarding', title, content: renderFirstScreen(state).text, style }
}

/**
 * Wrong, expired and used links look the same, so that nobody learns which tokens exist. The application is still
 * loaded, because a device that confirmed the phone finds its purchase.
 */
export function presentMissingPage(): ShellPage {
  const { text } = html`<div class="page"><main class="stack roomy"><div class="stack stack-tight">
<h1>Link não encontrado</h1>
<p class="soft">O link pode estar incompleto ou não valer mais. Abra de novo o link da mensagem que você recebeu, ou peça outro para a loja.</p>
</div></main></div>`
  return { entry: 'onboarding', title: 'Link não encontrado', content: text }
}
