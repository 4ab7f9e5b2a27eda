import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { OnboardingState } from '../../src/contract/onboarding.ts'
import { PageFoot } from '../customer/foot.tsx'
import { useNewScreen } from '../customer/heading.tsx'
import { Missing } from '../customer/missing.tsx'
import { Offline } from '../customer/offline.tsx'
import type { Snapshot } from '../customer/page-client.ts'
import { Alert } from '../design/alert.tsx'
import { liveRegion } from '../design/announce.ts'
import { Button } from '../design/button.tsx'
import { writeInstant } from '../design/format.ts'
import { Modal, type ModalHandle, useModal } from '../design/modal.tsx'
import type { OnboardingClient } from './client.ts'
import { Top } from './first-screen.tsx'
import { findScreenKey, Screen } from './screen.tsx'
import { type Surroundings, useSend } from './use-send.ts'

interface AppProps {
  readonly client: OnboardingClient
  readonly snapshot: Snapshot<OnboardingState>
}

export function App({ client, snapshot }: AppProps): JSX.Element {
  const { state, isGone, isOffline } = snapshot
  const [notice, showNotice] = useState<string>()
  const cancel = useModal()
  const key = isGone || state === undefined ? 'missing' : findScreenKey(state)
  useNewScreen(key, cancel.close)
  const isShown = !isGone && state !== undefined
  // There the way out is folded below what comes next.
  const isDone = state?.status === 'OPEN' || state?.status === 'CLOSED' || state?.step === 'COMPLETE'
  return (
    <div class="page">
      {isShown && <Top state={state} />}
      <main class="stack roomy">
        {isOffline && <Offline onRetry={() => void client.refresh()} />}
        {notice && <Alert>{notice}</Alert>}
        {isShown ? (
          <div key={key} class="stack roomy">
            <Screen state={state} client={client} showNotice={showNotice} onCancel={cancel.open} />
          </div>
        ) : (
          <Missing lender={state?.lender} />
        )}
      </main>
      <PageFoot lender={state?.lender}>
        {isShown && state.canCancel && !isDone && (
          <Button kind="plain" wide={false} onPress={cancel.open}>
            Desistir {state.renegotiates ? 'do acordo' : 'da compra'}
          </Button>
        )}
        {isShown && <Later state={state} />}
      </PageFoot>
      {isShown && <CancelModal modal={cancel} state={state} client={client} showNotice={showNotice} />}
      <p {...liveRegion} />
    </div>
  )
}

/** The purchase can be continued later: says where and until when, while the customer has something to do. */
function Later({ state }: { state: OnboardingState }): JSX.Element | null {
  const { status, step, deadlineAt } = state
  if (status !== 'PENDING' || step === 'DESK' || deadlineAt === undefined) return null
  return (
    <p class="soft small">
      <span>
        Sem pressa: continue quando quiser, também em outro aparelho, por este mesmo link até{' '}
        {writeInstant(deadlineAt)}.
      </span>
    </p>
  )
}

interface CancelModalProps extends Surroundings {
  readonly modal: ModalHandle
  readonly state: OnboardingState
}

function CancelModal({ modal, state, ...surroundings }: CancelModalProps): JSX.Element {
  const { busy, problem, setProblem, run } = useSend(surroundings)
  const isComplete = state.step === 'COMPLETE'
  const isAgreement = state.renegotiates !== undefined
  return (
    <Modal
      modal={modal}
      title={isAgreement ? 'Desistir do acordo?' : 'Desistir da compra?'}
      onClose={() => setProblem(undefined)}
    >
      <p>
        {isAgreement
          ? 'O acordo não começa, e o que falta da compra segue como está. Se a entrada já foi paga, ela é devolvida.'
          : isComplete
            ? 'A compra e o contrato são cancelados, e o que você pagou é devolvido.'
            : 'Nada é cobrado e, se a entrada já foi paga, ela é devolvida. Para comprar depois, será preciso começar de novo na loja.'}
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <div class="row">
        <Button onPress={modal.close}>Continuar com {isAgreement ? 'o acordo' : 'a compra'}</Button>
        <Button kind="danger" busy={busy} onPress={() => void run(client => client.act('cancel'))}>
          Sim, desistir
        </Button>
      </div>
    </Modal>
  )
}
