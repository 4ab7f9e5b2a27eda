import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { SandboxMessage, SandboxOrder, StoreOrder, StoreOrders } from '../../../src/contract/store.ts'
import { Card } from '../../design/card.tsx'
import { ask } from '../api.ts'
import { usePolling } from '../use-polling.ts'
import { ClockCard } from './clock-card.tsx'
import { CopyLine } from './copy-line.tsx'
import { OrderCard } from './order-card.tsx'
import { type PanelPerson, person } from './person.ts'
import { PersonPicker } from './person-picker.tsx'
import { ResetCard } from './reset-card.tsx'

export interface Followed {
  readonly order: StoreOrder
  readonly purchase: SandboxOrder
}

/** The sandbox beside the shop: who buys, what they are sent, and the parts of the bank and the desk. */
export function PanelBody({ orderId }: { orderId: string | undefined }): JSX.Element {
  const buyer = person.use()
  const [message, setMessage] = useState<SandboxMessage>()
  const [followed, setFollowed] = useState<Followed>()

  async function look(): Promise<boolean> {
    const [nextMessage, next] = await Promise.all([readLastCode(buyer?.phone), readOrder(orderId)])
    const isNew = JSON.stringify([nextMessage, next]) !== JSON.stringify([message, followed])
    setMessage(nextMessage)
    setFollowed(next)
    return isNew
  }
  usePolling(look, true, `${orderId} ${buyer?.phone}`)

  return (
    <div class="stack panel-cards">
      <Card title="Código recebido">
        {message?.code === undefined ? (
          <p class="soft small">
            Quando a página pedir um código, ele aparece aqui. Nenhum SMS é enviado de verdade.
          </p>
        ) : (
          <>
            <dl class="copy-lines big">
              <CopyLine name="Código" text={message.code} />
            </dl>
            <p class="soft small">{message.text}</p>
          </>
        )}
      </Card>
      {followed !== undefined && <OrderCard followed={followed} onChange={() => void look()} />}
      <Card title="Pessoa">
        <PersonPicker isFixed={isBuying(buyer, followed?.order)} />
      </Card>
      <ClockCard />
      <ResetCard onReset={() => void look()} />
    </div>
  )
}

function isBuying(buyer: PanelPerson | undefined, order: StoreOrder | undefined): boolean {
  return order !== undefined && buyer?.orderId === order.id && order.canPay
}

async function readLastCode(phone: string | undefined): Promise<SandboxMessage | undefined> {
  if (phone === undefined) return undefined
  const query = new URLSearchParams({ phone })
  const { messages } = await ask<{ messages: SandboxMessage[] }>(`sandbox/messages?${query}`)
  return messages.find(({ code }) => code !== undefined)
}

/** The order that is named, or the newest of this browser. */
async function readOrder(orderId: string | undefined): Promise<Followed | undefined> {
  const order =
    orderId === undefined
      ? (await ask<StoreOrders>('orders')).orders[0]
      : await ask<StoreOrder>(`orders/${encodeURIComponent(orderId)}`).catch(() => undefined)
  if (order === undefined) return undefined
  return { order, purchase: await ask<SandboxOrder>(`sandbox/orders/${encodeURIComponent(order.id)}`) }
}
