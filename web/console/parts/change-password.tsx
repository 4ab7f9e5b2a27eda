import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { CodeField, TextField } from '../../design/field.tsx'
import { useModal } from '../../design/modal.tsx'
import { post } from '../api.ts'
import { FormModal } from './form-modal.tsx'

const EMPTY = { password: '', code: '', newPassword: '' }
const SHORTEST = 10

/** All other sessions of the person end with it. */
export function ChangePassword({ onDone }: { onDone: () => void }): JSX.Element {
  const modal = useModal()
  const [draft, setDraft] = useState(EMPTY)
  const [isDone, setDone] = useState(false)
  const change = (field: keyof typeof EMPTY) => (value: string) => setDraft({ ...draft, [field]: value })
  return (
    <div>
      {isDone && <Alert>Senha mudada. As suas outras sessões terminaram.</Alert>}
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Mudar a minha senha
      </Button>
      <FormModal
        modal={modal}
        title="Mudar a minha senha"
        confirm="Mudar a senha"
        findProblem={() => {
          if (draft.password === '' || draft.code === '') return 'Preencha a senha atual e o código.'
          return draft.newPassword.length < SHORTEST
            ? `A nova senha precisa de ao menos ${SHORTEST} caracteres.`
            : undefined
        }}
        send={async () => {
          await post('/session/password', draft)
          modal.close()
          setDraft(EMPTY)
          setDone(true)
          onDone()
        }}
      >
        <TextField
          label="Senha atual"
          type="password"
          autocomplete="current-password"
          value={draft.password}
          onInput={change('password')}
        />
        <CodeField label="Código do autenticador" digits={6} value={draft.code} onInput={change('code')} />
        <TextField
          label="Nova senha"
          type="password"
          autocomplete="new-password"
          value={draft.newPassword}
          onInput={change('newPassword')}
        />
      </FormModal>
    </div>
  )
}
