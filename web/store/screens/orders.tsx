import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { StoreOrder, StoreOrders } from '../../../src/contract/store.ts'
import { Alert } from '../../design/alert.tsx'
import { writeInstant } from '../../design/format.ts'
import { ask, explain } from '../api.ts'
import { writeCentavos } from '../money.ts'
import { ORDER_WORDS } from '../order-words.ts'
import { Link } from '../place.tsx'
import { usePolling } from '../use-polling.ts'

export function Orders(): JSX.Element {
  const [orders, setOrders] = useState<readonly StoreOrder[]>()
  const [problem, setProblem] = useState<string>()

  usePolling(
    async () => {
      try {
        const next = (await ask<StoreOrders>('orders')).orders
        setProblem(undefined)
        setOrders(next)
        return JSON.stringify(next) !== JSON.stringify(orders)
      } catch (error) {
        setProblem(explain(error))
        return false
      }
    },
    true,
    'orders',
  )

  return (
    <div class="stack roomy store-narrow">
      <h1 tabIndex={-1}>Meus pedidos</h1>
      {problem && <Alert tone="warn">{problem}</Alert>}
      {orders?.length === 0 && (
        <>
          <p class="soft">Você ainda não fez nenhum pedido neste navegador.</p>
          <Link to="/store" class="button wide">
            Ver os produtos
          </Link>
        </>
      )}
      {orders !== undefined && orders.length > 0 && (
        <ul class="card order-list">
          {orders.map(order => (
            <li key={order.id}>
              <Link to={`/store/pedido/${order.id}`}>
                Pedido <span class="order-id">{order.id}</span>
              </Link>
              <span class="soft small">
                {writeInstant(order.createdAt)} · {order.lines.map(({ name }) => name).join(', ')}
              </span>
              <span class="pair">
                <span class={`state ${ORDER_WORDS[order.state].tone}`}>{ORDER_WORDS[order.state].short}</span>
                <span class="figure">{writeCentavos(order.totalCentavos)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
