import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type {
  AccountEarly,
  AccountPurchase,
  AccountQuote,
  AccountSettlement,
} from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { type Around, useSend } from '../use-send.ts'
import { PixCode } from './pay-card.tsx'

interface EarlyCardProps extends Around {
  readonly purchase: AccountPurchase
  readonly early: AccountEarly
}

const OTHER = 'amount'

/** What may be paid before it is due, what it saves, and how to pay what was chosen. */
export function EarlyCard({ purchase, early, ...around }: EarlyCardProps): JSX.Element {
  const { settlement } = purchase
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
    const what = reais === undefined ? { installments: choice } : { amount: reais }
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
      <SelectField
        label={hasAsked ? 'Prefere pagar de outro jeito?' : 'O que você quer pagar?'}
        value={choice}
        onInput={setChoice}
        options={listChoices(early)}
      />
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
      <Button type="submit" kind={hasAsked ? 'quiet' : 'primary'} busy={busy}>
        Gerar Pix e boleto
      </Button>
    </form>
  )
}

/** Line and Pix of what was chosen. */
function Asked({ settlement }: { settlement: AccountSettlement }): JSX.Element {
  const { value, saving, date, pixCode, qr, digitLine, digitLineText, billetUrl } = settlement
  return (
    <>
      <p class="headline">
        <strong>{writeMoney(value)}</strong>
        <span class="soft">
          só em {writeDate(date)}.{' '}
          {saving > 0
            ? `Você economiza ${writeMoney(saving)} em ${nameAll(settlement)}.`
            : `Paga ${nameAll(settlement)}.`}
        </span>
      </p>
      {pixCode && <PixCode code={pixCode} qr={qr} id="early-pix-code" />}
      {digitLine && (
        <>
          <code class="code-box by-words" id="early-digit-line">
            {digitLineText}
          </code>
          <CopyButton
            kind={pixCode === undefined ? 'primary' : 'quiet'}
            text={digitLine}
            label="Copiar linha digitável"
            done="Linha digitável copiada"
            selects="early-digit-line"
          />
        </>
      )}
      {billetUrl && (
        <LinkButton href={`${billetUrl}/pdf`} kind="plain" download="boleto.pdf">
          Baixar este boleto (PDF)
        </LinkButton>
      )}
      {pixCode === undefined && digitLine === undefined && (
        <Alert title="Boleto em registro no banco">Volte em alguns minutos para pagar.</Alert>
      )}
    </>
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

function listChoices({ all, next, last }: AccountEarly): { value: string; label: string }[] {
  const describe = ({ value, saving }: AccountQuote): string =>
    saving > 0 ? `${writeMoney(value)}, economia de ${writeMoney(saving)}` : writeMoney(value)
  return [
    { value: 'all', label: `Tudo: ${describe(all)}` },
    ...(last.length === 0 ? [] : [{ value: 'next', label: `A próxima: ${describe(next)}` }]),
    ...last.map((quote, index) => ({
      value: `last:${index + 1}`,
      label: `${index === 0 ? 'A última' : `As ${index + 1} últimas`}: ${describe(quote)}`,
    })),
    { value: OTHER, label: 'Outro valor' },
  ]
}

const nameAll = ({ installments }: AccountQuote): string =>
  installments.length === 1 ? `1 parcela (${installments[0]})` : `${installments.length} parcelas`

/** As people write it: 1.300,50. Undefined for anything else. */
function parseAmount(text: string): number | undefined {
  const written = text.trim().replace(/^R\$\s*/, '')
  if (!/^(\d{1,3}(\.\d{3})+|\d{1,8})(,\d{1,2})?$/.test(written)) return undefined
  return Number(written.replaceAll('.', '').replace(',', '.'))
}
