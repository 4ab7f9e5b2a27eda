import type { JSX } from 'preact'
import type { InvoiceFindings, InvoiceList } from '../../../src/contract/desk.ts'
import { writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { EmptyList } from '../../shell/empty-list.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { AttentionTags } from '../parts/attention.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { FINDING_WORDS, listFindings, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'notas',
  List: Invoices,
  tab: { name: 'Notas fiscais', shortName: 'Notas', icon: 'invoice', order: 2, count: 'invoices' },
}

function Invoices(): JSX.Element {
  const loaded = useLoad<InvoiceList>('invoices', () => get('/invoices'))
  return (
    <ListScreen
      title="Notas fiscais"
      intro="Notas em que a conferência automática não encontrou tudo."
      loaded={loaded}
    >
      {({ invoices, now }) =>
        invoices.length === 0 ? (
          <EmptyList title="Nenhuma nota espera conferência." />
        ) : (
          <Table
            caption="Notas fiscais à espera"
            rows={invoices}
            keyOf={row => row.invoiceId}
            columns={[
              {
                name: 'Pedido',
                cell: row => <RowLink to={addressOf.invoice(row.invoiceId)}>{row.orderId}</RowLink>,
              },
              { name: 'Lojista', cell: row => row.retailerName },
              { name: 'Não encontrado', cell: row => writeMissing(row.findings) },
              { name: 'Compra', isFigure: true, cell: row => writeMoney(row.purchase) },
              { name: 'Espera', isFigure: true, cell: row => writeAge(row.receivedAt, now) },
              { name: 'Situação', cell: row => <AttentionTags {...row} /> },
            ]}
          />
        )
      }
    </ListScreen>
  )
}

function writeMissing(findings: InvoiceFindings | undefined): string {
  if (findings === undefined) return '—'
  if (!findings.visible) return 'Texto pode diferir do que se vê'
  if (!findings.readable) return 'Arquivo sem texto'
  const missing = listFindings(findings).filter(({ isThere }) => !isThere)
  return missing.map(({ name }) => wordOf(FINDING_WORDS, name)).join(', ') || '—'
}
