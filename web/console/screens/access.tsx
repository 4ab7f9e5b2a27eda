import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ConsoleSessionList, ConsoleSessionView } from '../../../src/contract/console.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole } from '../console-context.ts'
import { ChangeAuthenticator } from '../parts/change-authenticator.tsx'
import { ChangePassword } from '../parts/change-password.tsx'
import type { ConsoleScreen } from '../screens.tsx'
import { writeMoment } from '../words.ts'

export const screen: ConsoleScreen = {
  path: 'acesso',
  action: 'session.read',
  List: Access,
  tab: { name: 'Meu acesso', icon: 'shield', order: 9 },
}

function Access(): JSX.Element {
  const loaded = useLoad<ConsoleSessionList>('sessions', () => get('/sessions'))
  return (
    <ListScreen
      title="Meu acesso"
      intro="Onde você está com o painel aberto agora. Não reconhece um navegador? Encerre a sessão e avise um proprietário da loja."
      loaded={loaded}
    >
      {({ sessions, hasPassword, hasAuthenticator }) => (
        <>
          <Table
            caption="Suas sessões"
            rows={sessions}
            keyOf={row => row.id}
            columns={[
              { name: 'Navegador', cell: row => row.browser },
              { name: 'Entrada', cell: row => <span class="steady">{writeMoment(row.openedAt)}</span> },
              { name: 'Último uso', cell: row => <span class="steady">{writeMoment(row.lastSeenAt)}</span> },
              {
                name: 'Ação',
                cell: row => (row.isCurrent ? <Tag>Esta</Tag> : <End session={row} onDone={loaded.reload} />),
              },
            ]}
          />
          {sessions.length > 1 && <EndOthers onDone={loaded.reload} />}
          {hasAuthenticator && <ChangePassword onDone={loaded.reload} />}
          <ChangeAuthenticator
            hasPassword={hasPassword}
            hasAuthenticator={hasAuthenticator}
            onDone={loaded.reload}
          />
        </>
      )}
    </ListScreen>
  )
}

function End({ session, onDone }: { session: ConsoleSessionView; onDone: () => void }): JSX.Element {
  return (
    <Ending path={`/sessions/${session.id}/end`} onDone={onDone} name="Encerrar" about={session.browser} />
  )
}

const EndOthers = ({ onDone }: { onDone: () => void }): JSX.Element => (
  <Ending path="/sessions/end-others" onDone={onDone} name="Encerrar todas as outras" />
)

interface EndingProps {
  readonly path: string
  readonly name: string
  readonly about?: string
  readonly onDone: () => void
}

function Ending({ path, name, about, onDone }: EndingProps): JSX.Element {
  const { explain } = useConsole()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      await post(path)
      onDone()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      <div>
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          {name} {about && <span class="unseen">{about}</span>}
        </Button>
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
    </>
  )
}
