import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ClosingList } from '../../../src/contract/desk-closing.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { CLOSING_STATE_WORDS, CLOSING_TONES, writeMonth } from '../closing-words.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'

export const screen: DeskScreen = {
  path: 'fechamento',
  List: Closings,
  tab: { name: 'Fechamento', icon: 'ledger', order: 4.5 },
}

function Closings(): JSX.Element {
  const may = useMay()
  const loaded = useLoad<ClosingList>('closings', () => get('/closings'))
  return (
    <ListScreen
      title="Fechamento"
      intro="Cada fim de mês guarda uma foto de todos os contratos. Duas pessoas fecham o mês, e nada nele muda depois."
      loaded={loaded}
    >
      {({ closings, next }) => (
        <>
          {next !== undefined && may('closing.close') && <Begin month={next} />}
          {closings.length === 0 ? (
            <EmptyState title="Nenhum mês foi apurado ainda." />
          ) : (
            <Table
              caption="Meses"
              rows={closings}
              keyOf={row => row.closingId}
              columns={[
                {
                  name: 'Mês',
                  cell: row => (
                    <RowLink to={addressOf.closing(row.closingId)}>{writeMonth(row.month)}</RowLink>
                  ),
                },
                {
                  name: 'Situação',
                  cell: row => (
                    <Tag tone={row.differences > 0 ? 'bad' : CLOSING_TONES[row.state]}>
                      {row.differences > 0
                        ? 'Com diferença'
                        : row.isProposed
                          ? 'Espera a segunda pessoa'
                          : CLOSING_STATE_WORDS[row.state]}
                    </Tag>
                  ),
                },
                { name: 'Contratos', isFigure: true, cell: row => row.contracts ?? '—' },
                {
                  name: 'Valor contábil',
                  isFigure: true,
                  cell: row => (row.gross === undefined ? '—' : writeMoney(row.gross)),
                },
                {
                  name: 'Provisão',
                  isFigure: true,
                  cell: row => (row.provision === undefined ? '—' : writeMoney(row.provision)),
                },
                {
                  name: 'Fechado em',
                  isFigure: true,
                  cell: row => (row.closedAt === undefined ? '—' : writeDate(row.closedAt.slice(0, 10))),
                },
              ]}
            />
          )}
        </>
      )}
    </ListScreen>
  )
}

function Begin({ month }: { month: string }): JSX.Element {
  const { leave, explain } = useDesk()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const { closingId } = await post<{ closingId: string }>('/closings', { month })
      leave(addressOf.closing(closingId), 'Apuração começada: ela continua sozinha.')
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <Alert tone="calm" title={`${writeMonth(month)} ainda não foi fechado`}>
      <div class="stack stack-tight">
        <p>A apuração fotografa os contratos e compara a soma com os livros e com o extrato do banco.</p>
        {problem && <p class="small">{problem}</p>}
        <div class="row">
          <Button wide={false} busy={busy} onPress={() => void run()}>
            Apurar o mês
          </Button>
        </div>
      </div>
    </Alert>
  )
}
