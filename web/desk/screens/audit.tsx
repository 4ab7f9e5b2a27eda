import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AuditEntryView, AuditPage } from '../../../src/contract/desk-audit.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { useAction } from '../../design/use-action.ts'
import { get } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { ListScreen } from '../parts/list-screen.tsx'
import { Table } from '../parts/table.tsx'
import type { DeskScreen } from '../screens.tsx'
import { useLoad } from '../use-load.ts'
import {
  ACTION_WORDS,
  AUTHOR_WORDS,
  DONE_WORDS,
  KIND_WORDS,
  PICTURE_WORDS,
  REFUSAL_WORDS,
  ROLE_WORDS,
  wordOf,
} from '../words.ts'

const exact = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

export const screen: DeskScreen = {
  path: 'auditoria',
  List: Audit,
  tab: { name: 'Auditoria', order: 5, action: 'audit.read' },
}

function Audit(): JSX.Element {
  const loaded = useLoad<AuditPage>('audit', () => get('/audit'))
  return (
    <ListScreen
      title="Auditoria"
      intro="O mais novo primeiro. Cada registro guarda a impressão digital do anterior: mudar um quebra todos os seguintes."
      loaded={loaded}
    >
      {first => <Entries key={first.entries[0]?.position ?? 0} first={first} />}
    </ListScreen>
  )
}

function Entries({ first }: { first: AuditPage }): JSX.Element {
  const { explain } = useDesk()
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const older = await get<AuditPage>(`/audit?before=${page.next}`)
      setPage({ ...older, entries: [...page.entries, ...older.entries] })
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      <Table
        caption="Registros da auditoria"
        rows={page.entries}
        keyOf={row => String(row.position)}
        columns={[
          { name: 'Nº', isFigure: true, cell: row => row.position },
          { name: 'Quando', cell: row => <span class="steady">{exact.format(Date.parse(row.at))}</span> },
          { name: 'Quem', cell: nameAuthor },
          { name: 'O quê', cell: row => wordOf(ACTION_WORDS, row.action) },
          { name: 'Sobre', cell: row => <Subject row={row} /> },
          { name: 'Impressão', cell: row => <code title={row.hash}>{row.hash.slice(0, 12)}</code> },
        ]}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== undefined && (
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          Mais antigos
        </Button>
      )}
    </>
  )
}

const SHOWN_DETAILS = ['result', 'kind', 'picture', 'approve', 'role', 'why', 'method', 'route'] as const
/** Details include route paths, so not every value has a translation. */
const DETAIL_WORDS: Readonly<Record<string, string>> = {
  ...DONE_WORDS,
  ...KIND_WORDS,
  ...PICTURE_WORDS,
  ...ROLE_WORDS,
  ...REFUSAL_WORDS,
  true: 'aprovou',
  false: 'devolveu',
}
const AUTHORS: Readonly<Record<string, string>> = AUTHOR_WORDS

const nameAuthor = ({ operator, details }: AuditEntryView): string =>
  operator ?? AUTHORS[String(details.by)] ?? 'Sem sessão'

function Subject({ row }: { row: AuditEntryView }): JSX.Element {
  const details = SHOWN_DETAILS.flatMap(name => {
    const value = row.details[name]
    return value === undefined ? [] : [wordOf(DETAIL_WORDS, String(value))]
  })
  return (
    <>
      {row.subject && <code>{row.subject}</code>} <span class="soft small">{details.join(' · ')}</span>
    </>
  )
}
