import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { CodeField, TextField } from '../design/field.tsx'
import { useAction } from '../design/use-action.ts'
import { post } from './api.ts'
import { Heading } from './parts/heading.tsx'
import { canUsePasskeys, isGivenUp, signInWithPasskey } from './passkey.ts'
import { writeProblem } from './problems.ts'

const CODE_DIGITS = 6

interface SignInProps {
  readonly notice: string | undefined
  readonly onDone: () => Promise<void>
}

export function SignIn({ notice, onDone }: SignInProps): JSX.Element {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    if (email === '' || password === '' || code.length !== CODE_DIGITS) {
      setProblem('Preencha e-mail, senha e os seis dígitos do código.')
      return
    }
    try {
      await post('/sign-in', { email, password, code })
      await onDone()
    } catch (error) {
      setCode('')
      setProblem(writeProblem(error))
    }
  })
  const { busy: isAsking, run: runPasskey } = useAction(async () => {
    try {
      await signInWithPasskey()
      await onDone()
    } catch (error) {
      setProblem(isGivenUp(error) ? 'Nenhuma chave de acesso foi usada.' : writeProblem(error))
    }
  })
  return (
    <main class="door stack">
      <Heading title="Mesa de crédito" />
      {notice && !problem && <Alert>{notice}</Alert>}
      <form
        class="card stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <TextField label="E-mail" type="email" autocomplete="username" value={email} onInput={setEmail} />
        <TextField
          label="Senha"
          type="password"
          autocomplete="current-password"
          value={password}
          onInput={setPassword}
        />
        <CodeField
          label="Código do autenticador"
          hint="Os seis dígitos que o aplicativo mostra agora."
          digits={CODE_DIGITS}
          value={code}
          onInput={setCode}
        />
        {problem && <Alert tone="bad">{problem}</Alert>}
        <Button type="submit" busy={busy}>
          Entrar
        </Button>
        {canUsePasskeys() && (
          <Button kind="quiet" busy={isAsking} onPress={() => void runPasskey()}>
            Entrar com chave de acesso
          </Button>
        )}
      </form>
      <p class="soft small">Tudo o que se vê e se decide aqui fica registrado.</p>
    </main>
  )
}
