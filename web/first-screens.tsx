import type { ComponentChildren, JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { FirstScreens } from '../src/contract/first-screens.ts'
import { Missing } from './customer/missing.tsx'
import { FirstOnboardingScreen } from './onboarding/first-screen.tsx'
import { FirstPayScreen } from './pay/first-screen.tsx'

/*
 * Run by the server. A slow phone shows these screens seconds before the script has loaded, and the script continues
 * with the same components, so that nothing jumps.
 */

export const firstScreens: FirstScreens = {
  pay: state =>
    renderToString(
      <Page>
        <FirstPayScreen state={state} />
      </Page>,
    ),
  onboarding: state =>
    renderToString(
      <Page>
        <FirstOnboardingScreen state={state} />
      </Page>,
    ),
  missing: () =>
    renderToString(
      <Page>
        <main class="stack roomy">
          <Missing />
        </main>
      </Page>,
    ),
}

function Page({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <div class="page">
      {children}
      <footer class="stack stack-tight">
        <p class="late soft small">
          Está demorando? <a href="?">Recarregue a página</a>.
        </p>
        <noscript>
          <p>Para continuar, ative o JavaScript do navegador.</p>
        </noscript>
      </footer>
    </div>
  )
}
