import type { JSX } from 'preact'
import type { AccountBill, AccountPurchase } from '../../../src/contract/account.ts'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { BILL_STANDINGS, nameBill } from '../words.ts'

/** All of them, paid and canceled ones too. */
export function Bills({ purchase }: { purchase: AccountPurchase }): JSX.Element {
  const { bills, billetsUrl, leftToday } = purchase
  return (
    <Card title="Todas as parcelas">
      {leftToday > 0 && (
        <p>
          Falta pagar <strong class="figure">{writeMoney(leftToday)}</strong>, pelo valor de hoje.
        </p>
      )}
      <ol class="billets">
        {bills.map(bill => (
          <Bill key={bill.number} bill={bill} />
        ))}
      </ol>
      {billetsUrl && (
        <LinkButton href={billetsUrl} icon="download" download="boletos.pdf">
          Baixar os boletos a pagar (PDF)
        </LinkButton>
      )}
    </Card>
  )
}

function Bill({ bill }: { bill: AccountBill }): JSX.Element {
  const { standing, today, billetUrl } = bill
  const { text, tone } = BILL_STANDINGS[standing]
  const name = nameBill(bill)
  const isPaid = standing === 'paid'
  return (
    <li class={standing === 'canceled' ? 'soft' : ''}>
      <span>
        <strong class="figure">{writeDate(bill.dueDate)}</strong>
        <span class="soft small">{name}</span>
      </span>
      <span class="right">
        <span class="figure">
          {writeMoney(standing === 'late' ? (today?.total ?? bill.value) : bill.value)}
        </span>
        <span class={`small tone-${tone}`}>
          {isPaid && bill.paidOn !== undefined ? `${text} em ${writeDate(bill.paidOn)}` : text}
        </span>
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
    </li>
  )
}
