import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type {
  EndpointFare,
  EndpointList,
  EndpointView,
  EndpointWithSecret,
} from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { writeInstant } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { RowLink } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useMay } from '../console-context.ts'
import { EVENT_TYPES } from '../integration-words.ts'
import { addressOf } from '../route.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { HealthStrip } from './health-strip.tsx'
import { ShownOnce } from './shown-once.tsx'

/** What happens to a purchase; events of links are for those who make links. */
const DEFAULTS = EVENT_TYPES.filter(type => !type.startsWith('payment_link.'))

export function IntegrationWebhooks(): JSX.Element {
  const { data, problem, reload } = useLoad<EndpointList>('endpoints', () => get('/integration/endpoints'))
  const may = useMay()
  const modal = useModal()
  const [secret, setSecret] = useState<string>()
  function show(done: EndpointView | EndpointWithSecret): void {
    if ('secret' in done) setSecret(done.secret)
    reload()
  }
  return (
    <div class="stack">
      <p class="soft">
        Endereços da loja que recebem cada acontecimento, assinado. Abra um receptor para ver as entregas,
        testar e reenviar.
      </p>
      {may('integration.change') && (
        <div>
          <Button wide={false} onPress={modal.open}>
            Cadastrar receptor
          </Button>
          <EndpointForm key={data?.endpoints.length} modal={modal} defaults={DEFAULTS} onDone={show} />
        </div>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined && !problem && <Skeleton />}
      {data?.endpoints.length === 0 && <EmptyState title="Nenhum receptor ainda." />}
      {data !== undefined && data.endpoints.length > 0 && (
        <Table
          caption="Receptores de webhooks"
          rows={data.endpoints}
          keyOf={row => row.id}
          columns={[
            {
              name: 'Endereço',
              cell: row => (
                <RowLink to={`${addressOf.integration}/${row.id}`}>
                  <span class="breakable">{row.url}</span>
                </RowLink>
              ),
            },
            { name: 'Situação', cell: row => <EndpointState row={row} /> },
            { name: 'Saúde', cell: row => <HealthStrip days={row.health.days} /> },
            { name: 'Em espera', isFigure: true, cell: row => row.health.pending },
          ]}
        />
      )}
      <ShownOnce
        title="Segredo do receptor"
        secrets={secret === undefined ? undefined : [{ name: 'Segredo da assinatura', text: secret }]}
        onClose={() => setSecret(undefined)}
      />
    </div>
  )
}

export function EndpointState({ row }: { row: EndpointView | EndpointFare }): JSX.Element {
  if (row.status === 'disabled') return <Tag tone="bad">Desativado</Tag>
  if (row.failingSince === undefined) return <Tag tone="good">Ativo</Tag>
  return <Tag tone="warn">Só falhas desde {writeInstant(row.failingSince)}</Tag>
}
