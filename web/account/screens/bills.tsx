import type { ComponentChildren, JSX } from 'preact'
import type { AccountBill, AccountPurchase } from '../../../src/contract/account.ts'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import type { Around } from '../use-send.ts'
import { ALL_DUE, BILL_STANDINGS, nameBill } from '../words.ts'
import { SecondCopy } from './second-copy.tsx'

interface BillsProps extends Around {
  readonly purchase: AccountPurchase
}

/** All of them, paid and canceled ones too. */
export function Bills({ purchase, ...around }: BillsProps): JSX.Element {
  const { bills, billetsUrl, next } = purchase
  return (
    <Card title="Todas as parcelas">
      <ol class="billets">
        {bills.map(bill => (
          <Bill key={bill.number} bill={bill} isAllDue={purchase.acceleration !== undefined}>
            {bill.standing === 'expired' && bill.number !== next?.number && (
              <SecondCopy transactionId={purchase.id} bill={bill} kind="quiet" {...around} />
            )}
          </Bill>
        ))}
      </ol>
      {billetsUrl && (
        <LinkButton href={billetsUrl} icon="download" download="boletos.pdf">
          Baixar os boletos em aberto (PDF)
        </LinkButton>
      )}
    </Card>
  )
}

interface BillProps {
  readonly bill: AccountBill
  /** The whole contract is due, whatever stands on its bills. */
  readonly isAllDue: boolean
  readonly children: ComponentChildren
}

function Bill({ bill, isAllDue, children }: BillProps): JSX.Element {
  const { standing, today, billetUrl } = bill
  const isOwed = today !== undefined
  const { text, tone } = isAllDue && isOwed ? ALL_DUE : BILL_STANDINGS[standing]
  const name = nameBill(bill)
  const isPaid = standing === 'paid'
  const isLate = standing === 'late' || standing === 'expired' || isAllDue
  const hasCharges = isLate && today !== undefined && today.fine + today.interest > 0
  return (
    <li class={standing === 'canceled' ? 'soft' : ''}>
      <span>
        <strong class="figure">{writeDate(bill.dueDate)}</strong>
        <span class="soft small">{name}</span>
      </span>
      <span class="right">
        <span class="figure">{writeMoney(isLate ? (today?.total ?? bill.value) : bill.value)}</span>
        <span class={`small tone-${tone}`}>
          {isPaid && bill.paidOn !== undefined ? `${text} em ${writeDate(bill.paidOn)}` : text}
        </span>
        {hasCharges && <span class="soft small">com multa e juros</span>}
        {billetUrl && (
          <a
            class="small"
            href={billetUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`Abrir boleto: ${name}`}
          >
            Abrir boleto
          </a>
        )}
      </span>
      {children}
    </li>
  )
}
