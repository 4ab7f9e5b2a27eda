import type { JSX } from 'preact'
import type { DeskDecision, ProposalList } from '../../../src/contract/desk.ts'
import { Empty } from '../../design/empty.tsx'
import { writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { get } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { Link } from '../parts/link.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { useLoad } from '../use-load.ts'
import { KIND_WORDS, RESULT_WORDS, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'aprovacoes',
  List: Proposals,
  tab: { name: 'Aprovações', order: 4, count: 'proposals' },
}

function Proposals(): JSX.Element {
  const { operator, fourEyesAbove, aloneDailyLimit } = useDesk().session
  const loaded = useLoad<ProposalList>('proposals', () => get('/proposals'))
  return (
    <ListScreen
      title="Aprovações"
      intro={`Acima de ${writeMoney(fourEyesAbove)}, de ${writeMoney(aloneDailyLimit)} movidos no dia, ou com dinheiro de outra compra, ninguém decide sozinho: quem propõe não aprova.`}
      loaded={loaded}
    >
      {({ proposals, now }) =>
        proposals.length === 0 ? (
          <Empty>Nenhuma proposta espera resposta.</Empty>
        ) : (
          <Table
            caption="Propostas à espera"
            rows={proposals}
            keyOf={row => row.id}
            columns={[
              {
                name: 'Proposta',
                cell: row => <Link to={findAddress(row)}>{wordOf(RESULT_WORDS, row.result)}</Link>,
              },
              { name: 'Assunto', cell: row => KIND_WORDS[row.kind] },
              { name: 'Pedido', cell: row => row.orderId ?? '—' },
              { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
              { name: 'Espera', isFigure: true, cell: row => writeAge(row.decidedAt, now) },
              {
                name: 'Proposto por',
                cell: row => (row.decidedBy.id === operator.id ? <Tag>Você</Tag> : row.decidedBy.name),
              },
            ]}
          />
        )
      }
    </ListScreen>
  )
}

function findAddress({ kind, subjectId }: DeskDecision): string {
  if (kind === 'identification') return addressOf.case(subjectId)
  if (kind === 'loan') return addressOf.loan(subjectId)
  if (kind === 'payout') return addressOf.payout(subjectId)
  return kind === 'invoice' ? addressOf.invoice(subjectId) : addressOf.payment(subjectId)
}
