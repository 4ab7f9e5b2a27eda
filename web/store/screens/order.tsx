import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { StoreOrder, StorePageData } from '../../../src/contract/store.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Icon } from '../../design/icons.tsx'
import { Modal, useModal } from '../../design/modal.tsx'
import { ask, explain, ShopError, send } from '../api.ts'
import { cart } from '../cart-content.ts'
import { writeCentavos } from '../money.ts'
import { ORDER_WORDS, STATION_OF, STATIONS } from '../order-words.ts'
import { go, Link } from '../place.tsx'
import { usePolling } from '../use-polling.ts'
import { Missing } from './missing.tsx'

/** What the lender's events made of the order; it changes by itself. */
export function Order({ orderId }: { data: StorePageData; orderId: string }): JSX.Element {
  const [order, setOrder] = useState<StoreOrder>()
  const [problem, setProblem] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const shown = useRef<string | undefined>(undefined)

  function show(next: StoreOrder): boolean {
    const isNew = shown.current !== next.state
    if (isNew && shown.current !== undefined) announce(ORDER_WORDS[next.state].title)
    shown.current = next.state
    setProblem(undefined)
    setOrder(next)
    return isNew
  }

  usePolling(
    async () => {
      try {
        return show(await ask<StoreOrder>(`orders/${encodeURIComponent(orderId)}`))
      } catch (error) {
        if (error instanceof ShopError && error.code === 'store_order_not_found') setMissing(true)
        else setProblem(explain(error))
        return false
      }
    },
    !isMissing,
    orderId,
  )

  if (isMissing) return <Missing what="pedido" />
  return (
    <div class="stack roomy store-narrow">
      <p class="soft">
        Pedido <span class="order-id">{orderId}</span>
      </p>
      {problem && <Alert tone="warn">{problem}</Alert>}
      {order === undefined ? (
        <h1 tabIndex={-1}>Buscando seu pedido…</h1>
      ) : (
        <Standing order={order} onChange={show} />
      )}
    </div>
  )
}

function Standing({
  order,
  onChange,
}: {
  order: StoreOrder
  onChange(order: StoreOrder): void
}): JSX.Element {
  const { title, text, tone } = ORDER_WORDS[order.state]
  const isApproved = order.state === 'approved'
  return (
    <>
      <section class={`standing card ${tone}`} aria-labelledby="standing">
        {isApproved && (
          <p class="seal">
            <Icon name="check" size={32} />
          </p>
        )}
        <div class="stack stack-tight">
          <h1 tabIndex={-1} id="standing">
            {title}
          </h1>
          <p class="soft">{text}</p>
        </div>
        {STATION_OF[order.state] > 0 && <Way order={order} />}
        <Actions order={order} onChange={onChange} />
      </section>
      <Summary order={order} />
    </>
  )
}

function Way({ order }: { order: StoreOrder }): JSX.Element {
  const reached = STATION_OF[order.state]
  return (
    <ol class="way">
      {STATIONS.map((station, index) => (
        <li
          key={station}
          class={`way-stop${index < reached ? ' done' : index === reached ? ' now' : ''}`}
          {...(index === reached ? { 'aria-current': 'step' as const } : {})}
        >
          <span class="way-dot">{index < reached && <Icon name="check" size={14} />}</span>
          <span>
            {station}
            {index < reached && <span class="unseen"> (feito)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Actions({ order, onChange }: { order: StoreOrder; onChange(order: StoreOrder): void }): JSX.Element {
  const { id, state, canPay, lines } = order
  const hasFailed = state === 'denied' || state === 'canceled' || state === 'expired'
  return (
    <div class="stack">
      {canPay && (
        <LinkButton href={`/store/pedido/${id}/pagar`} kind="primary">
          {hasFailed
            ? 'Tentar de novo'
            : state === 'waiting'
              ? 'Ir para o crediário'
              : 'Continuar no crediário'}
        </LinkButton>
      )}
      {hasFailed && !canPay && (
        <Button
          onPress={() => {
            cart.set(lines.map(({ sku, quantity }) => ({ sku, quantity })))
            go('/store/carrinho')
          }}
        >
          Comprar de novo
        </Button>
      )}
      {state === 'approved' && (
        <Link to="/store" class="button quiet wide">
          Continuar comprando
        </Link>
      )}
      {canPay && <CancelOrder id={id} onChange={onChange} />}
    </div>
  )
}

function CancelOrder({ id, onChange }: { id: string; onChange(order: StoreOrder): void }): JSX.Element {
  const modal = useModal()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function cancel(): Promise<void> {
    setBusy(true)
    try {
      onChange(await send<StoreOrder>(`orders/${encodeURIComponent(id)}/cancel`))
      modal.close()
    } catch (error) {
      setProblem(explain(error))
    }
    setBusy(false)
  }

  return (
    <>
      <Button kind="plain" onPress={modal.open}>
        Cancelar o pedido
      </Button>
      <Modal modal={modal} title="Cancelar o pedido?">
        <p>A página do crediário deixa de funcionar para este pedido.</p>
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="danger" busy={busy} onPress={() => void cancel()}>
            Cancelar o pedido
          </Button>
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
        </div>
      </Modal>
    </>
  )
}

function Summary({ order }: { order: StoreOrder }): JSX.Element {
  return (
    <Card title="O que você comprou">
      <dl class="figures">
        {order.lines.map(({ sku, name, detail, quantity, unitCentavos }) => (
          <div key={sku}>
            <dt>
              {quantity > 1 && `${quantity} × `}
              {name}
              <span class="hint">{detail}</span>
            </dt>
            <dd>{writeCentavos(unitCentavos * quantity)}</dd>
          </div>
        ))}
        <div>
          <dt>Entrega</dt>
          <dd>{order.deliveryCentavos === 0 ? 'Retirar na loja' : writeCentavos(order.deliveryCentavos)}</dd>
        </div>
        <div class="strong">
          <dt>Total à vista</dt>
          <dd>{writeCentavos(order.totalCentavos)}</dd>
        </div>
      </dl>
    </Card>
  )
}
