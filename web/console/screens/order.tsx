import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { CompositionPart, Lent } from '../../../src/brand/composition.ts'
import type { InstallmentState } from '../../../src/brand/ring.ts'
import type { ConsoleBillet, ConsoleOrder } from '../../../src/contract/console-orders.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CompositionBar } from '../../design/composition-bar.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney, writePercent } from '../../design/format.ts'
import { InstallmentRing } from '../../design/installment-ring.tsx'
import { titleOrder } from '../../design/order-name.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { Timeline } from '../../design/timeline.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { ACTOR_WORDS, EVENT_WORDS } from '../../shell/purchase-words.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { BILLET_TAGS, DELIVERY_TAGS, GROUP_TAGS } from '../order-words.ts'
import { GiveBack } from '../parts/give-back.tsx'
import { InvoiceUpload } from '../parts/invoice-upload.tsx'
import { TransferCard } from '../parts/transfer-card.tsx'
import { addressOf } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = { path: 'pedidos', action: 'orders.read', One: Order }

function Order({ id }: { id: string }): JSX.Element {
  const { data, problem, reload } = useLoad<ConsoleOrder>(`order:${id}`, () => get(`/orders/${id}`))
  return (
    <div class="stack">
      <Link to={addressOf.orders} class="back">
        Pedidos
      </Link>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? !problem && <Skeleton /> : <Sheet order={data} onChange={reload} />}
    </div>
  )
}

function Sheet({ order, onChange }: { order: ConsoleOrder; onChange: () => void }): JSX.Element {
  const { group, transfer, products } = order
  const [tone, word] = GROUP_TAGS[group]
  return (
    <>
      <Heading title={titleOrder(order.orderId)}>
        <Tag tone={tone}>{word}</Tag>
      </Heading>
      <p class="soft">
        {order.customer ?? 'Cliente'}, CPF {order.cpf}. Criado em {writeInstant(order.createdAt)}.
      </p>
      <TransferCard transfer={transfer} />
      <InvoiceUpload order={order} onSent={onChange} />
      <Option order={order} />
      <Billets billets={order.billets} />
      {products.length > 0 && (
        <Card title="Produtos">
          <Figures
            rows={products.map(({ name, amount, value }) => ({
              name: amount > 1 ? `${amount} × ${name}` : name,
              value: value === undefined ? '' : writeMoney(value * amount),
            }))}
          />
        </Card>
      )}
      <Card title="Linha do tempo">
        <Timeline
          events={order.timeline.map(({ event, actor, at }) => ({
            key: `${event}${at}`,
            title: wordOf(EVENT_WORDS, event),
            meta: `${writeInstant(at)}, ${wordOf(ACTOR_WORDS, actor)}`,
          }))}
        />
      </Card>
      <Events events={order.events} />
      <GiveBack order={order} />
    </>
  )
}

const wordOf = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

function Option({ order: { option, billets } }: { order: ConsoleOrder }): JSX.Element {
  const { installments, money } = option
  const states = listStates(billets, installments)
  return (
    <Card title="Opção e custo">
      <InstallmentRing states={states} />
      {money && (
        <>
          <Figures
            rows={[
              ...(money.downPayment > 0 ? [{ name: 'Entrada', value: writeMoney(money.downPayment) }] : []),
              { name: 'Parcelas', value: `${installments} × ${writeMoney(money.installment)}` },
              { name: 'Juros', value: `${writePercent(money.interestPM)} ao mês` },
              { name: 'CET', value: `${writePercent(money.cetPA)} ao ano` },
            ]}
          />
          <CompositionBar
            parts={money.parts.map(({ name, value }) => ({ name: name as CompositionPart, value }))}
            lent={money.lent as Lent}
          />
        </>
      )}
    </Card>
  )
}

function listStates(billets: readonly ConsoleBillet[], count: number): InstallmentState[] {
  const own = billets.filter(({ number }) => number > 0)
  const next = own.find(({ state }) => state === 'OPEN')?.number
  return Array.from({ length: count }, (_, at) => {
    const billet = own.find(({ number }) => number === at + 1)
    if (billet?.state === 'PAID') return 'paid'
    if (billet?.state === 'LATE') return 'late'
    return billet !== undefined && billet.number === next ? 'next' : 'open'
  })
}

function Billets({ billets }: { billets: readonly ConsoleBillet[] }): JSX.Element | null {
  if (billets.length === 0) return null
  const hasMoney = billets.some(({ amount }) => amount !== undefined)
  return (
    <Card title="Boletos">
      <Table
        caption="Boletos"
        rows={billets}
        keyOf={({ id, number }) => `${id}${number}`}
        columns={[
          { name: 'Parcela', cell: ({ number }) => (number === 0 ? 'Entrada' : `${number}ª`) },
          { name: 'Vence', isFigure: true, cell: ({ dueDate }) => writeDate(dueDate) },
          ...(hasMoney
            ? [
                {
                  name: 'Valor',
                  isFigure: true,
                  cell: ({ amount }: ConsoleBillet) => (amount === undefined ? '—' : writeMoney(amount)),
                },
              ]
            : []),
          {
            name: 'Situação',
            cell: ({ state }) => <Tag tone={BILLET_TAGS[state][0]}>{BILLET_TAGS[state][1]}</Tag>,
          },
        ]}
      />
    </Card>
  )
}

const FEW = 6

function Events({ events }: Pick<ConsoleOrder, 'events'>): JSX.Element | null {
  const [isWhole, setWhole] = useState(false)
  if (events.length === 0) return null
  return (
    <Card title="Avisos ao sistema da loja">
      <Table
        caption="Avisos ao sistema da loja"
        rows={isWhole ? events : events.slice(0, FEW)}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Evento', cell: ({ type }) => <span class="breakable">{type}</span> },
          { name: 'Quando', isFigure: true, cell: ({ at }) => writeInstant(at) },
          {
            name: 'Entrega',
            cell: ({ delivery }) =>
              delivery === undefined ? (
                'Sem destino'
              ) : (
                <Tag tone={DELIVERY_TAGS[delivery][0]}>{DELIVERY_TAGS[delivery][1]}</Tag>
              ),
          },
        ]}
      />
      {!isWhole && events.length > FEW && (
        <Button kind="plain" wide={false} onPress={() => setWhole(true)}>
          Ver todos os {events.length} avisos
        </Button>
      )}
    </Card>
  )
}
