import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DecisionOutcome, DeskDecision } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { useModal } from '../../design/modal.tsx'
import { post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { useKeys } from '../shortcuts.ts'
import { RESULT_WORDS, wordOf } from '../words.ts'
import { explainFourEyes } from './four-eyes.ts'
import { ReasonModal } from './reason-modal.tsx'

/** A proposed decision, which another person must answer. */
export function Proposal({ proposal, back }: { proposal: DeskDecision; back: string }): JSX.Element {
  const { session, leave } = useDesk()
  const may = useMay()
  const modal = useModal()
  const [approve, setApprove] = useState(true)
  const isMine = proposal.decidedBy.id === session.operator.id
  const canAnswer = may('proposal.answer') && !isMine
  const ask = (wanted: boolean) => () => {
    setApprove(wanted)
    modal.open()
  }
  useKeys(canAnswer ? { a: ask(true), r: ask(false) } : {})
  return (
    <Alert tone="warn" title={`Proposta: ${wordOf(RESULT_WORDS, proposal.result).toLowerCase()}`}>
      <div class="stack stack-tight">
        <p>
          {proposal.decidedBy.name}: “{proposal.reason}”
        </p>
        <p class="small">
          {explainFourEyes(proposal, session)}:{' '}
          {isMine ? 'outra pessoa precisa aprovar.' : 'precisa de uma segunda pessoa.'}
        </p>
        {canAnswer && (
          <div class="row">
            <Button wide={false} onPress={ask(true)}>
              Aprovar
            </Button>
            <Button wide={false} kind="quiet" onPress={ask(false)}>
              Não aprovar
            </Button>
          </div>
        )}
      </div>
      <ReasonModal
        modal={modal}
        title={approve ? 'Aprovar a proposta?' : 'Não aprovar a proposta?'}
        label="Motivo"
        hint={approve ? 'A decisão vale na hora.' : 'O caso volta para a fila.'}
        confirm={approve ? 'Aprovar' : 'Não aprovar'}
        suggestions={approve ? ['Conferi e concordo'] : ['Preciso de outra conferência']}
        send={async reason => {
          await post<DecisionOutcome>(`/proposals/${proposal.id}/answer`, { approve, reason })
          leave(back, approve ? 'Proposta aprovada.' : 'Proposta não aprovada.')
        }}
      />
    </Alert>
  )
}
