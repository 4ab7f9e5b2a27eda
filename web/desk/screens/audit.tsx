import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import {
  AUDIT_ACTIONS,
  AUDIT_AUTHORS,
  AUDIT_FILTERS,
  type AuditFilterName,
  type AuditPage,
} from '../../../src/contract/desk-audit.ts'
import { calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { FilterField } from '../../design/filter-field.tsx'
import { Period } from '../../design/period.tsx'
import { Search } from '../../design/search.tsx'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { EmptyList } from '../../shell/empty-list.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { AuditSubject, Author } from '../parts/audit-subject.tsx'
import { type AuditFilters, addressOf, goTo, useQuery } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { ACTION_WORDS, AUTHOR_WORDS, wordOf } from '../words.ts'

const exact = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

export const screen: DeskScreen = {
  path: 'auditoria',
  List: Audit,
  tab: { name: 'Auditoria', icon: 'ledger', order: 5, action: 'audit.read' },
}

function Audit(): JSX.Element {
  const query = useQuery()
  const filters = readFilters(query)
  const loaded = useLoad<AuditPage>(`audit:${query}`, () => get(`/audit?${new URLSearchParams(filters)}`))
  const people = useRef<AuditPage['people']>([])
  people.current = loaded.data?.people ?? people.current
  const now = useRef<string | undefined>(undefined)
  now.current = loaded.data?.now ?? now.current
  return (
    <ListScreen
      title="Auditoria"
      intro="O mais novo primeiro. Cada registro guarda a impressão digital do anterior: mudar um quebra todos os seguintes."
      loaded={loaded}
      period={
        now.current && (
          <Period
            today={calendarDateAt(new Date(now.current))}
            days={{ from: filters.from ?? '', to: filters.to ?? '' }}
            onChange={days => show(filters, days)}
            all="Tudo"
          />
        )
      }
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
        <EmptyList
          title={
            page.next === undefined
              ? 'Nenhum registro com estes filtros.'
              : 'Nenhum registro ainda: procure nos mais antigos.'
          }
        />
      )}
      {page.entries.length > 0 && (
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
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== undefined && (
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          {isFiltered ? 'Procurar nos mais antigos' : 'Mais antigos'}
        </Button>
      )}
    </>
  )
}

/** The filters in the address; other words in it mean nothing. */
function readFilters(query: string): AuditFilters {
  const params = new URLSearchParams(query)
  return Object.fromEntries(
    AUDIT_FILTERS.flatMap(name => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

/** Every choice is a new address, so that it can be shared and gone back from. */
function show(filters: AuditFilters, changed: AuditFilters): void {
  const kept = Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== '')
  goTo(kept.length === 0 ? addressOf.audit : addressOf.auditOf(Object.fromEntries(kept)))
}

function AuditTools(props: { filters: AuditFilters; people: AuditPage['people'] }): JSX.Element {
  const { filters, people } = props
  const choose = (name: AuditFilterName) => (value: string) => show(filters, { [name]: value })
  const actions = AUDIT_ACTIONS.map(each => [each, ACTION_WORDS[each]] as const)
  const persons = [
    ...people.map(({ id, name }) => [id, name] as const),
    ...AUDIT_AUTHORS.map(each => [each, AUTHOR_WORDS[each]] as const),
  ]
  return (
    <div class="stack stack-tight">
      <div class="filters">
        <FilterField
          label="Pessoa"
          all="Todas"
          value={filters.person ?? ''}
          onChange={choose('person')}
          options={persons.toSorted(byWord)}
        />
        <FilterField
          label="Ação"
          all="Todas"
          value={actions.find(([each]) => each === filters.action)?.[0] ?? ''}
          onChange={choose('action')}
          options={actions.toSorted(byWord)}
        />
      </div>
      <Search
        key={filters.subject ?? ''}
        label="Sobre (transação, nota, ordem, conta…)"
        search={filters.subject ?? ''}
        onSearch={choose('subject')}
        showAll="Sobre tudo"
      />
      {Object.keys(filters).length > 0 && (
        <div>
          <Button kind="plain" wide={false} onPress={() => goTo(addressOf.audit)}>
            Limpar os filtros
          </Button>
        </div>
      )}
    </div>
  )
}

const byWord = ([, a]: readonly [string, string], [, b]: readonly [string, string]): number =>
  a.localeCompare(b, 'pt-BR')
