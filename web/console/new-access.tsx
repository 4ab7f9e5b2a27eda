import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AuthenticatorSetup } from '../../src/contract/console.ts'
import type { PasskeyCreation } from '../../src/contract/desk-passkeys.ts'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Segmented } from '../design/segmented.tsx'
import { useAction } from '../design/use-action.ts'
import { canUsePasskeys, isGivenUp, isKnownAlready, makePasskey } from '../shell/passkey.ts'
import { post } from './api.ts'
import { CODE_DIGITS, NewAuthenticator } from './parts/new-authenticator.tsx'
import { writeProblem } from './problems.ts'

const SHORTEST_PASSWORD = 10
const WAYS = [
  ['authenticator', 'Autenticador'],
  ['passkey', 'Chave de acesso'],
] as const
type Way = (typeof WAYS)[number][0]

interface NewAccessProps {
  /** Where the link's requests go: /invitation or /reset. */
  readonly link: string
  /** What accepts a password and an authenticator, below it. */
  readonly finish: string
  readonly token: string
  readonly email: string
  readonly asksName: boolean
  /** It is typed, not set; a passkey stands beside it. */
  readonly hasPassword: boolean
  readonly isPasskeyOffered: boolean
  readonly confirm: string
  readonly onDone: () => Promise<void>
}

/** How somebody with a link will sign in from now on: an authenticator beside the password, or a passkey. */
export function NewAccess(props: NewAccessProps): JSX.Element {
  const { link, finish, token, email, asksName, hasPassword, isPasskeyOffered, confirm, onDone } = props
  const [way, setWay] = useState<Way>('authenticator')
  const [setup, setSetup] = useState<AuthenticatorSetup>()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const isByKey = way === 'passkey'
  const asksPassword = hasPassword || !isByKey
  useEffect(() => {
    post<AuthenticatorSetup>(`${link}/authenticator`, { token }).then(setSetup, error =>
      setProblem(writeProblem(error)),
    )
  }, [link, token])
  const findMissing = (): string | undefined => {
    if (asksName && name.trim() === '') return 'Escreva o seu nome.'
    if (asksPassword && password.length < SHORTEST_PASSWORD)
      return `A senha precisa de pelo menos ${SHORTEST_PASSWORD} caracteres.`
    if (!isByKey && (setup === undefined || code.length !== CODE_DIGITS))
      return 'Escreva os seis dígitos que o aplicativo mostra agora.'
    return undefined
  }
  const { busy, run } = useAction(async () => {
    const missing = findMissing()
    setProblem(missing)
    if (missing !== undefined) return
    const typed = {
      token,
      ...(asksName && { name: name.trim() }),
      ...(asksPassword && { password }),
    }
    try {
      if (isByKey) {
        const creation = await post<PasskeyCreation & { setup?: string }>(`${link}/passkey/challenge`, {
          token,
        })
        const sealed = creation.setup === undefined ? {} : { setup: creation.setup }
        await post(`${link}/passkey`, { ...typed, ...sealed, ...(await makePasskey(creation)) })
      } else {
        await post(`${link}/${finish}`, { ...typed, code, setup: setup?.setup })
      }
      await onDone()
    } catch (error) {
      setCode('')
      const isUnmade = isGivenUp(error) || isKnownAlready(error)
      setProblem(isUnmade ? 'A chave não foi criada. Tente de novo.' : writeProblem(error))
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
      {asksName && <TextField label="Seu nome" autocomplete="name" value={name} onInput={setName} />}
      {isPasskeyOffered && canUsePasskeys() && (
        <Segmented label="Como você vai entrar" options={WAYS} value={way} onChange={setWay} />
      )}
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
      {asksPassword && (
        <TextField
          label={hasPassword ? 'Sua senha' : 'Senha'}
          {...(!hasPassword && {
            hint: `Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase que só você conhece serve bem.`,
          })}
          type="password"
          autocomplete={hasPassword ? 'current-password' : 'new-password'}
          value={password}
          onInput={setPassword}
        />
      )}
      {isByKey ? (
        <p>
          A chave fica no seu aparelho, e você entra com a digital, o rosto ou o PIN dele, sem senha e sem
          código.
        </p>
      ) : (
        <NewAuthenticator setup={setup} code={code} onCode={setCode} />
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy}>
        {isByKey ? 'Criar a chave e entrar' : confirm}
      </Button>
    </form>
  )
}
