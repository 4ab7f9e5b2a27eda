import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type {
  SandboxMessage,
  SandboxOrder,
  SandboxPayment,
  StoreOrder,
  StoreOrders,
} from '../../../src/contract/store.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeMoney } from '../../design/format.ts'
import { Modal, useModal } from '../../design/modal.tsx'
import { ask, send } from '../api.ts'
import { ORDER_WORDS } from '../order-words.ts'
import { usePolling } from '../use-polling.ts'
import { CopyLine } from './copy-line.tsx'
import { type PanelPerson, person } from './person.ts'
import { PersonPicker } from './person-picker.tsx'
import { type Deed, useDeed } from './use-deed.ts'
import { writeMoment } from './write-moment.ts'

export interface Followed {
  readonly order: StoreOrder
  readonly purchase: SandboxOrder
}

interface PanelBodyProps {
  readonly orderId: string | undefined
  /** The page beside it has the person already. */
  readonly isPersonShown?: boolean
}

/** The sandbox beside the shop: who buys, what they are sent, and the parts of the bank and the desk. */
export function PanelBody({ orderId, isPersonShown = false }: PanelBodyProps): JSX.Element {
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
      {!isPersonShown && (
        <Card title="Pessoa">
          <PersonPicker isFixed={isBuying(buyer, followed?.order)} />
        </Card>
      )}
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

const LEAPS = [
  { advance: 'P1D', label: '+ 1 dia' },
  { advance: 'P7D', label: '+ 7 dias' },
  { advance: 'P30D', label: '+ 30 dias' },
] as const

interface Clock {
  readonly now: string
}

function ClockCard(): JSX.Element {
  const [clock, setClock] = useState<Clock>()
  const deed = useDeed()
  useEffect(() => {
    ask<Clock>('sandbox/clock').then(setClock, () => undefined)
  }, [])
  return (
    <Card title="Relógio">
      <p class="soft small">
        {clock === undefined ? 'Adianta prazos e vencimentos.' : `${writeMoment(clock.now)}.`} Vale para todo
        o serviço e não pode voltar.
      </p>
      <div class="row leaps">
        {LEAPS.map(({ advance, label }) => (
          <Button
            key={advance}
            kind="quiet"
            busy={deed.doing === advance}
            unavailable={deed.doing !== undefined}
            onPress={() =>
              void deed.run(advance, async () => setClock(await send<Clock>('sandbox/clock', { advance })))
            }
          >
            {label}
          </Button>
        ))}
      </div>
      {deed.problem && <Alert tone="warn">{deed.problem}</Alert>}
    </Card>
  )
}

function ResetCard({ onReset }: { onReset(): void }): JSX.Element {
  const modal = useModal()
  const deed = useDeed(onReset)

  async function reset(): Promise<void> {
    await send('sandbox/reset')
    person.set(undefined)
    modal.close()
    announce('Tudo pronto para começar de novo.')
  }

  return (
    <Card title="Recomeçar">
      <p class="soft small">Encerra as compras em andamento da loja e libera as pessoas de teste.</p>
      <Button kind="quiet" onPress={modal.open}>
        Começar de novo
      </Button>
      <Modal modal={modal} title="Encerrar todas as compras da loja?">
        <p>Os pedidos em andamento são cancelados. Isso não pode ser desfeito.</p>
        {deed.problem && <Alert tone="warn">{deed.problem}</Alert>}
        <div class="row">
          <Button kind="danger" busy={deed.doing !== undefined} onPress={() => void deed.run('reset', reset)}>
            Encerrar
          </Button>
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
        </div>
      </Modal>
    </Card>
  )
}

const PICTURE_STEPS: readonly (string | undefined)[] = ['FRONTDOC', 'BACKDOC', 'SELFIE']

function OrderCard({ followed, onChange }: { followed: Followed; onChange(): void }): JSX.Element {
  const { order, purchase } = followed
  const deed = useDeed(onChange)
  const act = (path: string, body: object = {}) =>
    deed.run(path + JSON.stringify(body), () =>
      send(`sandbox/orders/${encodeURIComponent(order.id)}/${path}`, body),
    )
  return (
    <Card title="Pedido">
      <p>
        <span class="order-id">{order.id}</span>
        <br />
        <strong>{ORDER_WORDS[order.state].short}</strong>
      </p>
      {purchase.status === 'PENDING' && PICTURE_STEPS.includes(purchase.step) && (
        <Button kind="quiet" busy={deed.doing !== undefined} onPress={() => void act('pictures')}>
          Enviar as fotos por mim
        </Button>
      )}
      {purchase.status === 'PENDING' && purchase.step === 'DESK' && <DeskButtons deed={deed} act={act} />}
      {purchase.payments?.map(payment => (
        <Button
          key={payment.billetId}
          kind={payment.kind === 'DOWN_PAYMENT' ? 'primary' : 'quiet'}
          busy={deed.doing !== undefined}
          onPress={() => void act('pay', { billetId: payment.billetId })}
        >
          Pagar {namePayment(payment)}: {writeMoney(payment.value)}
        </Button>
      ))}
      {deed.problem && <Alert tone="warn">{deed.problem}</Alert>}
    </Card>
  )
}

type Act = (path: string, body?: object) => Promise<void>

const RESULTS = [
  { result: 'VALIDATED', label: 'Aprovar as fotos' },
  { result: 'ASK_AGAIN', label: 'Pedir outra selfie' },
  { result: 'REFUSED', label: 'Recusar' },
] as const

function DeskButtons({ deed, act }: { deed: Deed; act: Act }): JSX.Element {
  return (
    <div class="stack stack-tight">
      <p class="soft small">As fotos esperam na mesa de crédito. Decida por ela:</p>
      {RESULTS.map(({ result, label }) => (
        <Button
          key={result}
          kind="quiet"
          busy={deed.doing !== undefined}
          onPress={() => void act('desk', { result })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function namePayment({ kind, installment, isOfAgreement, method }: SandboxPayment): string {
  const of = isOfAgreement ? ' do acordo' : ''
  switch (kind) {
    case 'DOWN_PAYMENT':
      return `a entrada${of} por ${method === 'PIX' ? 'Pix' : 'boleto'}`
    case 'INSTALLMENT':
      return `a parcela ${installment}${of}`
    case 'SECOND_COPY':
      return `a segunda via da parcela ${installment}${of}`
    case 'SETTLEMENT':
      return `a antecipação${of}`
  }
}
