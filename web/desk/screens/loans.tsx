import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DelaySummary, LoanList } from '../../../src/contract/desk-loans.ts'
import { Card } from '../../design/card.tsx'
import { Bar } from '../../design/charts/bar.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Search } from '../../design/search.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { EmptyList } from '../../shell/empty-list.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { LOAN_STATE_TONES } from '../loan-tones.ts'
import { DELAY_WORDS, writeState } from '../loan-words.ts'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'

export const screen: DeskScreen = {
  path: 'contratos',
  List: Loans,
  tab: { name: 'Contratos', icon: 'contract', order: 3.8 },
}

function Loans(): JSX.Element {
  const [search, setSearch] = useState('')
  const loaded = useLoad<LoanList>(`loans:${search}`, () =>
    get(`/loans?search=${encodeURIComponent(search)}`),
  )
  return (
    <ListScreen
      title="Contratos"
      intro="Informe o pedido, o CPF, a transação ou o nosso número inteiro. Cada busca fica registrada."
      loaded={loaded}
      tools={
        <Search
          label="Buscar por pedido, CPF, transação ou nosso número"
          search={search}
          onSearch={setSearch}
          showAll="Limpar"
        />
      }
    >
      {({ loans }) =>
        loans.length === 0 ? (
          search === '' ? (
            <Delays />
          ) : (
            <EmptyList title="Nenhum contrato encontrado." />
          )
        ) : (
          <Table
            caption="Contratos encontrados"
            rows={loans}
            keyOf={row => row.transactionId}
            columns={[
              {
                name: 'Pedido',
                cell: row => <RowLink to={addressOf.loan(row.transactionId)}>{row.orderId}</RowLink>,
              },
              { name: 'Cliente', cell: row => row.customerName ?? '—' },
              { name: 'CPF', cell: row => <span class="steady">{row.maskedCpf}</span> },
              { name: 'Lojista', cell: row => row.retailerName },
              { name: 'Início', isFigure: true, cell: row => writeDate(row.startedOn) },
              { name: 'Dívida hoje', isFigure: true, cell: row => writeMoney(row.debt) },
              {
                name: 'Situação',
                cell: row => <Tag tone={LOAN_STATE_TONES[row.state]}>{writeState(row)}</Tag>,
              },
            ]}
          />
        )
      }
    </ListScreen>
  )
}

/** How the portfolio stands, while nobody looks for one contract. */
function Delays(): JSX.Element | null {
  const { data } = useLoad<DelaySummary>('delays', () => get('/delays'))
  if (data === undefined) return null
  const late = data.bands.reduce((sum, { contracts }) => sum + contracts, 0)
  if (late === 0)
    return (
      <Card title="Contratos em atraso">
        <p class="soft">Nenhum contrato está em atraso hoje.</p>
      </Card>
    )
  return (
    <Card title="Contratos em atraso">
      <Bar
        title="Por dias de atraso da parcela mais antiga"
        headline={{ value: String(late), name: late === 1 ? 'contrato em atraso' : 'contratos em atraso' }}
        columns={['Dias de atraso', 'Contratos']}
        isRamp
        bars={data.bands.map(({ band, contracts }) => ({ name: DELAY_WORDS[band], value: contracts }))}
      />
    </Card>
  )
}
