import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { CaseList, QueuedCase } from '../../../src/contract/desk.ts'
import { announce } from '../../design/announce.ts'
import { writeMoney } from '../../design/format.ts'
import { Search } from '../../design/search.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { EmptyList } from '../../shell/empty-list.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { AttentionTags } from '../parts/attention.tsx'
import { addressOf, goTo } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { useKeys } from '../shortcuts.ts'
import { isLate, STATUS_WORDS, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: '',
  List: Queue,
  tab: {
    name: 'Identificações',
    shortName: 'Casos',
    icon: 'person',
    order: 1,
    count: 'identifications',
    alsoFor: 'casos',
  },
}

function Queue(): JSX.Element {
  const [search, setSearch] = useState('')
  const loaded = useLoad<CaseList>(`queue:${search}`, () =>
    get(`/cases?search=${encodeURIComponent(search)}`),
  )
  useKeys({
    n: () => {
      const next = loaded.data?.cases.find(row => row.isWaiting && row.claimedBy === undefined)
      if (next === undefined) announce('Ninguém está esperando.')
      else goTo(addressOf.case(next.transactionId))
    },
  })
  return (
    <ListScreen
      title="Identificações"
      intro="Quem espera há mais tempo vem primeiro."
      loaded={loaded}
      tools={
        <Search
          label="Buscar por pedido, CPF ou transação"
          search={search}
          onSearch={setSearch}
          showAll="Ver a fila toda"
        />
      }
    >
      {({ cases, now }) =>
        cases.length === 0 ? (
          <EmptyList title={search === '' ? 'Ninguém está esperando.' : 'Nada encontrado na mesa.'} />
        ) : (
          <Table
            caption="Identificações à espera"
            rows={cases}
            keyOf={row => row.transactionId}
            columns={[
              { name: 'Pedido', cell: row => <CaseLink row={row} /> },
              { name: 'Lojista', cell: row => row.retailerName },
              { name: 'CPF', cell: row => <span class="steady">{row.maskedCpf}</span> },
              { name: 'Compra', isFigure: true, cell: row => writeMoney(row.purchase) },
              { name: 'Financiado', isFigure: true, cell: row => writeMoney(row.financed) },
              { name: 'Espera', isFigure: true, cell: row => <Age row={row} now={now} /> },
              { name: 'Situação', cell: row => <Standing row={row} /> },
            ]}
          />
        )
      }
    </ListScreen>
  )
}

const CaseLink = ({ row }: { row: QueuedCase }): JSX.Element => (
  <RowLink to={addressOf.case(row.transactionId)}>{row.orderId}</RowLink>
)

function Age({ row, now }: { row: QueuedCase; now: string }): JSX.Element {
  if (!row.isWaiting) return <span class="soft">—</span>
  return isLate(row.since, now) ? (
    <strong class="late">{writeAge(row.since, now)}</strong>
  ) : (
    <span>{writeAge(row.since, now)}</span>
  )
}

const Standing = ({ row }: { row: QueuedCase }): JSX.Element =>
  row.isWaiting ? <AttentionTags {...row} /> : <Tag>{wordOf(STATUS_WORDS, row.status)}</Tag>
