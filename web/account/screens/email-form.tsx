import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { type Around, useSend } from '../use-send.ts'

/** A typing slip is found here; what counts is what the server accepts. */
const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function EmailForm(around: Around): JSX.Element {
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
