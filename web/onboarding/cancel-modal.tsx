import type { JSX } from 'preact'
import type { OnboardingState } from '../../src/contract/onboarding.ts'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { Modal, type ModalHandle } from '../design/modal.tsx'
import { type Surroundings, useSend } from './use-send.ts'

interface CancelModalProps extends Surroundings {
  readonly modal: ModalHandle
  readonly state: OnboardingState
}

export function CancelModal({ modal, state, ...surroundings }: CancelModalProps): JSX.Element {
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
