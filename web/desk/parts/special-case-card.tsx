import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoanView } from '../../../src/contract/desk-loans.ts'
import type { SpecialCaseList } from '../../../src/contract/desk-special-cases.ts'
import {
  SPECIAL_CASE_KINDS,
  SPECIAL_CASE_NOTE_LENGTH,
  SPECIAL_CASE_RULES,
  type SpecialCaseKind,
} from '../../../src/contract/special-cases.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { LongTextField, SelectField, TextField } from '../../design/field.tsx'
import { writeInstant } from '../../design/format.ts'
import { Modal, type ModalHandle, useModal } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { addressOf } from '../route.ts'
import { SPECIAL_CASE_STATE_WORDS, SPECIAL_CASE_WORDS } from '../special-case-words.ts'
import { wordOf } from '../words.ts'

/** The special cases of a contract, and the way to open one. */
export function SpecialCaseCard({ view }: { view: LoanView }): JSX.Element | null {
  const { transactionId, status } = view
  const may = useMay()
  const modal = useModal()
  const { data } = useLoad<SpecialCaseList>(`special-cases:${transactionId}`, () =>
    get(`/special-cases?transactionId=${transactionId}`),
  )
  const cases = data?.cases ?? []
  const canOpen =
    status === 'OPEN' && may('special-case.change') && cases.every(({ endedAt }) => endedAt !== undefined)
  if (cases.length === 0 && !canOpen) return null
  return (
    <Card title="Caso especial">
      {cases.map(each => (
        <p key={each.caseId}>
          <Link to={addressOf.specialCase(each.caseId)}>{wordOf(SPECIAL_CASE_WORDS, each.kind)}</Link>
          <span class="soft">
            {' '}
            · {wordOf(SPECIAL_CASE_STATE_WORDS, each.state)}, {writeInstant(each.openedAt)}
          </span>
        </p>
      ))}
      {canOpen && (
        <>
          <p class="soft">
            Para o que muda ou encerra o contrato sem ser pagamento, como ordem judicial ou falecimento.
          </p>
          <Button kind="quiet" onPress={modal.open}>
            Abrir caso especial
          </Button>
          <OpenModal modal={modal} view={view} />
        </>
      )}
    </Card>
  )
}

function OpenModal({ modal, view }: { modal: ModalHandle; view: LoanView }): JSX.Element {
  const { explain, leave } = useDesk()
  const kinds = SPECIAL_CASE_KINDS.filter(each => each !== 'WRITTEN_OFF' || view.writtenOffOn !== undefined)
  const [kind, setKind] = useState<SpecialCaseKind>(kinds[0] ?? 'COURT_ORDER')
  const [note, setNote] = useState('')
  const [contact, setContact] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    const told = note.trim()
    if (told.length < SPECIAL_CASE_NOTE_LENGTH.minimum) {
      setProblem(`Conte o que aconteceu com pelo menos ${SPECIAL_CASE_NOTE_LENGTH.minimum} caracteres.`)
      return
    }
    const body = {
      transactionId: view.transactionId,
      kind,
      note: told,
      ...(contact.trim() === '' ? {} : { contact: contact.trim() }),
    }
    await post<{ caseId: string }>('/special-cases', body)
      .then(({ caseId }) => leave(addressOf.specialCase(caseId), 'Caso aberto.'))
      .catch(error => setProblem(explain(error)))
  })
  return (
    <Modal modal={modal} title="Abrir caso especial" onClose={() => setProblem(undefined)}>
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <SelectField
          label="Tipo"
          value={kind}
          onInput={value => setKind(kinds.find(each => each === value) ?? kind)}
          options={kinds.map(each => ({ value: each, label: wordOf(SPECIAL_CASE_WORDS, each) }))}
          hint={
            SPECIAL_CASE_RULES[kind].stopsCollection
              ? 'Lembretes, avisos e negativação param na hora.'
              : 'A cobrança segue como está.'
          }
        />
        <LongTextField
          label="O que aconteceu"
          maxlength={SPECIAL_CASE_NOTE_LENGTH.maximum}
          value={note}
          onInput={setNote}
        />
        <TextField
          label="E-mail de quem procurou"
          hint="Se não for o do contrato."
          isOptional
          type="email"
          value={contact}
          onInput={setContact}
        />
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
          <Button type="submit" busy={busy}>
            Abrir
          </Button>
        </div>
      </form>
    </Modal>
  )
}
