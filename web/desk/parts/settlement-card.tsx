import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoanBillet, LoanView, SettlementQuote } from '../../../src/contract/desk-loans.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Modal, type ModalHandle, useModal } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { DeskProblem, get, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { IssuedBillet } from './issued-billet.tsx'
import { SettlementForm, type WantedSettlement } from './settlement-form.tsx'

interface SettlementCardProps {
  readonly view: LoanView
  readonly onChanged: () => void
}

/** A payment of everything, of some installments or of any amount, on one day. */
export function SettlementCard({ view, onChanged }: SettlementCardProps): JSX.Element | null {
  const may = useMay()
  const modal = useModal()
  const { settlement, debtToday } = view
  if (debtToday.payoff === 0 || !may('loan.serve')) return null
  return (
    <Card title="Pagar antes ou outro valor">
      {settlement && (
        <p>
          Há um boleto de {writeMoney(settlement.amount)} para {writeDate(settlement.dueDate)}. Outro toma o
          lugar dele.
        </p>
      )}
      <Button kind="quiet" onPress={modal.open}>
        Emitir boleto e Pix
      </Button>
      <SettlementModal modal={modal} view={view} onChanged={onChanged} />
    </Card>
  )
}

function SettlementModal({
  modal,
  view,
  onChanged,
}: SettlementCardProps & { modal: ModalHandle }): JSX.Element {
  const { explain } = useDesk()
  const [wanted, setWanted] = useState<WantedSettlement>()
  const [quote, setQuote] = useState<SettlementQuote>()
  const [issued, setIssued] = useState<LoanBillet>()
  const [problem, setProblem] = useState<string>()
  const path = `/loans/${view.transactionId}/settlement`
  const fail = (error: unknown): void => {
    const isWrong = error instanceof DeskProblem && error.code === 'invalid_parameters'
    setProblem(isWrong ? 'Não dá para pagar isso neste dia. Confira o valor e o dia.' : explain(error))
  }
  const ask = (asked: WantedSettlement) =>
    get<SettlementQuote>(`${path}?${writeQuery(asked)}`)
      .then(found => {
        setWanted(asked)
        setQuote(found)
        setProblem(undefined)
      })
      .catch(fail)
  const { busy, run } = useAction(() =>
    post<LoanBillet>(path, { ...wanted })
      .then(setIssued)
      .catch(fail),
  )
  return (
    <Modal
      modal={modal}
      title="Boleto e Pix de um dia"
      onClose={() => {
        setProblem(undefined)
        if (issued !== undefined) onChanged()
      }}
    >
      {issued === undefined ? (
        <>
          <SettlementForm view={view} onAsk={ask} onChange={() => setQuote(undefined)} />
          {problem && <Alert tone="bad">{problem}</Alert>}
          {quote && <Quote quote={quote} />}
          <div class="row">
            <Button kind="quiet" onPress={modal.close}>
              Voltar
            </Button>
            <Button busy={busy} unavailable={quote === undefined} onPress={() => void run()}>
              Emitir
            </Button>
          </div>
        </>
      ) : (
        <IssuedBillet billet={issued} onClose={modal.close} />
      )}
    </Modal>
  )
}

function writeQuery({ date, installments, amount }: WantedSettlement): string {
  return new URLSearchParams({
    ...(date === undefined ? {} : { date }),
    ...(installments === undefined ? {} : { installments }),
    ...(amount === undefined ? {} : { amount: amount.toFixed(2) }),
  }).toString()
}

function Quote({ quote }: { quote: SettlementQuote }): JSX.Element {
  const { overdue, future, discount, premiumRefund, installments } = quote
  return (
    <Figures
      rows={[
        { name: 'Parcelas', value: installments.map(number => `${number}ª`).join(', ') },
        ...(overdue > 0 ? [{ name: 'Vencido, com encargos', value: writeMoney(overdue) }] : []),
        ...(future > 0
          ? [
              {
                name: 'A vencer, com desconto',
                value: writeMoney(future),
                hint: `Desconto de ${writeMoney(discount)}`,
              },
            ]
          : []),
        ...(premiumRefund > 0 ? [{ name: 'Seguro devolvido', value: `− ${writeMoney(premiumRefund)}` }] : []),
        { name: `A pagar em ${writeDate(quote.date)}`, value: writeMoney(quote.value), strong: true },
      ]}
    />
  )
}
