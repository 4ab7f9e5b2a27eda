import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { ConsoleFunnel, ConsoleLink, ConsoleLinks } from '../../../src/contract/console-selling.ts'
import { LINK_STATUSES } from '../../../src/contract/payment-links.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { FilterField } from '../../design/filter-field.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Period } from '../../design/period.tsx'
import { Search } from '../../design/search.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { EmptyList } from '../../shell/empty-list.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { LinkFunnel } from '../parts/link-funnel.tsx'
import { STATUS_TONES, STATUS_WORDS } from '../parts/link-words.ts'
import { NewLink } from '../parts/new-link.tsx'
import { OneLink } from '../parts/one-link.tsx'
import { addressOf, goTo, useQuery } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = {
  path: 'links',
  action: 'links.read',
  List: Links,
  One: OneLink,
  tab: { name: 'Links', icon: 'link', order: 3 },
}

function Links(): JSX.Element {
  const may = useMay()
  const isNew = new URLSearchParams(useQuery()).has('novo')
  return isNew && may('links.change') ? <NewLink /> : <LinkList />
}

const FILTERS = ['status', 'seller', 'orderId', 'from', 'to'] as const
type Filters = Partial<Readonly<Record<(typeof FILTERS)[number], string>>>

function LinkList(): JSX.Element {
  const may = useMay()
  const filters = readFilters(useQuery())
  const query = new URLSearchParams(filters)
  const loaded = useLoad<ConsoleLinks>(`links:${query}`, () => get(`/links?${query}`))
  const today = useRef<string | undefined>(undefined)
  today.current = loaded.data?.today ?? today.current
  const show = (changed: Filters): void => {
    const kept = Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== '')
    goTo(kept.length === 0 ? addressOf.links : `${addressOf.links}?${new URLSearchParams(kept)}`)
  }
  return (
    <ListScreen
      title="Links"
      intro="Um link vende uma vez: o cliente abre, se identifica, assina e paga a entrada."
      loaded={loaded}
      period={
        <>
          {today.current && (
            <Period
              today={today.current}
              days={{ from: filters.from ?? '', to: filters.to ?? '' }}
              onChange={show}
              all="Tudo"
            />
          )}
          {may('links.change') && (
            <Button wide={false} onPress={() => goTo(addressOf.newLink)}>
              Novo link
            </Button>
          )}
        </>
      }
      tools={<LinkTools filters={filters} onShow={show} />}
    >
      {first => (
        <>
          <Funnel filters={filters} today={first.today} />
          <Rows key={`${query}:${first.links[0]?.id}`} first={first} filters={filters} />
        </>
      )}
    </ListScreen>
  )
}

function LinkTools({
  filters,
  onShow,
}: {
  filters: Filters
  onShow: (changed: Filters) => void
}): JSX.Element {
  return (
    <div class="filter-line">
      <FilterField
        label="Situação"
        all="Todas"
        value={LINK_STATUSES.find(each => each === filters.status) ?? ''}
        options={LINK_STATUSES.map(each => [each, STATUS_WORDS[each]] as const)}
        onChange={status => onShow({ status })}
      />
      <Search
        key={`order:${filters.orderId}`}
        label="Número do pedido"
        search={filters.orderId ?? ''}
        onSearch={orderId => onShow({ orderId })}
        showAll="Limpar"
      />
      <Search
        key={`seller:${filters.seller}`}
        label="Vendedor"
        search={filters.seller ?? ''}
        onSearch={seller => onShow({ seller })}
        showAll="Limpar"
      />
    </div>
  )
}

/** Of the chosen days; without a choice, of the last 30. */
function Funnel({ filters, today }: { filters: Filters; today: string }): JSX.Element | null {
  const to = filters.to ?? today
  const from = filters.from ?? goBack(to, FUNNEL_DAYS - 1)
  const query = new URLSearchParams({ from, to })
  const { data, problem } = useLoad<ConsoleFunnel>(`funnel:${query}`, () => get(`/links/funnel?${query}`))
  if (problem) return <Alert tone="bad">{problem}</Alert>
  return data === undefined ? null : <LinkFunnel funnel={data} />
}

const FUNNEL_DAYS = 30
const DAY_MS = 86_400_000
const goBack = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

function Rows({ first, filters }: { first: ConsoleLinks; filters: Filters }): JSX.Element {
  const { explain } = useConsole()
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const query = new URLSearchParams({ ...filters, after: page.next ?? '' })
      const older = await get<ConsoleLinks>(`/links?${query}`)
      setProblem(undefined)
      setPage({ ...older, links: [...page.links, ...older.links] })
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const seesAmounts = page.links.some(({ amount }) => amount !== undefined)
  if (page.links.length === 0)
    return (
      <EmptyList
        title={Object.keys(filters).length > 0 ? 'Nenhum link com estes filtros.' : 'Nenhum link ainda.'}
      />
    )
  return (
    <>
      <Table
        caption="Links de pagamento"
        rows={page.links}
        keyOf={({ id }) => id}
        columns={listColumns(seesAmounts)}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== null && (
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          Mais antigos
        </Button>
      )}
    </>
  )
}

function listColumns(seesAmounts: boolean): Column<ConsoleLink>[] {
  return [
    {
      name: 'Venda',
      cell: link => <RowLink to={addressOf.link(link.id)}>{link.title}</RowLink>,
    },
    {
      name: 'Pedido',
      cell: ({ id, orderId }) => (orderId === id ? '–' : <span class="breakable">{orderId}</span>),
    },
    ...(seesAmounts
      ? [{ name: 'Valor', isFigure: true, cell: ({ amount = 0 }: ConsoleLink) => writeMoney(amount) }]
      : []),
    { name: 'Vendedor', cell: ({ seller }) => seller ?? '–' },
    {
      name: 'Situação',
      cell: ({ status, lockedAt }) => (
        <span class="tags">
          <Tag {...(STATUS_TONES[status] && { tone: STATUS_TONES[status] })}>{STATUS_WORDS[status]}</Tag>
          {lockedAt && <Tag tone="bad">Travado</Tag>}
        </span>
      ),
    },
    { name: 'Criado', cell: ({ createdAt }) => <span class="steady">{writeDay(createdAt)}</span> },
    { name: 'Vale até', cell: ({ expiresAt }) => <span class="steady">{writeDay(expiresAt)}</span> },
  ]
}

const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })
const writeDay = (instant: string): string => writeDate(dayOf.format(Date.parse(instant)))

/** The filters in the address; other words in it mean nothing. */
function readFilters(query: string): Filters {
  const params = new URLSearchParams(query)
  return Object.fromEntries(
    FILTERS.flatMap(name => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}
