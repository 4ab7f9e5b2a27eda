import type { JSX } from 'preact'
import type { QueuedSuspense, SuspenseList } from '../../../src/contract/desk.ts'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { EmptyList } from '../../shell/empty-list.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { AttentionTags } from '../parts/attention.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { SUSPENSE_WORDS, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'pagamentos',
  List: Suspense,
  tab: { name: 'Pagamentos', icon: 'money', order: 3, count: 'suspense' },
}

function Suspense(): JSX.Element {
  const loaded = useLoad<SuspenseList>('suspense', () => get('/suspense'))
  return (
    <ListScreen
      title="Pagamentos sem destino"
      intro="Dinheiro que chegou e não corresponde a nenhum boleto, ou que o banco pode ter avisado duas vezes."
      loaded={loaded}
    >
      {({ payments, now }) =>
        payments.length === 0 ? (
          <EmptyList title="Nenhum pagamento espera destino." />
        ) : (
          <Table
            caption="Pagamentos à espera de destino"
            rows={payments}
            keyOf={row => row.caseId}
            columns={[
              {
                name: 'Motivo',
                cell: row => (
                  <RowLink to={addressOf.payment(row.caseId)}>{wordOf(SUSPENSE_WORDS, row.reason)}</RowLink>
                ),
              },
              { name: 'Pedido', cell: row => row.orderId ?? '—' },
              { name: 'Recebido', isFigure: true, cell: row => writeMoney(row.amount) },
              {
                name: 'Esperado',
                isFigure: true,
                cell: row => (row.expected === undefined ? '—' : writeMoney(row.expected)),
              },
              { name: 'Pago em', isFigure: true, cell: row => (row.paidOn ? writeDate(row.paidOn) : '—') },
              { name: 'Espera', isFigure: true, cell: row => writeAge(row.openedAt, now) },
              { name: 'Situação', cell: row => <Standing row={row} /> },
            ]}
          />
        )
      }
    </ListScreen>
  )
}

const Standing = ({ row }: { row: QueuedSuspense }): JSX.Element =>
  row.keptBecause && !row.claimedBy ? <Tag>Mantido em espera</Tag> : <AttentionTags {...row} />
