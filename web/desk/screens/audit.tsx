import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { AuditPage } from '../../../src/contract/desk-audit.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { get } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { AuditSubject, Author } from '../parts/audit-subject.tsx'
import { AuditTools, readFilters } from '../parts/audit-tools.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { type AuditFilters, useQuery } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { useLoad } from '../use-load.ts'
import { ACTION_WORDS, wordOf } from '../words.ts'

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
  const query = useQuery()
  const filters = readFilters(query)
  const loaded = useLoad<AuditPage>(`audit:${query}`, () => get(`/audit?${new URLSearchParams(filters)}`))
  const people = useRef<AuditPage['people']>([])
  people.current = loaded.data?.people ?? people.current
  return (
    <ListScreen
      title="Auditoria"
      intro="O mais novo primeiro. Cada registro guarda a impressão digital do anterior: mudar um quebra todos os seguintes."
      loaded={loaded}
      tools={<AuditTools filters={filters} people={people.current} />}
    >
      {first => <Entries key={`${query}:${first.entries[0]?.position}`} first={first} filters={filters} />}
    </ListScreen>
  )
}

function Entries({ first, filters }: { first: AuditPage; filters: AuditFilters }): JSX.Element {
  const { explain } = useDesk()
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const query = new URLSearchParams({ ...filters, before: String(page.next) })
      const older = await get<AuditPage>(`/audit?${query}`)
      setProblem(undefined)
      setPage({ ...older, entries: [...page.entries, ...older.entries] })
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      {page.entries.length === 0 && (
        <Empty>
          {page.next === undefined
            ? 'Nenhum registro com estes filtros.'
            : 'Nenhum registro ainda: procure nos mais antigos.'}
        </Empty>
      )}
      <Table
        caption="Registros da auditoria"
        rows={page.entries}
        keyOf={row => String(row.position)}
        columns={[
          { name: 'Nº', isFigure: true, cell: row => row.position },
          { name: 'Quando', cell: row => <span class="steady">{exact.format(Date.parse(row.at))}</span> },
          { name: 'Quem', cell: row => <Author row={row} filters={filters} /> },
          { name: 'O quê', cell: row => wordOf(ACTION_WORDS, row.action) },
          { name: 'Sobre', cell: row => <AuditSubject row={row} /> },
          { name: 'Impressão', cell: row => <code title={row.hash}>{row.hash.slice(0, 12)}</code> },
        ]}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== undefined && (
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          {isFiltered ? 'Procurar nos mais antigos' : 'Mais antigos'}
        </Button>
      )}
    </>
  )
}
