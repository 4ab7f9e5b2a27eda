import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PlatformDifference, PlatformDifferences } from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import type { OfConnectorProps } from './platform-examination.tsx'

interface DifferencesProps extends OfConnectorProps {
  readonly found: readonly PlatformDifference[]
}

/** What differs, each with what one press does about it. */
export function PlatformDifferencesCard({ path, found, shop }: DifferencesProps): JSX.Element {
  const { explain } = useConsole()
  const may = useMay()
  const [newer, setNewer] = useState<readonly PlatformDifference[]>()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async (action: 'compare' | 'fix', differenceId?: string) => {
    try {
      const answer = await post<PlatformDifferences>(
        `${path}/${action}`,
        differenceId ? { differenceId } : {},
      )
      setNewer(answer.differences)
      setProblem(undefined)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const differences = newer ?? found
  const mayChange = may('integration.change')
  return (
    <Card title="Diferenças com a plataforma">
      {shop === undefined ? (
        <p class="soft small">Comparadas toda noite; aqui estão só as que ainda existem.</p>
      ) : (
        <p class="soft small">
          Avisos de pedidos que a loja não aceitou. A situação de cada pedido só a loja compara:{' '}
          <code class="breakable">{shop.commands.drift}</code>
        </p>
      )}
      {mayChange && (
        <div>
          <Button kind="quiet" wide={false} busy={busy} onPress={() => void run('compare')}>
            Comparar agora
          </Button>
        </div>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {differences.length === 0 ? (
        <p>Nenhuma diferença.</p>
      ) : (
        <Table
          caption="Diferenças"
          rows={differences}
          keyOf={row => row.id}
          columns={[
            { name: 'Pedido', cell: row => row.orderId },
            { name: 'O que há', cell: row => row.sentence },
            { name: 'Na plataforma', cell: row => row.theirs },
            { name: 'Aqui', cell: row => row.ours },
            {
              name: 'Ação',
              cell: row =>
                mayChange ? (
                  <Button kind="quiet" wide={false} busy={busy} onPress={() => void run('fix', row.id)}>
                    {row.fix}
                  </Button>
                ) : (
                  '—'
                ),
            },
          ]}
        />
      )}
    </Card>
  )
}
