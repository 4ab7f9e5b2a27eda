import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AgreementOffers, LoanView, MadeAgreement } from '../../../src/contract/desk-loans.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { TextField } from '../../design/field.tsx'
import { writeDate, writeMoney, writePercent } from '../../design/format.ts'
import { Modal, type ModalHandle, useModal } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { Link } from '../../shell/link.tsx'
import { parseAmount } from '../../shell/parse-amount.ts'
import { DeskProblem, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { addressOf } from '../route.ts'
import { CodeToSend } from './code-to-send.tsx'

interface AgreementCardProps {
  readonly view: LoanView
  readonly onChanged: () => void
}

/** The agreement on this debt, the debt of this agreement, or the way to one. */
export function AgreementCard({ view, onChanged }: AgreementCardProps): JSX.Element | null {
  const may = useMay()
  const modal = useModal()
  const { renegotiates, renegotiatedBy, isAgreeable } = view
  if (renegotiates !== undefined)
    return (
      <Card title="Acordo">
        <p>Este contrato é um acordo sobre outra dívida.</p>
        <Link to={addressOf.loan(renegotiates)}>Ver o contrato original</Link>
      </Card>
    )
  if (renegotiatedBy !== undefined)
    return (
      <Card title="Acordo">
        <p>{view.state === 'RENEGOTIATED' ? 'A dívida está em um acordo.' : 'Um acordo espera o cliente.'}</p>
        {view.state === 'RENEGOTIATED' && <Link to={addressOf.loan(renegotiatedBy)}>Ver o acordo</Link>}
      </Card>
    )
  if (!isAgreeable || !may('loan.serve')) return null
  return (
    <Card title="Acordo">
      <p class="soft small">Novas parcelas para a dívida toda. O cliente assina pelo link.</p>
      <Button kind="quiet" onPress={modal.open}>
        Oferecer acordo
      </Button>
      <OfferModal modal={modal} view={view} onChanged={onChanged} />
    </Card>
  )
}

function OfferModal({ modal, view, onChanged }: AgreementCardProps & { modal: ModalHandle }): JSX.Element {
  const { explain } = useDesk()
  const [offers, setOffers] = useState<AgreementOffers>()
  const [made, setMade] = useState<MadeAgreement>()
  const [problem, setProblem] = useState<string>()
  const { transactionId } = view
  const ask = (downPayment: number) =>
    post<AgreementOffers>(`/loans/${transactionId}/offers`, { downPayment })
      .then(found => {
        setOffers(found)
        setProblem(undefined)
      })
      .catch(error => {
        const isTooMuch = error instanceof DeskProblem && error.code === 'invalid_parameters'
        setProblem(isTooMuch ? 'A entrada vai até o valor vencido.' : explain(error))
      })
  const agree = (optionId: string) =>
    post<MadeAgreement>(`/loans/${transactionId}/agreement`, { optionId })
      .then(setMade)
      .catch(error => setProblem(explain(error)))
  return (
    <Modal
      modal={modal}
      title="Oferecer acordo"
      onClose={() => {
        setProblem(undefined)
        if (made !== undefined) onChanged()
      }}
    >
      {made === undefined ? (
        <>
          <EntryForm onAsk={ask} />
          {problem && <Alert tone="bad">{problem}</Alert>}
          {offers && <Options offers={offers} onAgree={agree} />}
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
        </>
      ) : (
        <>
          <p>O acordo espera a assinatura do cliente. Envie o link.</p>
          <CodeToSend name="Link do acordo" text={made.link} />
          <Button onPress={modal.close}>Fechar</Button>
        </>
      )}
    </Modal>
  )
}

function EntryForm({ onAsk }: { onAsk: (downPayment: number) => Promise<void> }): JSX.Element {
  const [entry, setEntry] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { busy, run } = useAction(async () => {
    const amount = entry.trim() === '' ? 0 : parseAmount(entry)
    setWrong(amount === undefined ? 'Escreva um valor, como 150,00.' : undefined)
    if (amount !== undefined) await onAsk(amount)
  })
  return (
    <form
      class="stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void run()
      }}
    >
      <TextField
        label="Entrada, em reais"
        isOptional
        hint="Até o valor vencido. Uma entrada maior reduz os encargos."
        inputmode="text"
        value={entry}
        problem={wrong}
        onInput={setEntry}
      />
      <Button type="submit" kind="quiet" busy={busy}>
        Ver opções
      </Button>
    </form>
  )
}

interface OptionsProps {
  readonly offers: AgreementOffers
  readonly onAgree: (optionId: string) => Promise<void>
}

function Options({ offers, onAgree }: OptionsProps): JSX.Element {
  const { debt, options } = offers
  const [chosen, setChosen] = useState<string>()
  const { busy, run } = useAction(async () => {
    if (chosen !== undefined) await onAgree(chosen)
  })
  if (options.length === 0) return <p>Nenhuma opção: as parcelas ficariam pequenas demais.</p>
  return (
    <div class="stack">
      <Choices legend={`Dívida de ${writeMoney(debt)}`} hint="Valem até o fim do dia." look="rows">
        {options.map(option => (
          <Choice
            key={option.optionId}
            name="agreement"
            checked={option.optionId === chosen}
            onChoose={() => setChosen(option.optionId)}
          >
            <strong>
              {option.installments} × {writeMoney(option.installmentValue)}
            </strong>
            <span class="soft small">
              {option.downPayment > 0 && `Entrada de ${writeMoney(option.downPayment)}. `}
              Total {writeMoney(option.total)}, {writePercent(option.interestRatePM)} ao mês, CET{' '}
              {writePercent(option.cetPA)} ao ano, primeira em {writeDate(option.firstDueDate)}
            </span>
          </Choice>
        ))}
      </Choices>
      <Button busy={busy} unavailable={chosen === undefined} onPress={() => void run()}>
        Criar o acordo
      </Button>
    </div>
  )
}
