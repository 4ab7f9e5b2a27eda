import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import {
  ACCOUNT_PATH,
  type AccountRequest,
  type CustomerRequestKind,
  MAX_REQUEST_LENGTH,
} from '../../../src/contract/account.ts'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { LongTextField, TextField } from '../../design/field.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate } from '../../design/format.ts'
import { Tag } from '../../design/tag.tsx'
import { type AccountScreenProps, type Around, useSend } from '../use-send.ts'
import { REQUEST_KINDS } from '../words.ts'

export function MyData(props: AccountScreenProps): JSX.Element {
  const { account, ...around } = props
  const { name, requests } = account
  return (
    <>
      <Heading title="Meus dados">O que sabemos de você, e o que você pode pedir.</Heading>
      <Card title="Cadastro">
        <Figures
          rows={[
            ...(name === undefined ? [] : [{ name: 'Nome', value: name }]),
            { name: 'CPF', value: account.maskedCpf },
            { name: 'Celular', value: account.maskedPhone },
            { name: 'E-mail', value: account.email },
          ]}
        />
        <EmailForm {...around} />
      </Card>
      <Card title="Todos os meus dados">
        <p class="soft">Um arquivo com seus dados, compras, parcelas, pagamentos e pedidos.</p>
        <LinkButton href={`${ACCOUNT_PATH}/meus-dados.json`} icon="download" download="meus-dados.json">
          Baixar meus dados
        </LinkButton>
      </Card>
      <RequestForm {...props} />
      {requests.length > 0 && (
        <Card title="Meus pedidos">
          <ol class="requests">
            {requests.map(request => (
              <Request key={request.id} request={request} />
            ))}
          </ol>
        </Card>
      )}
    </>
  )
}

function Request({ request }: { request: AccountRequest }): JSX.Element {
  const { kind, text, openedOn, answerUntil, answer, answeredOn } = request
  return (
    <li class="stack stack-tight">
      <div class="pair">
        <strong>{REQUEST_KINDS[kind]}</strong>
        {answer === undefined ? <Tag>Em análise</Tag> : <Tag tone="good">Respondido</Tag>}
      </div>
      <p class="soft small">
        {answeredOn === undefined
          ? `Feito em ${writeDate(openedOn)}. Respondemos até ${writeDate(answerUntil)}.`
          : `Feito em ${writeDate(openedOn)} e respondido em ${writeDate(answeredOn)}.`}
      </p>
      <p>{text}</p>
      {answer && (
        <p>
          <strong>Resposta:</strong> {answer}
        </p>
      )}
    </li>
  )
}

/** A typing slip is found here; what counts is what the server accepts. */
const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function EmailForm(around: Around): JSX.Element {
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [isDone, setDone] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useSend(around)

  async function submit(): Promise<void> {
    const written = email.trim()
    if (!EMAIL_FORM.test(written)) {
      setWrong('Este e-mail não parece completo. Confira.')
      field.current?.focus()
      return
    }
    await run(async client => {
      const reply = await client.act('email', { email: written })
      if (reply.kind === 'state') {
        setEmail('')
        setDone(true)
        announce('E-mail trocado.')
      }
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
      <TextField
        label="Novo e-mail"
        hint="Contratos, boletos e avisos das suas compras vão para o seu e-mail."
        field={field}
        type="email"
        inputmode="email"
        autocapitalize="none"
        autocomplete="email"
        maxlength={254}
        value={email}
        problem={wrong}
        onInput={text => {
          setEmail(text)
          setDone(false)
          if (wrong !== undefined && EMAIL_FORM.test(text.trim())) setWrong(undefined)
        }}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {isDone && <Alert tone="good">E-mail trocado.</Alert>}
      <Button type="submit" kind="quiet" busy={busy}>
        Trocar e-mail
      </Button>
    </form>
  )
}

const HINTS: Readonly<Record<CustomerRequestKind, string>> = {
  REVIEW: 'Uma pessoa olha de novo uma decisão que o sistema tomou sozinho, como uma compra recusada.',
  CORRECTION: 'Nome, endereço ou celular errado: diga o que está errado e como é o certo.',
  ERASURE:
    'Apagamos o que a lei permite. O que o contrato e os impostos exigem fica guardado pelo prazo legal.',
}
const KINDS = Object.keys(HINTS) as CustomerRequestKind[]

/** What a person must answer. */
function RequestForm({ account, ...around }: AccountScreenProps): JSX.Element {
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
