import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { InvitationView } from '../../src/contract/console.ts'
import { Alert } from '../design/alert.tsx'
import { Door } from '../shell/door.tsx'
import { Heading } from '../shell/heading.tsx'
import { post } from './api.ts'
import { NewAccess } from './new-access.tsx'
import { writeProblem } from './problems.ts'
import { CredentialsForm } from './sign-in.tsx'
import { ROLE_WORDS } from './words.ts'

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
    <Door>
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
            <NewAccess
              link="/invitation"
              finish="accept"
              token={token}
              email={invitation.email}
              asksName={true}
              hasPassword={false}
              isPasskeyOffered={invitation.isPasskeyOffered}
              confirm="Aceitar e entrar"
              onDone={onDone}
            />
          )}
        </>
      )}
    </Door>
  )
}

/** A link that was cut, or typed by hand, is not an invitation either. */
const explain = (error: unknown): string => writeProblem(error)
