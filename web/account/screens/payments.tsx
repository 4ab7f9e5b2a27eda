import type { JSX } from 'preact'
import type { AccountBill, AccountPayment } from '../../../src/contract/account.ts'
import { Card } from '../../design/card.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { nameBill } from '../words.ts'

interface PaymentsProps {
  readonly payments: readonly AccountPayment[]
  readonly bills: readonly AccountBill[]
}

/** Every payment that arrived, and what it paid. */
export function Payments({ payments, bills }: PaymentsProps): JSX.Element {
  const of = bills.at(-1)?.of ?? 0
  return (
    <Card title="Pagamentos recebidos">
      <ol class="billets">
        {payments.map((payment, index) => (
          <li key={index}>
            <span>
              <strong class="figure">{writeDate(payment.paidOn)}</strong>
              {payment.parts.map(part => (
                <span class="soft small" key={part.number}>
                  {nameBill({ number: part.number, of })}
                  {describeCharges(part)}
                </span>
              ))}
            </span>
            <span class="right">
              <span class="figure">{writeMoney(payment.value)}</span>
              <span class="paid small">Recebido</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function describeCharges({ fine, interest, discount }: AccountPayment['parts'][number]): string {
  if (discount > 0) return `, com desconto de ${writeMoney(discount)}`
  const parts = [
    ...(fine > 0 ? [`${writeMoney(fine)} de multa`] : []),
    ...(interest > 0 ? [`${writeMoney(interest)} de juros`] : []),
  ]
  return parts.length === 0 ? '' : `, com ${parts.join(' e ')}`
}
