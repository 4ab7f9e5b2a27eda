import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoanList } from '../../../src/contract/desk-loans.ts'
import { Empty } from '../../design/empty.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Search } from '../../design/search.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { get } from '../api.ts'
import { LOAN_STATE_TONES } from '../loan-tones.ts'
import { writeState } from '../loan-words.ts'
import { Link } from '../parts/link.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { useLoad } from '../use-load.ts'

export const screen: DeskScreen = {
  path: 'contratos',
  List: Loans,
  tab: { name: 'Contratos', order: 3.8 },
}

function Loans(): JSX.Element {
  const [search, setSearch] = useState('')
  const loaded = useLoad<LoanList>(`loans:${search}`, () =>
    get(`/loans?search=${encodeURIComponent(search)}`),
  )
  return (
    <ListScreen
      title="Contratos"
      intro="Parcelas, pagamentos e dívida de um contrato. Cada busca fica registrada."
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
          <Empty>
            {search === ''
              ? 'Informe o pedido, o CPF, a transação ou o nosso número inteiro.'
              : 'Nenhum contrato encontrado.'}
          </Empty>
        ) : (
          <Table
            caption="Contratos encontrados"
            rows={loans}
            keyOf={row => row.transactionId}
            columns={[
              {
                name: 'Pedido',
                cell: row => <Link to={addressOf.loan(row.transactionId)}>{row.orderId}</Link>,
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
