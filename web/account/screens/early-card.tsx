import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { AccountEarly, AccountPurchase, AccountQuote } from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeMoney } from '../../design/format.ts'
import { Tag } from '../../design/tag.tsx'
import { type Around, useSend } from '../use-send.ts'
import { Asked } from './asked.tsx'
import { isOfRest } from './rest.tsx'

interface EarlyCardProps extends Around {
  readonly purchase: AccountPurchase
  readonly early: AccountEarly
}

const OTHER = 'amount'
/** Several of the last ones: how many is asked then. */
const SOME = 'some'

/** What may be paid before it is due, what it saves, and how to pay what was chosen. */
export function EarlyCard({ purchase, early, ...around }: EarlyCardProps): JSX.Element {
  // What is left of the next installment is paid where that one is shown.
  const settlement = isOfRest(purchase) ? undefined : purchase.settlement
  const { isAhead } = early
  return (
    <Card title={isAhead ? 'Pagar antes' : 'Pagar de uma vez'}>
      <p class="soft">
        {isAhead
          ? 'Quem paga antes do vencimento não paga os juros do tempo que falta.'
          : 'Um só Pix ou boleto paga tudo o que está vencido, ou a parte que você escolher.'}
      </p>
      <Figures rows={listSum(early.all)} />
      {settlement && <Asked settlement={settlement} />}
      <ChooseEarly purchase={purchase} early={early} hasAsked={settlement !== undefined} {...around} />
    </Card>
  )
}

function ChooseEarly({
  purchase,
  early,
  hasAsked,
  ...around
}: EarlyCardProps & { readonly hasAsked: boolean }): JSX.Element {
  const [choice, setChoice] = useState('all')
  const [some, setSome] = useState('last:2')
  const [amount, setAmount] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useSend(around)
  const { value: most, overdue } = early.all
  const { isAhead } = early

  async function submit(): Promise<void> {
    const reais = choice === OTHER ? parseAmount(amount) : undefined
    if (choice === OTHER && (reais === undefined || reais > most || reais < Math.min(1, most))) {
      setWrong(`Digite um valor de ${writeMoney(Math.min(1, most))} a ${writeMoney(most)}.`)
      field.current?.focus()
      return
    }
    const installments = choice === SOME ? some : choice
    const what = reais === undefined ? { installments } : { amount: reais }
    await run(async client => {
      const reply = await client.act('settlement', { transactionId: purchase.id, ...what })
      if (reply.kind === 'state') announce('Pronto. Veja acima como pagar.')
      return reply
    })
  }

  return (
    <form
      class="stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <Choices legend={hasAsked ? 'Prefere pagar de outro jeito?' : 'O que você quer pagar?'} look="rows">
        {listChoices(early).map(({ value, name, quote }) => (
          <Choice key={value} name="early" checked={choice === value} onChoose={() => setChoice(value)}>
            <span class="pair">
              <span>{name}</span>
              {quote && <span class="figure">{writeMoney(quote.value)}</span>}
            </span>
            {quote && quote.saving > 0 && (
              <span>
                <Tag tone="good">economia de {writeMoney(quote.saving)}</Tag>
              </span>
            )}
          </Choice>
        ))}
      </Choices>
      {choice === SOME && (
        <SelectField label="Quantas das últimas?" value={some} onInput={setSome} options={listLast(early)} />
      )}
      {choice === OTHER && (
        <TextField
          label="Valor"
          hint={`Até ${writeMoney(most)}. ${isAhead ? 'Ele paga as últimas parcelas, que têm o maior desconto.' : 'Ele paga primeiro as parcelas mais antigas.'}`}
          field={field}
          inputmode="decimal"
          maxlength={12}
          value={amount}
          problem={wrong}
          onInput={text => {
            setAmount(text)
            setWrong(undefined)
          }}
        />
      )}
      {overdue > 0 && isAhead && <p class="soft small">O que está vencido é sempre pago junto.</p>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" kind={hasAsked || isAhead ? 'quiet' : 'primary'} busy={busy}>
        Gerar Pix e boleto
      </Button>
    </form>
  )
}

/** What is left, added up to the one figure that pays all of it today. */
function listSum({ value, saving, overdue }: AccountQuote): Figure[] {
  const ahead = Math.round((value + saving - overdue) * 100) / 100
  const rows: Figure[] = []
  if (overdue > 0)
    rows.push({ name: 'Vencido', hint: 'com multa e juros do atraso', value: writeMoney(overdue) })
  if (ahead > 0) rows.push({ name: 'A vencer', hint: 'se pago nas datas', value: writeMoney(ahead) })
  if (saving > 0) rows.push({ name: 'Desconto por pagar antes', value: `− ${writeMoney(saving)}` })
  return [...rows, { name: 'Para pagar tudo hoje', value: writeMoney(value), strong: true }]
}

interface EarlyChoice {
  readonly value: string
  readonly name: string
  readonly quote?: AccountQuote | undefined
}

function listChoices({ all, next, last }: AccountEarly): EarlyChoice[] {
  return [
    { value: 'all', name: 'Tudo', quote: all },
    ...(last.length === 0 ? [] : [{ value: 'next', name: 'A próxima parcela', quote: next }]),
    ...last.slice(0, 1).map(quote => ({ value: 'last:1', name: 'A última parcela', quote })),
    ...(last.length > 1 ? [{ value: SOME, name: 'Várias das últimas' }] : []),
    { value: OTHER, name: 'Outro valor' },
  ]
}

function listLast({ last }: AccountEarly): { value: string; label: string }[] {
  return last.slice(1).map(({ value, saving }, index) => ({
    value: `last:${index + 2}`,
    label: `${index + 2}: ${writeMoney(value)}${saving > 0 ? `, economia de ${writeMoney(saving)}` : ''}`,
  }))
}

/** As people write it: 1.300,50. Undefined for anything else. */
function parseAmount(text: string): number | undefined {
  const written = text.trim().replace(/^R\$\s*/, '')
  if (!/^(\d{1,3}(\.\d{3})+|\d{1,8})(,\d{1,2})?$/.test(written)) return undefined
  return Number(written.replaceAll('.', '').replace(',', '.'))
}
