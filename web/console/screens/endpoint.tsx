import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type {
  DeliveryList,
  EndpointFare,
  EndpointList,
  EndpointWithSecret,
} from '../../../src/contract/console-integration.ts'
import type { DeliveryStatus } from '../../../src/contract/webhooks.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { ChipFilter } from '../../design/chip.tsx'
import { writeInstant } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useAction } from '../../design/use-action.ts'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { DELIVERY_STATES, EVENT_TYPE_WORDS } from '../integration-words.ts'
import { DeliveryRow } from '../parts/delivery-row.tsx'
import { EndpointForm } from '../parts/endpoint-form.tsx'
import { ReplayRange, TestEvents } from '../parts/endpoint-work.tsx'
import { FormModal } from '../parts/form-modal.tsx'
import { HealthStrip } from '../parts/health-strip.tsx'
import { EndpointState } from '../parts/integration-webhooks.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { addressOf } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = { path: 'integracao', action: 'integration.read', One: Endpoint }

function Endpoint({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<EndpointList>('endpoints', () => get('/integration/endpoints'))
  const may = useMay()
  const [turn, setTurn] = useState(0)
  const found = loaded.data?.endpoints.find(endpoint => endpoint.id === id)
  const refresh = (): void => {
    loaded.reload()
    setTurn(turn + 1)
  }
  return (
    <div class="stack">
      <Heading title="Receptor de webhooks" />
      {loaded.problem && <Alert tone="bad">{loaded.problem}</Alert>}
      {loaded.data === undefined && !loaded.problem && <Skeleton />}
      {loaded.data !== undefined && found === undefined && (
        <Alert>
          Este receptor não existe mais. <Link to={addressOf.integration}>Voltar à integração</Link>
        </Alert>
      )}
      {found !== undefined && (
        <>
          <State endpoint={found} />
          {may('integration.change') && <Actions endpoint={found} onDone={refresh} />}
          {may('integration.change') && found.status === 'enabled' && (
            <>
              <TestEvents endpointId={id} onDone={refresh} />
              <ReplayRange endpointId={id} onDone={refresh} />
            </>
          )}
          <Deliveries endpointId={id} turn={turn} onReplayed={refresh} />
        </>
      )}
    </div>
  )
}

const WHY_DISABLED = {
  gone: 'Ele respondeu 410.',
  failing: 'Por cinco dias todas as tentativas falharam.',
} as const

function State({ endpoint }: { endpoint: EndpointFare }): JSX.Element {
  const { disabledAt, disabledReason, previousSecretUntil } = endpoint
  return (
    <Card>
      <p class="breakable">
        <b>{endpoint.url}</b>
      </p>
      <div>
        <EndpointState row={endpoint} />
      </div>
      {disabledAt && disabledReason && (
        <Alert tone="bad" title={`Desativado em ${writeInstant(disabledAt)}`}>
          {WHY_DISABLED[disabledReason]} Corrija, reative e reenvie o período.
        </Alert>
      )}
      <HealthStrip days={endpoint.health.days} />
      <p class="small">Eventos: {endpoint.events.map(type => EVENT_TYPE_WORDS[type]).join(', ')}.</p>
      {previousSecretUntil && (
        <p class="soft small">O segredo anterior também assina até {writeInstant(previousSecretUntil)}.</p>
      )}
    </Card>
  )
}

function Actions({ endpoint, onDone }: { endpoint: EndpointFare; onDone: () => void }): JSX.Element {
  const { explain, leave } = useConsole()
  const [change, rotation, removal] = [useModal(), useModal(), useModal()]
  const [secret, setSecret] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const path = `/integration/endpoints/${endpoint.id}`
  const { busy, run } = useAction(async () => {
    try {
      await post(`${path}/enable`)
      setProblem(undefined)
      onDone()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  async function rotate(): Promise<void> {
    const rotated = await post<EndpointWithSecret>(`${path}/secret`)
    rotation.close()
    setSecret(rotated.secret)
    onDone()
  }
  async function remove(): Promise<void> {
    await post(`${path}/remove`)
    removal.close()
    leave(addressOf.integration, 'Receptor excluído.')
  }
  return (
    <>
      <div class="row">
        {endpoint.status === 'disabled' && (
          <Button wide={false} busy={busy} onPress={() => void run()}>
            Reativar
          </Button>
        )}
        <Button kind="quiet" wide={false} onPress={change.open}>
          Alterar
        </Button>
        <Button kind="quiet" wide={false} onPress={rotation.open}>
          Trocar o segredo
        </Button>
        <Button kind="danger" wide={false} onPress={removal.open}>
          Excluir
        </Button>
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <EndpointForm modal={change} endpoint={endpoint} defaults={endpoint.events} onDone={onDone} />
      <FormModal modal={rotation} title="Trocar o segredo?" confirm="Trocar" send={rotate}>
        <p>Por 24 horas as entregas levam as duas assinaturas: troque no receptor nesse tempo.</p>
      </FormModal>
      <FormModal modal={removal} title="Excluir o receptor?" confirm="Excluir" isDanger send={remove}>
        <p>
          Nada mais é enviado a <span class="breakable">{endpoint.url}</span>, e o que está em espera é
          cancelado.
        </p>
      </FormModal>
      <ShownOnce
        title="Novo segredo do receptor"
        secrets={secret === undefined ? undefined : [{ name: 'Segredo da assinatura', text: secret }]}
        onClose={() => setSecret(undefined)}
      />
    </>
  )
}

interface DeliveriesProps {
  readonly endpointId: string
  /** Another one: look again. */
  readonly turn: number
  readonly onReplayed: () => void
}

function Deliveries({ endpointId, turn, onReplayed }: DeliveriesProps): JSX.Element {
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const query = new URLSearchParams({ endpointId, limit: '25', ...(status && { status }) }).toString()
  const { data, problem, reload } = useLoad<DeliveryList>(query, () =>
    get(`/integration/deliveries?${query}`),
  )
  useEffect(() => {
    if (turn > 0) reload()
  }, [turn, reload])
  return (
    <section class="stack" aria-label="Entregas">
      <h2>Entregas dos últimos 31 dias</h2>
      <ChipFilter
        label="Situação"
        all="Todas"
        value={status}
        onChange={setStatus}
        options={(['pending', 'delivered', 'failed'] as const).map(each => [each, DELIVERY_STATES[each][0]])}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? (
        !problem && <Skeleton />
      ) : (
        <Pages key={query} first={data} query={query} onReplayed={onReplayed} />
      )}
    </section>
  )
}

function Pages({
  first,
  query,
  onReplayed,
}: {
  first: DeliveryList
  query: string
  onReplayed: () => void
}): JSX.Element {
  const { explain } = useConsole()
  const [page, setPage] = useState(first)
  // What is open stays open when the first page is read again.
  useEffect(() => setPage(first), [first])
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const older = await get<DeliveryList>(`/integration/deliveries?${query}&after=${page.next}`)
      setPage({ next: older.next, data: [...page.data, ...older.data] })
      setProblem(undefined)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  if (page.data.length === 0) return <p class="soft">Nenhuma entrega.</p>
  return (
    <>
      <ul class="stack stack-tight">
        {page.data.map(delivery => (
          <DeliveryRow key={delivery.id} delivery={delivery} onReplayed={onReplayed} />
        ))}
      </ul>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== null && (
        <Button kind="quiet" busy={busy} onPress={() => void run()}>
          Mais antigas
        </Button>
      )}
    </>
  )
}
