import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CODE_DIGITS } from '../../src/contract/onboarding.ts'
import { Alert } from '../design/alert.tsx'
import { announce } from '../design/announce.ts'
import { Button } from '../design/button.tsx'
import { CodeField } from '../design/field.tsx'
import { writeCountdown } from '../design/format.ts'
import type { Reply } from './exchange.ts'
import type { Sending } from './use-sending.ts'

interface CodeEntryProps<Client extends { now(): number }> {
  readonly client: Client
  /** The code that can be entered now; absent before one was sent, and when it is worth nothing any more. */
  readonly sent: { readonly expiresAt: string; readonly resendAt: string } | undefined
  readonly maskedPhone: string
  /** Said instead of where the code went, on a page that must not tell whether one was sent. */
  readonly unsure?: { readonly label: string; readonly hint: string; readonly announced: string }
  readonly ask: string
  readonly submit: string
  /** Said while the code is being checked, where that takes a while. */
  readonly checking?: string
  readonly asking: Sending<Client>
  readonly entering: Sending<Client>
  onAsk(client: Client): Promise<Reply<unknown>>
  onCode(client: Client, code: string): Promise<Reply<unknown>>
}

/** Asks for a code on the customer's phone, then for its digits. */
export function CodeEntry<Client extends { now(): number }>(props: CodeEntryProps<Client>): JSX.Element {
  const { client, sent, maskedPhone, unsure, asking, entering } = props
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isAsked = useRef(false)
  const waitSeconds = useSecondsUntil(sent?.resendAt, client)

  // The button that was pressed has gone, and the digits are what comes next.
  useEffect(() => {
    if (sent !== undefined && isAsked.current) field.current?.focus()
  }, [sent?.expiresAt])

  async function askForCode(): Promise<void> {
    setCode('')
    isAsked.current = true
    entering.setProblem(undefined)
    await asking.run(async each => {
      const reply = await props.onAsk(each)
      if (reply.kind === 'state') announce(unsure?.announced ?? `Código enviado para ${maskedPhone}.`)
      return reply
    })
  }

  async function enterCode(): Promise<void> {
    if (code.length < CODE_DIGITS)
      entering.setProblem(`O código tem ${CODE_DIGITS} dígitos. Confira a mensagem que você recebeu.`)
    else await entering.run(each => props.onCode(each, code))
    field.current?.focus()
  }

  // A code that was tried too often is worth nothing: what was wrong is said here too.
  const problem = asking.problem ?? (sent === undefined ? entering.problem : undefined)
  if (sent === undefined)
    return (
      <div class="stack">
        {problem && <Alert tone="bad">{problem}</Alert>}
        <Button busy={asking.busy} onPress={() => void askForCode()}>
          {props.ask}
        </Button>
      </div>
    )
  return (
    <form
      class="stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void enterCode()
      }}
    >
      <CodeField
        label={unsure?.label ?? 'Código recebido por SMS'}
        hint={
          unsure?.hint ?? `Enviado para ${maskedPhone}. Vale por 10 minutos. Não compartilhe este código.`
        }
        field={field}
        digits={CODE_DIGITS}
        value={code}
        onInput={setCode}
        problem={entering.problem}
      />
      <Button type="submit" busy={entering.busy}>
        {props.submit}
      </Button>
      {entering.busy && props.checking && <p class="soft small centered">{props.checking}</p>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {waitSeconds > 0 ? (
        <p class="soft small centered">Não chegou? Peça outro em {writeCountdown(waitSeconds)}</p>
      ) : (
        <Button kind="plain" busy={asking.busy} onPress={() => void askForCode()}>
          Enviar outro código
        </Button>
      )}
    </form>
  )
}

/** Counts by the server's clock; 0 when the time has come. */
function useSecondsUntil(iso: string | undefined, client: { now(): number }): number {
  const compute = (): number =>
    iso === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(iso) - client.now()) / 1_000))
  const [seconds, setSeconds] = useState(compute)
  useEffect(() => {
    setSeconds(compute)
    const timer = setInterval(() => setSeconds(compute), 1_000)
    return () => clearInterval(timer)
  }, [iso])
  return seconds
}
