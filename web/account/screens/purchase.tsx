import type { JSX } from 'preact'
import type { AccountPurchase } from '../../../src/contract/account.ts'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Tag } from '../../design/tag.tsx'
import { DATA } from '../route.ts'
import type { AccountScreenProps } from '../use-send.ts'
import { ENDINGS, STANDINGS } from '../words.ts'
import { Bills } from './bills.tsx'
import { PayCard } from './pay-card.tsx'
import { Payments } from './payments.tsx'
import { WithdrawModal } from './withdraw-modal.tsx'

interface PurchaseScreenProps extends AccountScreenProps {
  readonly purchase: AccountPurchase
}

export function PurchaseScreen({ purchase, account, ...around }: PurchaseScreenProps): JSX.Element {
  const { standing, next, withdrawal, continueUrl, bills, payments } = purchase
  const withdrawing = useModal()
  const { text, tone } = STANDINGS[standing]
  const isOnboarding = standing === 'onboarding'
  return (
    <>
      <Heading title={`Compra em ${purchase.retailerName}`}>
        Pedido {purchase.orderId}, de {writeDate(purchase.boughtOn)}
      </Heading>
      <p>
        <Tag tone={tone}>{text}</Tag>
      </p>
      <Ending purchase={purchase} />
      {isOnboarding && continueUrl && (
        <Card title="Falta concluir">
          <p>Sua compra ainda não terminou. Continue de onde você parou.</p>
          <LinkButton href={continueUrl} kind="primary">
            Continuar a compra
          </LinkButton>
        </Card>
      )}
      {next && !isOnboarding && <PayCard bill={next} qr={purchase.nextQr} lender={account.lender} />}
      {bills.length > 0 && <Bills purchase={purchase} />}
      {payments.length > 0 && <Payments payments={payments} bills={bills} />}
      <Bought purchase={purchase} />
      {purchase.contractUrl && (
        <Card title="Contrato">
          <p class="soft">Com todas as condições, o custo efetivo total (CET) e as datas.</p>
          <LinkButton href={purchase.contractUrl} icon="download" download="contrato.pdf">
            Baixar o contrato (PDF)
          </LinkButton>
        </Card>
      )}
      {withdrawal && (
        <Card title="Mudou de ideia?">
          <p>
            {withdrawal.until === undefined
              ? 'Você pode desistir desta compra. Se a entrada já foi paga, ela volta para você.'
              : `Você pode desistir até ${writeDayAndMonth(withdrawal.until)}, sem explicar o motivo. Tudo o que você pagou volta para você.`}
          </p>
          <Button kind="danger" onPress={withdrawing.open}>
            Desistir da compra
          </Button>
          <WithdrawModal modal={withdrawing} purchase={purchase} {...around} />
        </Card>
      )}
    </>
  )
}

function Ending({ purchase }: { purchase: AccountPurchase }): JSX.Element | null {
  const { standing, cancelReason, refund, canAskReview } = purchase
  if (standing === 'paid')
    return (
      <Alert tone="good" title="Tudo pago. Obrigado!">
        Todas as parcelas desta compra foram pagas.
      </Alert>
    )
  if (standing === 'canceling')
    return <Alert title="Cancelamento em andamento">Ele termina em instantes.</Alert>
  if (standing !== 'canceled' && standing !== 'abandoned') return null
  const reason =
    standing === 'abandoned' ? 'CUSTOMER_ABANDONED' : (cancelReason ?? 'UNSPECIFIED_CANCEL_REASON')
  return (
    <>
      <Alert title={ENDINGS[reason]}>Nada mais será cobrado por ela.</Alert>
      {refund && (
        <Card title="Sua devolução">
          <p class="headline">
            <strong>{writeMoney(refund.value)}</strong>
            <span class="soft">voltam para você até {writeDate(refund.maxDate)}</span>
          </p>
          <p>
            {refund.account === undefined
              ? 'A loja não informou uma conta para a devolução. Se precisar combinar onde receber, fale com o nosso atendimento.'
              : `Na conta que a loja informou: ${refund.account}.`}
          </p>
        </Card>
      )}
      {canAskReview && (
        <Card title="Não concorda?">
          <p>Você pode pedir que uma pessoa revise esta decisão.</p>
          <LinkButton href={DATA}>Pedir revisão</LinkButton>
        </Card>
      )}
    </>
  )
}

function Bought({ purchase }: { purchase: AccountPurchase }): JSX.Element | null {
  const { products, total } = purchase
  if (products.length === 0) return null
  const rows = products.map(({ name, amount, value }) => ({
    name: amount === 1 ? name : `${amount} × ${name}`,
    value: writeMoney(value * amount),
  }))
  return (
    <Card title="O que você comprou">
      <Figures
        rows={[...rows, { name: 'Entrada e parcelas, no total', value: writeMoney(total), strong: true }]}
      />
    </Card>
  )
}
