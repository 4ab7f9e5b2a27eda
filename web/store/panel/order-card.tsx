import type { JSX } from 'preact'
import type { SandboxPayment } from '../../../src/contract/store.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeMoney } from '../../design/format.ts'
import { send } from '../api.ts'
import { ORDER_WORDS } from '../order-words.ts'
import type { Followed } from './panel-body.tsx'
import { type Deed, useDeed } from './use-deed.ts'

const PICTURE_STEPS: readonly (string | undefined)[] = ['FRONTDOC', 'BACKDOC', 'SELFIE']

export function OrderCard({ followed, onChange }: { followed: Followed; onChange(): void }): JSX.Element {
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
