import type { JSX } from 'preact'
import type { Transfer } from '../../../src/contract/console-money.ts'
import { Alert } from '../../design/alert.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { TRANSFER_LINE_WORDS, TRANSFER_STATUS_WORDS, TRANSFER_TONES } from '../money-words.ts'
import { addressOf } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = { path: 'dinheiro', action: 'money.read', One: OneTransfer }

function OneTransfer({ id }: { id: string }): JSX.Element {
  const { data, problem } = useLoad<Transfer>(`transfer:${id}`, () => get(`/money/transfers/${id}`))
  return (
    <div class="stack">
      <Link to={addressOf.money} class="back">
        Voltar para o dinheiro
      </Link>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? !problem && <Skeleton /> : <Loaded transfer={data} />}
    </div>
  )
}

function Loaded({ transfer }: { transfer: Transfer }): JSX.Element {
  return (
    <>
      <Heading title={`Repasse de ${writeDate(transfer.date)}`}>
        <Tag tone={TRANSFER_TONES[transfer.status]}>{TRANSFER_STATUS_WORDS[transfer.status]}</Tag>
      </Heading>
      {(transfer.status === 'FAILED' || transfer.status === 'RETURNED') && (
        <Alert tone="warn">
          O valor continua sendo seu. Quem financia as suas vendas verifica a conta e faz outro repasse.
        </Alert>
      )}
      <Card title="Repasse">
        <Figures rows={listFacts(transfer)} />
      </Card>
      <Card title="Pedidos deste repasse">
        <Table
          caption="Pedidos deste repasse"
          rows={transfer.lines}
          keyOf={line => `${line.kind} ${line.transactionId ?? ''}`}
          columns={[
            {
              name: 'Pedido',
              cell: ({ transactionId, orderId }) =>
                transactionId === undefined ? (
                  '—'
                ) : (
                  <Link to={`${addressOf.orders}/${transactionId}`}>
                    <span class="breakable">{orderId ?? transactionId}</span>
                  </Link>
                ),
            },
            { name: 'O que é', cell: line => TRANSFER_LINE_WORDS[line.kind] },
            { name: 'Valor', isFigure: true, cell: line => writeMoney(line.amount) },
          ]}
        />
        <Figures rows={[{ name: 'Soma', value: writeMoney(transfer.amount), strong: true }]} />
      </Card>
    </>
  )
}

function listFacts(transfer: Transfer) {
  const { bankReference, settledAt, nettedAmount } = transfer
  return [
    { name: 'Valor', value: writeMoney(transfer.amount), strong: true },
    ...(nettedAmount === 0
      ? []
      : [
          { name: 'Pedidos', value: writeMoney(transfer.salesAmount) },
          { name: 'Descontado', value: writeMoney(nettedAmount) },
        ]),
    {
      name: 'Referência no banco',
      value: <span class="breakable">{bankReference ?? 'O banco ainda não informou'}</span>,
    },
    { name: 'Número do documento', value: <span class="breakable">{transfer.documentNumber}</span> },
    { name: 'Ordenado em', value: writeInstant(transfer.orderedAt) },
    ...(settledAt === undefined
      ? []
      : [{ name: TRANSFER_STATUS_WORDS[transfer.status], value: writeInstant(settledAt) }]),
  ]
}
