import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { CONSOLE_ROLES } from '../../../src/contract/console.ts'
import {
  CONSOLE_AUDIT_ACTIONS,
  CONSOLE_AUDIT_FILTERS,
  type ConsoleAuditEntry,
  type ConsoleAuditFilter,
  type ConsoleAuditPage,
} from '../../../src/contract/console-audit.ts'
import { calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { FilterField } from '../../design/filter-field.tsx'
import { Period } from '../../design/period.tsx'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { EmptyList } from '../../shell/empty-list.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { CONSOLE_ACTION_WORDS } from '../../shell/staff-action-words.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useConsole } from '../console-context.ts'
import { addressOf, goTo, useQuery } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'
import { ROLE_WORDS, writeMoment } from '../words.ts'

export const screen: ConsoleScreen = {
  path: 'registro',
  action: 'audit.read',
  List: Audit,
  tab: { name: 'Registro', icon: 'ledger', order: 7 },
}

type Filters = Readonly<Partial<Record<ConsoleAuditFilter, string>>>

function Audit(): JSX.Element {
  const query = useQuery()
  const filters = readFilters(query)
  const loaded = useLoad<ConsoleAuditPage>(`audit:${query}`, () =>
    get(`/audit?${new URLSearchParams(filters)}`),
  )
  const last = useRef<ConsoleAuditPage>(undefined)
  last.current = loaded.data ?? last.current
  const people = last.current?.people ?? []
  return (
    <ListScreen
      title="Registro"
      intro="Tudo o que as pessoas desta loja fizeram no painel, o mais novo primeiro. Nada daqui pode ser apagado."
      loaded={loaded}
      period={
        last.current && (
          <Period
            today={calendarDateAt(new Date(last.current.now))}
            days={{ from: filters.from ?? '', to: filters.to ?? '' }}
            onChange={days => show(filters, days)}
            all="Tudo"
          />
        )
      }
      tools={
        <div class="filters">
          <FilterField
            label="Pessoa"
            all="Todas"
            value={filters.person ?? ''}
            onChange={person => show(filters, { person })}
            options={people.map(({ id, name }) => [id, name] as const).toSorted(byWord)}
          />
          <FilterField
            label="Ação"
            all="Todas"
            value={CONSOLE_AUDIT_ACTIONS.find(each => each === filters.action) ?? ''}
            onChange={action => show(filters, { action })}
            options={CONSOLE_AUDIT_ACTIONS.map(each => [each, CONSOLE_ACTION_WORDS[each]] as const).toSorted(
              byWord,
            )}
          />
        </div>
      }
    >
      {first => <Entries key={`${query}:${first.entries[0]?.position}`} first={first} filters={filters} />}
    </ListScreen>
  )
}

function Entries({ first, filters }: { first: ConsoleAuditPage; filters: Filters }): JSX.Element {
  const { explain } = useConsole()
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const query = new URLSearchParams({ ...filters, before: String(page.next) })
      const older = await get<ConsoleAuditPage>(`/audit?${query}`)
      setProblem(undefined)
      setPage({ ...older, entries: [...page.entries, ...older.entries] })
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      {page.entries.length === 0 ? (
        <EmptyList title="Nenhum registro com estes filtros." />
      ) : (
        <Table
          caption="Registro da loja"
          rows={page.entries}
          keyOf={row => String(row.position)}
          columns={[
            { name: 'Quando', cell: row => <span class="steady">{writeMoment(row.at)}</span> },
            { name: 'Quem', cell: row => row.person ?? writeAuthor(row) },
            { name: 'O quê', cell: row => CONSOLE_ACTION_WORDS[row.action] ?? row.action },
            { name: 'Sobre', cell: row => <Subject row={row} /> },
          ]}
        />
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== undefined && (
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          Mais antigos
        </Button>
      )}
    </>
  )
}

/** The first owner is invited by the lender's command line, which has no person here. */
const writeAuthor = ({ action, details }: ConsoleAuditEntry): string =>
  details.by !== 'retailer' || action.startsWith('person.invite')
    ? 'Quem financia as vendas'
    : 'Alguém sem sessão'

/** A person by name, a role by its word; of everything else the id, under which its page finds it. */
function Subject({ row }: { row: ConsoleAuditEntry }): JSX.Element {
  const role = CONSOLE_ROLES.find(each => each === row.details.role)
  const parts = [row.subjectName, role && ROLE_WORDS[role]].filter(each => each !== undefined)
  if (parts.length > 0) return <>{parts.join(', ')}</>
  return row.subject === undefined ? <>—</> : <code class="breakable">{row.subject}</code>
}

/** The filters in the address; other words in it mean nothing. */
function readFilters(query: string): Filters {
  const params = new URLSearchParams(query)
  return Object.fromEntries(
    CONSOLE_AUDIT_FILTERS.flatMap(name => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

/** Every choice is a new address, so that it can be shared and gone back from. */
function show(filters: Filters, changed: Filters): void {
  const kept = Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== '')
  goTo(kept.length === 0 ? addressOf.audit : `${addressOf.audit}?${new URLSearchParams(kept)}`)
}

const byWord = ([, a]: readonly [string, string], [, b]: readonly [string, string]): number =>
  a.localeCompare(b, 'pt-BR')
