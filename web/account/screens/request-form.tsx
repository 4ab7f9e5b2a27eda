import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { type CustomerRequestKind, MAX_REQUEST_LENGTH } from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { LongTextField } from '../../design/field.tsx'
import { type AccountScreenProps, useSend } from '../use-send.ts'
import { REQUEST_KINDS } from '../words.ts'

const HINTS: Readonly<Record<CustomerRequestKind, string>> = {
  REVIEW: 'Uma pessoa olha de novo uma decisão que o sistema tomou sozinho, como uma compra recusada.',
  CORRECTION: 'Nome, endereço ou celular errado: diga o que está errado e como é o certo.',
  ERASURE:
    'Apagamos o que a lei permite. O que o contrato e os impostos exigem fica guardado pelo prazo legal.',
}
const KINDS = Object.keys(HINTS) as CustomerRequestKind[]

/** What a person must answer. */
export function RequestForm({ account, ...around }: AccountScreenProps): JSX.Element {
  const refused = account.purchases.find(({ canAskReview }) => canAskReview)
  const [kind, setKind] = useState<CustomerRequestKind>(refused === undefined ? 'CORRECTION' : 'REVIEW')
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [isDone, setDone] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { busy, problem, run } = useSend(around)

  async function submit(): Promise<void> {
    if (text.trim() === '') {
      setWrong('Escreva o que você precisa.')
      field.current?.focus()
      return
    }
    await run(async client => {
      const about = kind === 'REVIEW' && refused !== undefined ? { transactionId: refused.id } : {}
      const reply = await client.act('requests', { kind, text: text.trim(), ...about })
      if (reply.kind === 'state') {
        setText('')
        setDone(true)
        announce('Pedido enviado.')
      }
      return reply
    })
  }

  return (
    <Card title="Fazer um pedido">
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <Choices
          legend="O que você precisa?"
          look="rows"
          hint="Uma pessoa responde em até 15 dias, aqui mesmo."
        >
          {KINDS.map(each => (
            <Choice key={each} name="kind" checked={kind === each} onChoose={() => setKind(each)}>
              <strong>{REQUEST_KINDS[each]}</strong>
              <span class="soft small">{HINTS[each]}</span>
            </Choice>
          ))}
        </Choices>
        <LongTextField
          label="Conte o que aconteceu"
          field={field}
          maxlength={MAX_REQUEST_LENGTH}
          value={text}
          problem={wrong}
          onInput={written => {
            setText(written)
            setDone(false)
            if (written.trim() !== '') setWrong(undefined)
          }}
        />
        {problem && <Alert tone="bad">{problem}</Alert>}
        {isDone && <Alert tone="good">Pedido enviado. A resposta aparece aqui, em Meus pedidos.</Alert>}
        <Button type="submit" busy={busy}>
          Enviar pedido
        </Button>
      </form>
    </Card>
  )
}
