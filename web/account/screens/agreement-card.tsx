import type { JSX, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type {
  AccountAgreement,
  AccountAgreementOption,
  AccountPurchase,
} from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { type Around, useSend } from '../use-send.ts'

interface AgreementCardProps extends Around {
  readonly purchase: AccountPurchase
  readonly agreement: AccountAgreement
}

/** A debt that is late may be put into new installments: what it costs, and the choice. */
export function AgreementCard({ purchase, agreement, ...around }: AgreementCardProps): JSX.Element {
  const { options } = agreement
  const heading = useNewOptions(options[0]?.optionId)
  return (
    <Card title="Prefere parcelar o que falta?">
      <p class="soft">
        Você pode fazer um acordo: o que falta vira novas parcelas, com juros nunca maiores que os do
        contrato. Depois de assinar, os boletos antigos são cancelados.
      </p>
      <AskOffers purchase={purchase} agreement={agreement} {...around} />
      {options.length > 0 && (
        <h3 ref={heading} tabIndex={-1}>
          Escolha uma opção de acordo
        </h3>
      )}
      {options.map(option => (
        <Option key={option.optionId} transactionId={purchase.id} option={option} around={around} />
      ))}
      {options.length > 0 && (
        <p class="soft small">Estas opções valem até o fim do dia. Amanhã, peça de novo.</p>
      )}
    </Card>
  )
}

/** Options that were asked for appear below the button: the focus goes there, and the screen with it. */
function useNewOptions(first: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(first)
  useLayoutEffect(() => {
    if (shown.current === first) return
    shown.current = first
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [first])
  return heading
}

function AskOffers({ purchase, agreement, ...around }: AgreementCardProps): JSX.Element {
  const [amount, setAmount] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useSend(around)
  const { mostDownPayment: most, options } = agreement

  async function submit(): Promise<void> {
    const downPayment = parseAmount(amount)
    if (downPayment === undefined || downPayment > most) {
      setWrong(`Digite um valor de R$ 0,00 a ${writeMoney(most)}.`)
      field.current?.focus()
      return
    }
    await run(client => client.act('agreement-offers', { transactionId: purchase.id, downPayment }))
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
      <TextField
        label="Entrada (opcional)"
        hint={`Quanto você pode pagar agora, até o que está vencido: ${writeMoney(most)}. Ela diminui as parcelas.`}
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
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" kind="quiet" busy={busy}>
        {options.length > 0 ? 'Ver outras opções' : 'Ver opções de acordo'}
      </Button>
    </form>
  )
}

interface OptionProps {
  readonly transactionId: string
  readonly option: AccountAgreementOption
  readonly around: Around
}

function Option({ transactionId, option, around }: OptionProps): JSX.Element {
  const { busy, problem, run } = useSend(around)
  const { optionId, installments, installmentValue, downPayment } = option
  const name = `${installments} × ${writeMoney(installmentValue)}`

  /** On to the signature: until then nothing has changed for the customer. */
  const choose = () =>
    run(async client => {
      const reply = await client.act('agreement', { transactionId, optionId })
      const agreement = client.state?.account?.purchases.find(
        ({ renegotiates, continueUrl }) => renegotiates === transactionId && continueUrl !== undefined,
      )
      if (reply.kind === 'state' && agreement?.continueUrl) location.assign(agreement.continueUrl)
      return reply
    })

  return (
    <section class="stack stack-tight apart" aria-label={name}>
      <Figures
        rows={[
          { name: 'Parcelas', value: name, strong: true },
          ...(downPayment > 0 ? [{ name: 'Entrada', value: writeMoney(downPayment) }] : []),
          { name: 'Primeiro vencimento', value: writeDate(option.firstDueDate) },
          { name: 'Total das parcelas', value: writeMoney(option.total) },
          { name: 'Juros ao mês', value: writePercentage(option.interestPM) },
          { name: 'Custo efetivo total (CET) ao ano', value: writePercentage(option.cetPA) },
        ]}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button kind="primary" busy={busy} onPress={() => void choose()}>
        {`Escolher ${name}`}
      </Button>
    </section>
  )
}

const writePercentage = (value: number): string => `${value.toFixed(2).replace('.', ',')} %`

/** As people write it: 1.300,50. Empty means no down payment; undefined for anything else. */
function parseAmount(text: string): number | undefined {
  const written = text.trim().replace(/^R\$\s*/, '')
  if (written === '') return 0
  if (!/^(\d{1,3}(\.\d{3})+|\d{1,8})(,\d{1,2})?$/.test(written)) return undefined
  return Number(written.replaceAll('.', '').replace(',', '.'))
}
