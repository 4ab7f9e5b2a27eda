import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CODE_DIGITS, type CodePurpose, type OnboardingState } from '../../../src/contract/onboarding.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { CodeField } from '../../design/field.tsx'
import { writeCountdown } from '../../design/format.ts'
import type { OnboardingClient } from '../client.ts'
import { type Surroundings, useSend } from '../use-send.ts'

interface CodeFormProps extends Surroundings {
  readonly state: OnboardingState
  readonly purpose: CodePurpose
  readonly ask: string
  readonly submit: string
  onCode(client: OnboardingClient, code: string): ReturnType<OnboardingClient['act']>
}

/** Asks for a code on the customer's phone, then for its digits. */
export function CodeForm(props: CodeFormProps): JSX.Element {
  const { state, purpose, client } = props
  const [code, setCode] = useState('')
  const sending = useSend(props)
  const entering = useSend(props)
  const sent = state.code?.purpose === purpose ? state.code : undefined
  const field = useRef<HTMLInputElement>(null)
  const isAsked = useRef(false)
  const waitSeconds = useSecondsUntil(sent?.resendAt, client)

  // The pressed button is gone, and the next thing to do is to enter the digits.
  useEffect(() => {
    if (sent !== undefined && isAsked.current) field.current?.focus()
  }, [sent?.expiresAt])

  async function askForCode(): Promise<void> {
    setCode('')
    isAsked.current = true
    entering.setProblem(undefined)
    await sending.run(async each => {
      const reply = await each.act('code', { purpose })
      if (reply.kind === 'state') announce(`Código enviado para ${state.maskedPhone}.`)
      return reply
    })
  }

  async function enterCode(): Promise<void> {
    if (code.length < CODE_DIGITS)
      return entering.setProblem(`O código tem ${CODE_DIGITS} números. Confira a mensagem que você recebeu.`)
    await entering.run(each => props.onCode(each, code))
  }

  if (sent === undefined)
    return (
      <div class="stack">
        {sending.problem && <Alert tone="bad">{sending.problem}</Alert>}
        <Button busy={sending.busy} onPress={() => void askForCode()}>
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
        label="Código recebido por SMS"
        hint={`Enviado para ${state.maskedPhone}. Vale por 10 minutos.`}
        field={field}
        digits={CODE_DIGITS}
        value={code}
        onInput={setCode}
        problem={entering.problem}
      />
      <Button type="submit" busy={entering.busy}>
        {props.submit}
      </Button>
      {sending.problem && <Alert tone="bad">{sending.problem}</Alert>}
      {waitSeconds > 0 ? (
        <p class="soft small centered">Não chegou? Peça outro em {writeCountdown(waitSeconds)}</p>
      ) : (
        <Button kind="plain" busy={sending.busy} onPress={() => void askForCode()}>
          Enviar outro código
        </Button>
      )}
    </form>
  )
}

/** Counts by the server's clock; 0 when the time is over. */
function useSecondsUntil(iso: string | undefined, client: OnboardingClient): number {
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
