import type { JSX } from 'preact'
import type { ProposalList } from '../../../src/contract/desk.ts'
import { writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { EmptyList } from '../../shell/empty-list.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { SCREENS } from '../parts/audit-subject.tsx'
import type { DeskScreen } from '../screens.tsx'
import { KIND_WORDS, RESULT_WORDS, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'aprovacoes',
  List: Proposals,
  tab: { name: 'Aprovações', icon: 'approval', order: 4, count: 'proposals' },
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
          <EmptyList title="Nenhuma proposta espera resposta." />
        ) : (
          <Table
            caption="Propostas à espera"
            rows={proposals}
            keyOf={row => row.id}
            columns={[
              {
                name: 'Proposta',
                cell: row => (
                  <RowLink to={SCREENS[row.kind](row.subjectId)}>{wordOf(RESULT_WORDS, row.result)}</RowLink>
                ),
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
