import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AuthenticatorSetup, ConsoleSessionList } from '../../../src/contract/console.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { CodeField, TextField } from '../../design/field.tsx'
import { useModal } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useConsole } from '../console-context.ts'
import { FormModal } from './form-modal.tsx'
import { CODE_DIGITS, NewAuthenticator } from './new-authenticator.tsx'

const EMPTY = { password: '', code: '', newCode: '' }
const SHORTEST = 10

interface ChangeAuthenticatorProps extends Pick<ConsoleSessionList, 'hasPassword' | 'hasAuthenticator'> {
  readonly onDone: () => void
}

/** Another authenticator, or the first one of somebody who signs in by passkey. All other sessions end with it. */
export function ChangeAuthenticator(props: ChangeAuthenticatorProps): JSX.Element {
  const { hasPassword, hasAuthenticator, onDone } = props
  const { explain } = useConsole()
  const modal = useModal()
  const [setup, setSetup] = useState<AuthenticatorSetup>()
  const [draft, setDraft] = useState(EMPTY)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = (field: keyof typeof EMPTY) => (value: string) => setDraft({ ...draft, [field]: value })
  const { busy, run } = useAction(async () => {
    try {
      setProblem(undefined)
      setSetup(await post<AuthenticatorSetup>('/session/authenticator/setup'))
    } catch (error) {
      setProblem(explain(error))
    }
  })
  // What is in the form takes the focus: it opens with it.
  useEffect(() => {
    if (setup !== undefined) modal.open()
  }, [setup, modal])
  const title = hasAuthenticator ? 'Trocar o autenticador' : 'Configurar um autenticador'
  return (
    <div>
      {isDone && <Alert>Autenticador configurado. As suas outras sessões terminaram.</Alert>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
        {title}
      </Button>
      <FormModal
        modal={modal}
        title={title}
        confirm="Salvar"
        findProblem={() => {
          if (!hasPassword && draft.password.length < SHORTEST)
            return `A senha precisa de ao menos ${SHORTEST} caracteres.`
          const isMissing = draft.password === '' || (hasAuthenticator && draft.code === '')
          return isMissing || draft.newCode.length !== CODE_DIGITS ? 'Preencha todos os campos.' : undefined
        }}
        send={async () => {
          const { code, ...typed } = draft
          const old = hasAuthenticator ? { code } : {}
          await post('/session/authenticator', { ...typed, ...old, setup: setup?.setup })
          modal.close()
          setSetup(undefined)
          setDraft(EMPTY)
          setDone(true)
          onDone()
        }}
      >
        {setup && (
          <>
            <TextField
              label={hasPassword ? 'Senha atual' : 'Senha'}
              {...(!hasPassword && { hint: `Pelo menos ${SHORTEST} caracteres.` })}
              type="password"
              autocomplete={hasPassword ? 'current-password' : 'new-password'}
              value={draft.password}
              onInput={change('password')}
            />
            {hasAuthenticator && (
              <CodeField
                label="Código do autenticador atual"
                digits={CODE_DIGITS}
                value={draft.code}
                onInput={change('code')}
              />
            )}
            <NewAuthenticator
              setup={setup}
              label="Código do novo autenticador"
              code={draft.newCode}
              onCode={change('newCode')}
            />
          </>
        )}
      </FormModal>
    </div>
  )
}
