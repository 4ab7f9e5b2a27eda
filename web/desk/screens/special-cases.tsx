import type { JSX } from 'preact'
import type { SpecialCaseList } from '../../../src/contract/desk-special-cases.ts'
import { EmptyState } from '../../design/empty-state.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { EFFECT_WORDS, SPECIAL_CASE_STATE_WORDS, SPECIAL_CASE_WORDS } from '../special-case-words.ts'
import { wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'especiais',
  List: SpecialCases,
  tab: { name: 'Casos especiais', shortName: 'Especiais', icon: 'flag', order: 3.9 },
}

function SpecialCases(): JSX.Element {
  const loaded = useLoad<SpecialCaseList>('special-cases', () => get('/special-cases'))
  return (
    <ListScreen
      title="Casos especiais"
      intro="O que muda ou encerra um contrato sem ser pagamento. Um caso é aberto na tela do contrato e decidido por duas pessoas."
      loaded={loaded}
    >
      {({ cases, now }) =>
        cases.length === 0 ? (
          <EmptyState title="Nenhum caso especial." />
        ) : (
          <Table
            caption="Casos especiais"
            rows={cases}
            keyOf={row => row.caseId}
            columns={[
              {
                name: 'Caso',
                cell: row => (
                  <RowLink to={addressOf.specialCase(row.caseId)}>
                    {wordOf(SPECIAL_CASE_WORDS, row.kind)}
                  </RowLink>
                ),
              },
              { name: 'Pedido', cell: row => row.orderId },
              { name: 'Lojista', cell: row => row.retailerName },
              {
                name: 'Decisão',
                cell: row => (row.effect === undefined ? '—' : wordOf(EFFECT_WORDS, row.effect)),
              },
              {
                name: 'Situação',
                cell: row => (
                  <Tag tone={row.endedAt === undefined ? 'warn' : 'calm'}>
                    {wordOf(SPECIAL_CASE_STATE_WORDS, row.state)}
                  </Tag>
                ),
              },
              { name: 'Aberto há', isFigure: true, cell: row => writeAge(row.openedAt, now) },
            ]}
          />
        )
      }
    </ListScreen>
  )
}
