import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoanView } from '../../../src/contract/desk-loans.ts'
import { Button } from '../../design/button.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { TextField } from '../../design/field.tsx'
import { FilterField } from '../../design/filter-field.tsx'
import { writeDate } from '../../design/format.ts'
import { useAction } from '../../design/use-action.ts'
import { parseAmount } from '../parse-amount.ts'

export interface WantedSettlement {
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
export function SettlementForm({ view, onAsk, onChange }: SettlementFormProps): JSX.Element {
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
