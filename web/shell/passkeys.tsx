import type { JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { PASSKEY_LABEL_LENGTH, type PasskeyList, type PasskeyView } from '../../src/contract/desk-passkeys.ts'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { TextField } from '../design/field.tsx'
import { Table } from '../design/table.tsx'
import { useAction } from '../design/use-action.ts'
import type { StaffApi } from './api.ts'
import { ListScreen } from './list-screen.tsx'
import { canUsePasskeys, createPasskey, isGivenUp, isKnownAlready } from './passkey.ts'
import { StaffPagesContext } from './staff-pages.ts'
import { useLoad } from './use-load.ts'

const exact = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})

/** The own passkeys: listed, made and removed. */
export function Passkeys({ api }: { api: StaffApi }): JSX.Element {
  const loaded = useLoad<PasskeyList>('passkeys', () => api.get('/passkeys'))
  return (
    <ListScreen
      title="Chaves de acesso"
      intro="Entre com a digital, o rosto ou o PIN do seu aparelho, sem senha e sem código. A chave não sai do aparelho."
      loaded={loaded}
    >
      {({ passkeys, isOffered }) => (
        <>
          {isOffered && canUsePasskeys() ? (
            <NewPasskey api={api} onDone={loaded.reload} />
          ) : (
            <Alert>Chaves de acesso precisam de um endereço com nome e https.</Alert>
          )}
          {passkeys.length === 0 ? (
            <EmptyState title="Você ainda não tem chaves de acesso." />
          ) : (
            <Table
              caption="Suas chaves de acesso"
              rows={passkeys}
              keyOf={row => row.id}
              columns={[
                { name: 'Nome', cell: row => row.label },
                { name: 'Criada', cell: row => <Time at={row.createdAt} /> },
                {
                  name: 'Último uso',
                  cell: row => (row.lastUsedAt ? <Time at={row.lastUsedAt} /> : 'Nunca'),
                },
                { name: 'Ação', cell: row => <Removal api={api} passkey={row} onDone={loaded.reload} /> },
              ]}
            />
          )}
        </>
      )}
    </ListScreen>
  )
}

const Time = ({ at }: { at: string }): JSX.Element => (
  <span class="steady">{exact.format(Date.parse(at))}</span>
)

function NewPasskey({ api, onDone }: { api: StaffApi; onDone: () => void }): JSX.Element {
  const { explain } = useContext(StaffPagesContext)
  const [label, setLabel] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    if (label.trim() === '') {
      setProblem('Dê um nome à chave, para reconhecê-la depois.')
      return
    }
    setProblem(undefined)
    try {
      await createPasskey(api, label.trim())
      setLabel('')
      onDone()
    } catch (error) {
      setProblem(explainCreation(error) ?? explain(error))
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
      <TextField
        label="Nome da nova chave"
        hint="Por exemplo, o aparelho em que ela fica."
        maxlength={PASSKEY_LABEL_LENGTH}
        value={label}
        onInput={setLabel}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" wide={false} busy={busy}>
        Criar chave de acesso
      </Button>
    </form>
  )
}

function explainCreation(error: unknown): string | undefined {
  if (isGivenUp(error)) return 'A chave não foi criada. Tente de novo.'
  return isKnownAlready(error) ? 'Este aparelho já tem uma chave sua.' : undefined
}

function Removal({
  api,
  passkey,
  onDone,
}: {
  api: StaffApi
  passkey: PasskeyView
  onDone: () => void
}): JSX.Element {
  const { explain } = useContext(StaffPagesContext)
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      await api.post(`/passkeys/${passkey.id}/remove`)
      onDone()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
        Remover <span class="unseen">{passkey.label}</span>
      </Button>
      {problem && <Alert tone="bad">{problem}</Alert>}
    </>
  )
}
