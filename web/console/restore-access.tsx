import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ResetView } from '../../src/contract/console.ts'
import { Alert } from '../design/alert.tsx'
import { Door } from '../shell/door.tsx'
import { Heading } from '../shell/heading.tsx'
import { post } from './api.ts'
import { NewAccess } from './new-access.tsx'
import { writeProblem } from './problems.ts'

/** What the link of a reset opens, for somebody who lost the authenticator. The token stands behind the number sign. */
export function RestoreAccess({ onDone }: { readonly onDone: () => Promise<void> }): JSX.Element {
  const [token] = useState(() => location.hash.slice(1))
  const [reset, setReset] = useState<ResetView>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    post<ResetView>('/reset', { token }).then(setReset, error => setProblem(writeProblem(error)))
  }, [token])
  return (
    <Door>
      <Heading title="Novo acesso ao painel" />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {reset && (
        <>
          <p>
            Olá, {reset.name}. Você entra com o e-mail <strong>{reset.email}</strong>.{' '}
            {reset.hasPassword
              ? 'A sua senha continua a mesma. Configure um novo autenticador ou uma chave de acesso.'
              : 'Configure uma chave de acesso, ou uma senha e um autenticador.'}
          </p>
          <NewAccess
            link="/reset"
            finish="finish"
            token={token}
            email={reset.email}
            asksName={false}
            hasPassword={reset.hasPassword}
            isPasskeyOffered={reset.isPasskeyOffered}
            confirm="Salvar e entrar"
            onDone={onDone}
          />
        </>
      )}
    </Door>
  )
}
