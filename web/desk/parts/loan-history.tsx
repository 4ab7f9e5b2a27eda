import type { JSX } from 'preact'
import type { LoanMessage, LoanPayment, LoanView } from '../../../src/contract/desk-loans.ts'
import { Card } from '../../design/card.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import {
  ENTRY_WORDS,
  MESSAGE_FAILURE_WORDS,
  MESSAGE_STATE_WORDS,
  MESSAGE_WORDS,
  PROBLEM_WORDS,
} from '../loan-words.ts'
import { wordOf } from '../words.ts'

export function LoanPayments({ payments }: { payments: readonly LoanPayment[] }): JSX.Element {
  return (
    <Card title="Pagamentos recebidos">
      {payments.length === 0 ? (
        <p class="soft">Nenhum pagamento até agora.</p>
      ) : (
        <Table
          caption="Pagamentos recebidos"
          rows={payments}
          keyOf={row => row.reference}
          columns={[
            { name: 'Pago em', cell: row => <span class="steady">{writeDate(row.paidOn)}</span> },
            { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
            { name: 'O que pagou', cell: row => row.parts.map(describePart).join('; ') },
          ]}
        />
      )}
    </Card>
  )
}

function describePart({ installment, fine, interest, discount }: LoanPayment['parts'][number]): string {
  const name = installment === 0 ? 'entrada' : `${installment}ª parcela`
  const charges = [
    ...(fine > 0 ? [`${writeMoney(fine)} de multa`] : []),
    ...(interest > 0 ? [`${writeMoney(interest)} de juros`] : []),
    ...(discount > 0 ? [`${writeMoney(discount)} de desconto`] : []),
  ]
  return charges.length === 0 ? name : `${name}, com ${charges.join(' e ')}`
}

export function LoanMessages({ messages }: { messages: readonly LoanMessage[] }): JSX.Element {
  return (
    <Card title="Mensagens ao cliente">
      {messages.length === 0 ? (
        <p class="soft">Nenhuma mensagem até agora.</p>
      ) : (
        <Table
          caption="Mensagens ao cliente"
          rows={messages}
          keyOf={row => row.id}
          columns={[
            { name: 'Quando', cell: row => <span class="steady">{writeInstant(row.at)}</span> },
            { name: 'Mensagem', cell: row => wordOf(MESSAGE_WORDS, row.template) },
            { name: 'Meio', cell: row => (row.channel === 'SMS' ? 'SMS' : 'E-mail') },
            { name: 'Situação', cell: describeSending },
          ]}
        />
      )}
    </Card>
  )
}

function describeSending({ state, failure }: LoanMessage): string {
  const word = wordOf(MESSAGE_STATE_WORDS, state)
  return failure === undefined ? word : `${word}: ${wordOf(MESSAGE_FAILURE_WORDS, failure)}`
}

function listProblemRows({ problem, restructuringLoss }: LoanView['books']): Figure[] {
  const loss =
    restructuringLoss === undefined
      ? []
      : [{ name: 'Perda da renegociação, a recuperar', value: `− ${writeMoney(restructuringLoss)}` }]
  if (problem === undefined) return loss
  return [
    ...loss,
    {
      name: 'Juros só no recebimento',
      value: writeMoney(problem.suspendedInterest),
      hint: `${wordOf(PROBLEM_WORDS, problem.reason)}, ativo problemático desde ${writeDate(problem.since)}`,
    },
  ]
}

export function LoanBooks({ books }: { books: LoanView['books'] }): JSX.Element {
  const { accruedThrough } = books
  return (
    <Card title="Contabilidade">
      <Figures
        rows={[
          { name: 'Cliente deve, pelos livros', value: writeMoney(books.customer) },
          { name: 'Juros a apropriar', value: `− ${writeMoney(books.unearnedInterest)}` },
          {
            name: 'Valor contábil',
            value: writeMoney(books.carrying),
            strong: true,
            ...(accruedThrough === undefined ? {} : { hint: `Juros até ${writeDate(accruedThrough)}` }),
          },
          ...listProblemRows(books),
        ]}
      />
      <details>
        <summary>Ver os lançamentos ({books.lines.length})</summary>
        <Table
          caption="Lançamentos"
          rows={books.lines}
          keyOf={row => row.id}
          columns={[
            { name: 'Quando', cell: row => <span class="steady">{writeInstant(row.at)}</span> },
            { name: 'Lançamento', cell: row => wordOf(ENTRY_WORDS, row.kind) },
            { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
            { name: 'Cliente deve', isFigure: true, cell: row => writeMoney(row.balance) },
          ]}
        />
      </details>
    </Card>
  )
}
