import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import {
  type CaseResult,
  type CaseView,
  type DecisionOutcome,
  PICTURES,
  type Picture,
} from '../../../src/contract/desk.ts'
import { Button } from '../../design/button.tsx'
import { writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { titleOrder } from '../../design/order-name.ts'
import { post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { addressOf } from '../route.ts'
import { useKeys } from '../shortcuts.ts'
import { PICTURE_WORDS, wordOf } from '../words.ts'
import { Actions } from './actions.tsx'
import { ReasonModal } from './reason-modal.tsx'

const SUGGESTIONS: Readonly<Record<CaseResult, readonly string[]>> = {
  VALIDATED: ['Rosto e documento conferem', 'Documento válido e legível'],
  REFUSED: ['O rosto não é o do documento', 'O documento parece alterado'],
  ASK_AGAIN: [
    'A foto ficou escura. Tire perto de uma janela.',
    'A foto ficou tremida. Apoie o celular e tente de novo.',
    'O documento saiu cortado. Mostre as quatro bordas.',
  ],
}

const NOTICES: Readonly<Record<CaseResult, string>> = {
  VALIDATED: 'validado',
  REFUSED: 'recusado',
  ASK_AGAIN: 'espera uma nova foto do cliente',
}

/** The three answers that a case can get. */
export function CaseDecision({ view }: { view: CaseView }): JSX.Element {
  const { session, leave } = useDesk()
  const [picture, setPicture] = useState<Picture>('front')
  const [validate, askAgain, refuse] = [useModal(), useModal(), useModal()]
  useKeys({ a: validate.open, f: askAgain.open, r: refuse.open })
  const isAbove = view.figures.financed > session.fourEyesAbove

  const send = (result: CaseResult) => async (reason: string) => {
    const more = result === 'ASK_AGAIN' ? { picture } : {}
    const { outcome } = await post<DecisionOutcome>(`/cases/${view.transactionId}/decision`, {
      result,
      reason,
      version: view.version,
      ...more,
    })
    const done = outcome === 'proposed' ? 'proposto: agora outra pessoa aprova' : NOTICES[result]
    leave(addressOf.queue, `${titleOrder(view.orderId)} ${done}.`)
  }
  return (
    <Actions title="Decisão">
      <div class="stack stack-tight">
        <Button onPress={validate.open}>Validar</Button>
        <Button kind="quiet" onPress={askAgain.open}>
          Pedir nova foto
        </Button>
        <Button kind="danger" onPress={refuse.open}>
          Recusar
        </Button>
      </div>
      {isAbove && (
        <p class="soft small">
          Acima de {writeMoney(session.fourEyesAbove)}, validar precisa de uma segunda pessoa.
        </p>
      )}
      <ReasonModal
        modal={validate}
        title={isAbove ? 'Propor a validação?' : 'Validar a identificação?'}
        label="Motivo"
        hint="Fica registrado com seu nome."
        confirm={isAbove ? 'Propor' : 'Validar'}
        suggestions={SUGGESTIONS.VALIDATED}
        send={send('VALIDATED')}
      />
      <ReasonModal
        modal={askAgain}
        title="Pedir nova foto"
        label="O que dizer ao cliente"
        hint="O cliente lê este texto na página dele."
        confirm="Pedir nova foto"
        suggestions={SUGGESTIONS.ASK_AGAIN}
        send={send('ASK_AGAIN')}
      >
        <PictureChoice picture={picture} onChoose={setPicture} />
      </ReasonModal>
      <ReasonModal
        modal={refuse}
        title="Recusar a identificação?"
        label="Motivo"
        hint="A compra é cancelada, e isso não pode ser desfeito. O cliente não lê este texto."
        confirm="Recusar"
        isDanger
        suggestions={SUGGESTIONS.REFUSED}
        send={send('REFUSED')}
      />
    </Actions>
  )
}

function PictureChoice(props: { picture: Picture; onChoose: (picture: Picture) => void }): JSX.Element {
  const name = useId()
  return (
    <fieldset class="choices">
      <legend>Qual foto?</legend>
      {PICTURES.map(each => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={each === props.picture}
            onChange={() => props.onChoose(each)}
          />
          {wordOf(PICTURE_WORDS, each)}
        </label>
      ))}
    </fieldset>
  )
}
