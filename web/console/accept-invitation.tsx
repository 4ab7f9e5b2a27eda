import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AuthenticatorSetup, InvitationView } from '../../src/contract/console.ts'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { CodeField, TextField } from '../design/field.tsx'
import { Qr } from '../design/qr.tsx'
import { useAction } from '../design/use-action.ts'
import { Heading } from '../shell/heading.tsx'
import { post } from './api.ts'
import { writeProblem } from './problems.ts'
import { CredentialsForm } from './sign-in.tsx'
import { ROLE_WORDS } from './words.ts'

const CODE_DIGITS = 6
const SHORTEST_PASSWORD = 10

interface AcceptProps {
  readonly onDone: () => Promise<void>
}

/** What the link of an invitation opens. The token stands behind the number sign, which no server sees. */
export function AcceptInvitation({ onDone }: AcceptProps): JSX.Element {
  const [token] = useState(() => location.hash.slice(1))
  const [invitation, setInvitation] = useState<InvitationView>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    post<InvitationView>('/invitation', { token }).then(setInvitation, error => setProblem(explain(error)))
  }, [token])
  return (
    <main class="door stack">
      <Heading title={invitation ? `Convite da loja ${invitation.shopName}` : 'Convite'} />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {invitation && (
        <>
          <p>
            Você entra como <strong>{ROLE_WORDS[invitation.role]}</strong>, com o e-mail{' '}
            <strong>{invitation.email}</strong>.
          </p>
          {invitation.isKnown ? (
            <>
              <p>Este e-mail já entra no painel de outra loja. Entre para aceitar o convite.</p>
              <CredentialsForm email={invitation.email} invitation={token} onDone={onDone} />
            </>
          ) : (
            <NewAccess token={token} email={invitation.email} onDone={onDone} />
          )}
        </>
      )}
    </main>
  )
}

/** A link that was cut, or typed by hand, is no invitation either. */
const explain = (error: unknown): string => writeProblem(error)

function NewAccess({ token, email, onDone }: AcceptProps & { token: string; email: string }): JSX.Element {
  const [setup, setSetup] = useState<AuthenticatorSetup>()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    post<AuthenticatorSetup>('/invitation/authenticator', { token }).then(setSetup, error =>
      setProblem(writeProblem(error)),
    )
  }, [token])
  const { busy, run } = useAction(async () => {
    if (name.trim() === '') return setProblem('Escreva o seu nome.')
    if (password.length < SHORTEST_PASSWORD)
      return setProblem(`A senha precisa de pelo menos ${SHORTEST_PASSWORD} caracteres.`)
    if (setup === undefined || code.length !== CODE_DIGITS)
      return setProblem('Escreva os seis dígitos que o aplicativo mostra agora.')
    setProblem(undefined)
    try {
      await post('/invitation/accept', { token, name: name.trim(), password, code, setup: setup.setup })
      await onDone()
    } catch (error) {
      setCode('')
      setProblem(writeProblem(error))
    }
  })
  return (
    <form
      class="card stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void run()
      }}
    >
      <TextField label="Seu nome" autocomplete="name" value={name} onInput={setName} />
      {/* For the browser's store of passwords. */}
      <input
        type="email"
        class="unseen"
        aria-label="Seu e-mail"
        autocomplete="username"
        value={email}
        readOnly
        tabIndex={-1}
      />
      <TextField
        label="Senha"
        hint={`Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase que só você conhece serve bem.`}
        type="password"
        autocomplete="new-password"
        value={password}
        onInput={setPassword}
      />
      {setup && (
        <>
          <p>Leia este QR code com um aplicativo autenticador, no seu celular.</p>
          <Qr qr={setup.qr} label="QR code para o aplicativo autenticador" />
          <p class="small">
            Sem câmera? Escreva esta chave no aplicativo: <code class="breakable">{setup.secret}</code>
          </p>
        </>
      )}
      <CodeField
        label="Código do autenticador"
        hint="Os seis dígitos que o aplicativo mostra agora."
        digits={CODE_DIGITS}
        value={code}
        onInput={setCode}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy}>
        Aceitar e entrar
      </Button>
    </form>
  )
}
