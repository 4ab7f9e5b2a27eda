import type { ComponentChildren, JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { DeadEndPage, FirstScreens } from '../src/contract/first-screens.ts'
import type { LenderContact } from '../src/contract/lender.ts'
import { DeadEndScreen } from './customer/dead-end.tsx'
import { MISSING } from './customer/missing.tsx'
import { DEAD_LINK, FAULT, NOT_FOUND, OFFLINE, type Scene } from './design/illustrations.tsx'
import { HomePage } from './home/home-page.tsx'
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
  home: facts => renderToString(<HomePage {...facts} />),
  missing: lender => renderToString(<DeadEndScreen {...MISSING} lender={toContact(lender)} />),
  deadEnd: ({ kind, title, text, action, lender }) =>
    renderToString(
      <DeadEndScreen
        scene={SCENES[kind]}
        title={title}
        text={text}
        action={action}
        lender={toContact(lender)}
      />,
    ),
}

const SCENES: Readonly<Record<DeadEndPage['kind'], Scene>> = {
  'dead-link': DEAD_LINK,
  'not-found': NOT_FOUND,
  fault: FAULT,
  away: OFFLINE,
}

/** As the script would have it, after a journey as JSON: without what is undefined. */
function toContact(lender: DeadEndPage['lender']): LenderContact | undefined {
  return lender && (JSON.parse(JSON.stringify(lender)) as LenderContact)
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
