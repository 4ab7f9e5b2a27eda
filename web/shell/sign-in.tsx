import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { CodeField, TextField } from '../design/field.tsx'
import { useAction } from '../design/use-action.ts'

const CODE_DIGITS = 6

export interface TypedCredentials {
  readonly email: string
  readonly password: string
  readonly code: string
}

interface SignInFormProps {
  /** Why somebody has to sign in. */
  readonly notice?: string | undefined
  /** Known already: somebody signs in again, or was invited. */
  readonly email?: string | undefined
  readonly signIn: (typed: TypedCredentials) => Promise<void>
  /** Undefined where passkeys are not offered. */
  readonly signInWithPasskey?: (() => Promise<void>) | undefined
  readonly explain: (error: unknown) => string
}

/** E-mail, password and code, or a passkey: the same for all staff. */
export function SignInForm(props: SignInFormProps): JSX.Element {
  const { notice, signIn, signInWithPasskey, explain } = props
  const [email, setEmail] = useState(props.email ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    if (email === '' || password === '' || code.length !== CODE_DIGITS) {
      setProblem('Preencha e-mail, senha e os seis dígitos do código.')
      return
    }
    try {
      await signIn({ email, password, code })
    } catch (error) {
      setCode('')
      setProblem(explain(error))
    }
  })
  const { busy: isAsking, run: runPasskey } = useAction(async () => {
    try {
      await signInWithPasskey?.()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
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
        {signInWithPasskey && (
          <Button kind="quiet" busy={isAsking} onPress={() => void runPasskey()}>
            Entrar com chave de acesso
          </Button>
        )}
      </form>
    </>
  )
}
