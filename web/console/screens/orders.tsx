import type { JSX } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import type {
  ConsoleOrderCounts,
  ConsoleOrderList,
  ConsoleOrderRow,
} from '../../../src/contract/console-orders.ts'
import { ORDER_GROUPS, type OrderGroup } from '../../../src/contract/order-groups.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { ChipFilter } from '../../design/chip.tsx'
import { writeInstant, writeMoney } from '../../design/format.ts'
import { Period } from '../../design/period.tsx'
import { Search } from '../../design/search.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { EmptyList } from '../../shell/empty-list.tsx'
import { BehindContext } from '../../shell/heading.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { GROUP_TAGS, GROUP_WORDS, writeOrderProblem } from '../order-words.ts'
import { ExportOrders } from '../parts/export-orders.tsx'
import { SalesLimit } from '../parts/sales-limit.tsx'
import { addressOf, useQuery } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = {
  path: 'pedidos',
  action: 'orders.read',
  List: Orders,
  tab: { name: 'Pedidos', icon: 'bag', order: 1 },
}

/** The filters, as the address of the page has them. */
interface Filters {
  readonly search: string
  readonly group: OrderGroup | ''
  readonly from: string
  readonly to: string
}

function readFilters(query: string): Filters {
  const params = new URLSearchParams(query)
  const group = ORDER_GROUPS.find(each => each === params.get('group')) ?? ''
  const read = (name: string): string => params.get(name) ?? ''
  return { search: read('search'), group, from: read('from'), to: read('to') }
}

/** Only what is chosen; `search` is the address's word for the interface's `q`. */
function writeFilters({ search, group, from, to }: Filters, textName: 'search' | 'q'): URLSearchParams {
  const chosen = Object.entries({ [textName]: search, group, from, to }).filter(([, value]) => value !== '')
  return new URLSearchParams(Object.fromEntries(chosen))
}

function Orders(): JSX.Element {
  const [filters, setFilters] = useFilters()
  const may = useMay()
  const query = writeFilters(filters, 'q')
  const loaded = useLoad<ConsoleOrderList>(`orders:${query}`, () => get(`/orders?${query}`))
  const { group: _, ...others } = filters
  const counted = writeFilters({ ...others, group: '' }, 'q')
  const counts = useLoad<ConsoleOrderCounts>(`counts:${counted}`, () => get(`/orders/counts?${counted}`)).data
  const change = (some: Partial<Filters>): void => setFilters({ ...filters, ...some })
  const today = loaded.data?.today
  return (
    <ListScreen
      title="Pedidos"
      intro="Busque por pedido, CPF, nome do cliente ou link de pagamento."
      loaded={loaded}
      period={
        today && (
          <Period
            today={today}
            days={{ from: filters.from, to: filters.to }}
            all="Tudo"
            onChange={({ from, to }) => change({ from, to })}
          />
        )
      }
      tools={
        <>
          <Search
            key={filters.search}
            label="Buscar pedidos"
            search={filters.search}
            onSearch={search => change({ search })}
            showAll="Limpar a busca"
          />
          <ChipFilter
            label="Situação"
            all={`Todos${counts ? ` (${writeCount(counts.total, counts)})` : ''}`}
            value={filters.group}
            onChange={group => change({ group })}
            options={ORDER_GROUPS.filter(each => isShown(each, counts, filters.group)).map(each => [
              each,
              `${GROUP_WORDS[each]}${counts ? ` (${writeCount(counts.counts[each], counts)})` : ''}`,
            ])}
          />
          <div class="filter-line">
            {may('orders.export') && <ExportOrders query={query.toString()} total={counts?.total} />}
            {may('orders.limit') && <SalesLimit />}
          </div>
        </>
      }
    >
      {list => <Rows key={query.toString()} first={list} query={query.toString()} />}
    </ListScreen>
  )
}

const whole = new Intl.NumberFormat('pt-BR')
const writeCount = (count: number, { isComplete }: ConsoleOrderCounts): string =>
  `${whole.format(count)}${isComplete || count === 0 ? '' : '+'}`

/** A choice that finds nothing only takes room. */
const isShown = (group: OrderGroup, counts: ConsoleOrderCounts | undefined, chosen: string): boolean =>
  group === chosen || counts === undefined || counts.counts[group] > 0

/** In the address, so that it can be shared and loaded again; a row beside the list does not change them. */
function useFilters(): [Filters, (filters: Filters) => void] {
  const isBehind = useContext(BehindContext)
  const address = useQuery()
  const [filters, setFilters] = useState(() => readFilters(address))
  useEffect(() => {
    // Another search came by the address: from the palette, or back in the history.
    if (!isBehind && address !== '') setFilters(readFilters(address))
  }, [address, isBehind])
  const written = writeFilters(filters, 'search').toString()
  useEffect(() => {
    if (isBehind) return
    const url = `${addressOf.orders}${written === '' ? '' : `?${written}`}`
    if (location.pathname === addressOf.orders) history.replaceState(history.state, '', url)
  }, [written, isBehind])
  return [filters, setFilters]
}

/** Page after page; what is on the screen stays there. */
function Rows({ first, query }: { first: ConsoleOrderList; query: string }): JSX.Element {
  const { explain } = useConsole()
  const [more, setMore] = useState<readonly ConsoleOrderList[]>([])
  const [problem, setProblem] = useState<string>()
  const pages = [first, ...more]
  const rows = pages.flatMap(({ orders }) => orders)
  const next = pages.at(-1)?.next ?? null
  const load = useCallback(async () => {
    try {
      let after = next
      // A page of a rare group may be empty while more is left.
      for (let round = 0; after !== null && round < ROUNDS; round++) {
        const page: ConsoleOrderList = await get(`/orders?${query}&after=${after}`)
        setMore(seen => [...seen, page])
        announce(`Mais ${page.orders.length} pedidos.`)
        if (page.orders.length > 0) break
        after = page.next
      }
      setProblem(undefined)
    } catch (error) {
      setProblem(writeOrderProblem(error, explain))
    }
  }, [next, query, explain])
  const { busy, run } = useAction(load)
  const hasMoney = rows.some(({ money }) => money !== undefined)
  if (rows.length === 0 && next === null) return <EmptyList title="Nenhum pedido com estes filtros." />
  return (
    <>
      {rows.length > 0 && (
        <Table
          caption="Pedidos"
          rows={rows}
          keyOf={row => row.transactionId}
          columns={listColumns(hasMoney)}
        />
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {next !== null && (
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          {rows.length === 0 ? 'Procurar nos pedidos mais antigos' : 'Mostrar mais pedidos'}
        </Button>
      )}
    </>
  )
}

const ROUNDS = 20

function listColumns(hasMoney: boolean): readonly Column<ConsoleOrderRow>[] {
  const money: readonly Column<ConsoleOrderRow>[] = [
    { name: 'Total', isFigure: true, cell: row => (row.money ? writeMoney(row.money.total) : '—') },
    {
      name: 'Repasse',
      isFigure: true,
      cell: row => (row.money?.transfer === undefined ? '—' : writeMoney(row.money.transfer)),
    },
  ]
  return [
    {
      name: 'Pedido',
      cell: row => <RowLink to={`${addressOf.orders}/${row.transactionId}`}>{row.orderId}</RowLink>,
    },
    { name: 'Cliente', cell: row => row.customer ?? '—' },
    { name: 'Criado', isFigure: true, cell: row => writeInstant(row.createdAt) },
    ...(hasMoney ? money : []),
    {
      name: 'Situação',
      cell: ({ group }) => <Tag tone={GROUP_TAGS[group][0]}>{GROUP_TAGS[group][1]}</Tag>,
    },
  ]
}
