import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { HostedPageState } from '../../src/contract/hosted-page.ts'
import { PageFoot } from '../customer/foot.tsx'
import { useNewScreen } from '../customer/heading.tsx'
import { Missing } from '../customer/missing.tsx'
import { Offline } from '../customer/offline.tsx'
import type { Snapshot } from '../customer/page-client.ts'
import { findHostedStage } from '../customer/stages.ts'
import { Alert } from '../design/alert.tsx'
import { liveRegion } from '../design/announce.ts'
import { writeInstant } from '../design/format.ts'
import type { PayClient } from './client.ts'
import { Top } from './first-screen.tsx'
import { EMPTY_DRAFT } from './person.ts'
import { findScreenKey, Screen } from './screen.tsx'

interface AppProps {
  readonly client: PayClient
  readonly snapshot: Snapshot<HostedPageState>
}

export function App({ client, snapshot }: AppProps): JSX.Element {
  const { state, isGone, isOffline } = snapshot
  const [notice, showNotice] = useState<string>()
  // Kept above the screens: who goes back to correct the phone finds the rest as it was. Never on the device: it may be a shared one.
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const isShown = !isGone && state !== undefined
  const key = isShown ? findScreenKey(state) : 'missing'
  useNewScreen(key)
  // With every state: a page that was opened in the background gets a new one when it is looked at.
  useEffect(() => {
    if (state?.screen === 'who') void client.open()
  }, [client, state])
  return (
    <div class="page">
      {isShown && <Top state={state} />}
      <main class="stack roomy">
        {isOffline && <Offline onRetry={() => void client.refresh()} />}
        {notice && <Alert>{notice}</Alert>}
        {isShown ? (
          <Screen
            key={key}
            state={state}
            client={client}
            showNotice={showNotice}
            draft={draft}
            setDraft={setDraft}
          />
        ) : (
          <Missing lender={state?.lender} />
        )}
      </main>
      <PageFoot lender={state?.lender}>{isShown && <Later state={state} />}</PageFoot>
      <p {...liveRegion} />
    </div>
  )
}

function Later({ state }: { state: HostedPageState }): JSX.Element | null {
  if (findHostedStage(state.screen) === undefined) return null
  return (
    <p class="soft small">
      <span>Sem pressa: este link vale até {writeInstant(state.expiresAt)}.</span>
    </p>
  )
}
