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
      <Heading title="Mesa de crédito" />
      <SignInForm
        notice={notice}
        signIn={async typed => {
          await post('/sign-in', typed)
          await onDone()
        }}
        signInWithPasskey={
          canUsePasskeys()
            ? async () => {
                await signInWithPasskey(api)
                await onDone()
              }
            : undefined
        }
        explain={error => (isGivenUp(error) ? 'Nenhuma chave de acesso foi usada.' : writeProblem(error))}
      />
      <p class="soft small">Tudo o que se vê e se decide aqui fica registrado.</p>
    </Door>
  )
}
