import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoanBillet, LoanView, SettlementQuote } from '../../../src/contract/desk-loans.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { TextField } from '../../design/field.tsx'
import { Figures } from '../../design/figures.tsx'
import { FilterField } from '../../design/filter-field.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Modal, type ModalHandle, useModal } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { parseAmount } from '../../shell/parse-amount.ts'
import { DeskProblem, get, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { IssuedBillet } from './issued-billet.tsx'

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

interface WantedSettlement {
  readonly date?: string
  /** all, next or last: and a number. */
  readonly installments?: string
  readonly amount?: number
}

interface SettlementFormProps {
  readonly view: LoanView
  readonly onAsk: (wanted: WantedSettlement) => Promise<void>
  /** What was asked before is out of date. */
  readonly onChange: () => void
}

const KINDS = { all: 'Tudo', next: 'A próxima', last: 'As últimas', amount: 'Outro valor' } as const
type Kind = keyof typeof KINDS

/** What is paid, and on which day. Overdue installments are always part of it. */
function SettlementForm({ view, onAsk, onChange }: SettlementFormProps): JSX.Element {
  const [kind, setKind] = useState<Kind>('all')
  const [date, setDate] = useState('')
  const [count, setCount] = useState('1')
  const [amount, setAmount] = useState('')
  const [wrong, setWrong] = useState<string>()
  const ahead = view.schedule.filter(({ state }) => state === 'open' || state === 'part-paid').length
  const kinds = (Object.keys(KINDS) as Kind[]).filter(
    each => ahead > 0 || each === 'all' || each === 'amount',
  )
  const { busy, run } = useAction(async () => {
    const value = kind === 'amount' ? parseAmount(amount) : undefined
    const isWrong = kind === 'amount' && value === undefined
    setWrong(isWrong ? 'Escreva um valor, como 150,00.' : undefined)
    if (isWrong) return
    const what =
      value === undefined ? { installments: kind === 'last' ? `last:${count}` : kind } : { amount: value }
    await onAsk({ ...(date === '' ? {} : { date }), ...what })
  })
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      onChange()
    }
  return (
    <form
      class="stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void run()
      }}
    >
      <Choices legend="O que o cliente paga" hint="O que está vencido entra sempre." look="chips">
        {kinds.map(each => (
          <Choice
            key={each}
            name="settlement"
            checked={each === kind}
            onChoose={() => changing(setKind)(each)}
          >
            {KINDS[each]}
          </Choice>
        ))}
      </Choices>
      {kind === 'last' && (
        <FilterField
          label="Quantas"
          all="1"
          value={count === '1' ? '' : count}
          onChange={value => changing(setCount)(value === '' ? '1' : value)}
          options={Array.from({ length: Math.max(0, ahead - 1) }, (_, index) => {
            const number = String(index + 2)
            return [number, number] as const
          })}
        />
      )}
      {kind === 'amount' && (
        <TextField label="Valor, em reais" value={amount} problem={wrong} onInput={changing(setAmount)} />
      )}
      <FilterField
        label="Dia do pagamento"
        all="Hoje"
        value={date}
        onChange={changing(setDate)}
        options={view.settlementDays.slice(1).map(day => [day, writeDate(day)] as const)}
      />
      <Button type="submit" kind="quiet" busy={busy}>
        Calcular
      </Button>
    </form>
  )
}
