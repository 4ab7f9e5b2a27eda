import type { JSX } from 'preact'
import { Door } from '../shell/door.tsx'
import { Heading } from '../shell/heading.tsx'
import { canUsePasskeys, isGivenUp, signInWithPasskey } from '../shell/passkey.ts'
import { SignInForm } from '../shell/sign-in.tsx'
import { api, post } from './api.ts'
import { writeProblem } from './problems.ts'

interface SignInProps {
  readonly notice: string | undefined
  readonly onDone: () => Promise<void>
}

export function SignIn({ notice, onDone }: SignInProps): JSX.Element {
  return (
    <Door>
      <Heading title="Painel da loja" />
      <CredentialsForm notice={notice} onDone={onDone} />
      <p class="soft small">Tudo o que se faz aqui fica registrado.</p>
    </Door>
  )
}

interface CredentialsFormProps {
  readonly notice?: string | undefined
  readonly email?: string | undefined
  /** Signing in accepts it. */
  readonly invitation?: string | undefined
  readonly onDone: () => Promise<void>
}

export function CredentialsForm({ notice, email, invitation, onDone }: CredentialsFormProps): JSX.Element {
  return (
    <SignInForm
      notice={notice}
      email={email}
      signIn={async typed => {
        await post('/sign-in', { ...typed, ...(invitation && { invitation }) })
        await onDone()
      }}
      signInWithPasskey={
        canUsePasskeys()
          ? async () => {
              await signInWithPasskey(api, invitation === undefined ? {} : { invitation })
              await onDone()
            }
          : undefined
      }
      explain={error => (isGivenUp(error) ? 'Nenhuma chave de acesso foi usada.' : writeProblem(error))}
    />
  )
}
