import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { writeAtShop } from '../../../src/brazil/shop-words.ts'
import type {
  AccountAcceleration,
  AccountAddendum,
  AccountBill,
  AccountPayment,
  AccountPurchase,
} from '../../../src/contract/account.ts'
import { Heading } from '../../customer/heading.tsx'
import { describeRefundPlace } from '../../customer/refund-words.ts'
import { Themed } from '../../customer/themed.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CompositionBar } from '../../design/composition-bar.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { Illustration, PAID_OFF } from '../../design/illustrations.tsx'
import { InstallmentRing } from '../../design/installment-ring.tsx'
import { Modal, type ModalHandle, useModal } from '../../design/modal.tsx'
import { Tag } from '../../design/tag.tsx'
import { DATA, linkToPurchase } from '../route.ts'
import { type AccountScreenProps, type Around, useSend } from '../use-send.ts'
import {
  AGREEMENT_ENDINGS,
  ALL_DUE,
  BILL_STANDINGS,
  ENDINGS,
  listStates,
  nameBill,
  nameOrder,
  STANDINGS,
} from '../words.ts'
import { AgreementCard } from './agreement-card.tsx'
import { EarlyCard } from './early-card.tsx'
import { PayCard } from './pay-card.tsx'
import { SecondCopy } from './second-copy.tsx'

interface PurchaseScreenProps extends AccountScreenProps {
  readonly purchase: AccountPurchase
}

export function PurchaseScreen({ purchase, account, ...around }: PurchaseScreenProps): JSX.Element {
  const { standing, next, withdrawal, continueUrl, bills, payments } = purchase
  const withdrawing = useModal()
  const isOnboarding = standing === 'onboarding'
  const agreement = account.purchases.find(({ id }) => id === purchase.renegotiatedBy)
  const early = purchase.early && <EarlyCard purchase={purchase} early={purchase.early} {...around} />
  const paying = next && !isOnboarding && (
    <PayCard purchase={purchase} bill={next} lender={account.lender} {...around} />
  )
  return (
    <Themed theme={purchase.theme}>
      <Heading title={`${purchase.isAgreement ? 'Acordo' : 'Compra'} ${writeAtShop(purchase.retailerName)}`}>
        {nameOrder(purchase, account.purchases)}, {purchase.isAgreement ? 'feito em' : 'de'}{' '}
        {writeDate(purchase.boughtOn)}
      </Heading>
      <div class={paying ? 'columns' : 'stack roomy'}>
        <div class="stack roomy at-start">
          <Standing purchase={purchase} />
          <Ending purchase={purchase} />
          {isOnboarding && continueUrl && (
            <Card title={purchase.isAgreement ? 'Assine o acordo' : 'Continue a compra'}>
              <p>
                {purchase.isAgreement
                  ? 'Falta assinar o acordo. Até lá, a dívida anterior segue como está.'
                  : 'Sua compra ainda não terminou. Continue de onde você parou.'}
              </p>
              <LinkButton href={continueUrl} kind="primary">
                {purchase.isAgreement ? 'Assinar o acordo' : 'Continuar a compra'}
              </LinkButton>
            </Card>
          )}
          {purchase.acceleration && <Accelerated purchase={purchase} acceleration={purchase.acceleration} />}
          {purchase.acceleration && early}
          {agreement && <InAgreement agreement={agreement} />}
        </div>
        {paying && <div class="beside">{paying}</div>}
        <div class="stack roomy at-end">
          {purchase.agreement && (
            <AgreementCard purchase={purchase} agreement={purchase.agreement} {...around} />
          )}
          {bills.length > 0 && <Bills purchase={purchase} {...around} />}
          {!purchase.acceleration && early}
          {payments.length > 0 && <Payments payments={payments} bills={bills} />}
          <Bought purchase={purchase} />
          {purchase.addendum && (
            <AddendumCard transactionId={purchase.id} addendum={purchase.addendum} around={around} />
          )}
          {purchase.contractUrl && <Contract purchase={purchase} contractUrl={purchase.contractUrl} />}
          {withdrawal && (
            <Card title="Mudou de ideia?">
              <p>
                {purchase.isAgreement
                  ? 'Você pode desistir deste acordo. O que falta da compra segue como está, e uma entrada paga volta para você.'
                  : withdrawal.until === undefined
                    ? 'Você pode desistir desta compra. Se a entrada já foi paga, ela volta para você.'
                    : `Você pode desistir até ${writeDayAndMonth(withdrawal.until)}, sem explicar o motivo. Tudo o que você pagou volta para você.`}
              </p>
              <Button kind="danger" onPress={withdrawing.open}>
                Desistir {purchase.isAgreement ? 'do acordo' : 'da compra'}
              </Button>
              <WithdrawModal modal={withdrawing} purchase={purchase} {...around} />
            </Card>
          )}
        </div>
      </div>
    </Themed>
  )
}

/** Where the purchase is, at a glance: its ring, its standing and what is left. */
function Standing({ purchase }: { purchase: AccountPurchase }): JSX.Element | null {
  const { standing, leftToday } = purchase
  const { text, tone } = STANDINGS[standing]
  // Its moment says it.
  if (standing === 'paid') return null
  const states = standing === 'onboarding' ? [] : listStates(purchase)
  const tag = (
    <p>
      <Tag tone={tone}>{text}</Tag>
    </p>
  )
  if (states.length === 0) return tag
  return (
    <div class="card ringed">
      <InstallmentRing states={states} />
      <div class="stack stack-tight">
        {tag}
        {leftToday > 0 && (
          <p class="headline">
            <span class="soft">Falta pagar</span>
            <strong>{writeMoney(leftToday)}</strong>
          </p>
        )}
      </div>
    </div>
  )
}

function Contract({
  purchase,
  contractUrl,
}: {
  purchase: AccountPurchase
  contractUrl: string
}): JSX.Element {
  const { isAgreement, releaseUrl, composition } = purchase
  return (
    <Card title={isAgreement ? 'Acordo' : 'Contrato'}>
      {composition && <CompositionBar parts={composition.parts} lent={composition.lent} />}
      <p class="soft">No contrato estão todas as condições, o custo efetivo total (CET) e as datas.</p>
      <LinkButton href={contractUrl} icon="download" download="contrato.pdf">
        Baixar o {isAgreement ? 'acordo' : 'contrato'} (PDF)
      </LinkButton>
      {releaseUrl && (
        <LinkButton href={releaseUrl} icon="download" download="liberacao.pdf">
          Baixar as datas da liberação (PDF)
        </LinkButton>
      )}
    </Card>
  )
}

interface AcceleratedProps {
  readonly purchase: AccountPurchase
  readonly acceleration: AccountAcceleration
}

function Accelerated({ purchase, acceleration }: AcceleratedProps): JSX.Element {
  const { since, excluded } = acceleration
  return (
    <Alert tone="bad" title={`Todo o contrato venceu em ${writeDate(since)}`}>
      Depois do aviso que enviamos, as parcelas que ainda iam vencer passaram a ser devidas de uma vez. Hoje
      são {writeMoney(purchase.leftToday)}, com multa e juros do atraso.
      {excluded > 0 && ` Os ${writeMoney(excluded)} de juros do tempo que faltava não são cobrados.`} Você
      pode pagar tudo{purchase.agreement ? ', uma parte ou fazer um acordo' : ' ou uma parte'}.
    </Alert>
  )
}

function InAgreement({ agreement }: { agreement: AccountPurchase }): JSX.Element {
  const { id, standing, continueUrl } = agreement
  const isUnsigned = standing === 'onboarding'
  return (
    <Card title={isUnsigned ? 'Falta assinar o acordo' : 'Esta compra tem um acordo'}>
      <p>
        {isUnsigned
          ? 'Enquanto ele não é assinado, esta dívida segue como está.'
          : 'O que falta pagar está nas parcelas do acordo.'}
      </p>
      {isUnsigned && continueUrl && (
        <LinkButton href={continueUrl} kind="primary">
          Assinar o acordo
        </LinkButton>
      )}
      <LinkButton href={linkToPurchase(id)} kind={isUnsigned ? 'quiet' : 'primary'}>
        Ir para o acordo
      </LinkButton>
    </Card>
  )
}

function Ending({ purchase }: { purchase: AccountPurchase }): JSX.Element | null {
  const { standing, cancelReason, refund, canAskReview, dischargeUrl } = purchase
  if (standing === 'paid')
    return (
      <section class="card stack moment" aria-labelledby="paid-off">
        <Illustration scene={PAID_OFF} />
        <h2 id="paid-off">Tudo pago. Obrigado!</h2>
        <p class="soft">
          Todas as parcelas {purchase.isAgreement ? 'do acordo' : 'desta compra'} foram pagas. Você não deve
          mais nada por ela.
        </p>
        {dischargeUrl && (
          <LinkButton href={dischargeUrl} kind="primary" icon="download" download="quitacao.pdf">
            Baixar o termo de quitação (PDF)
          </LinkButton>
        )}
      </section>
    )
  if (standing === 'canceling')
    return <Alert title="Cancelamento em andamento">Ele termina em instantes.</Alert>
  if (standing !== 'canceled' && standing !== 'abandoned') return null
  const reason =
    standing === 'abandoned' ? 'CUSTOMER_ABANDONED' : (cancelReason ?? 'UNSPECIFIED_CANCEL_REASON')
  return (
    <>
      <Alert title={purchase.isAgreement ? AGREEMENT_ENDINGS[reason] : ENDINGS[reason]}>
        {purchase.isAgreement
          ? 'Nada mais será cobrado por este acordo. Se ainda falta pagar algo da compra, está nela.'
          : 'Nada mais será cobrado por ela.'}
      </Alert>
      {purchase.renegotiates && (
        <LinkButton href={linkToPurchase(purchase.renegotiates)}>Ir para a compra</LinkButton>
      )}
      {refund && (
        <Card title="Sua devolução">
          <p class="headline">
            <strong>{writeMoney(refund.value)}</strong>
            <span class="soft">voltam para você até {writeDate(refund.maxDate)}</span>
          </p>
          <p>{describeRefundPlace(refund.account)}</p>
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
  const { products, total, isAgreement } = purchase
  // What an agreement is about was bought before.
  if (products.length === 0 || isAgreement) return null
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

interface AddendumCardProps {
  readonly transactionId: string
  readonly addendum: AccountAddendum
  readonly around: Around
}

/** Products that were given back. The customer confirms the addendum, and owes less whether they do or not. */
function AddendumCard({ transactionId, addendum, around }: AddendumCardProps): JSX.Element {
  const { busy, problem, run } = useSend(around)
  const { hash, madeOn, returned, refund, url, confirmedOn } = addendum
  const rows = returned.map(({ name, amount, value }) => ({
    name: amount === 1 ? name : `${amount} × ${name}`,
    value: writeMoney(value * amount),
  }))
  return (
    <Card title="Produtos devolvidos">
      <p>
        <Tag tone={confirmedOn === undefined ? 'warn' : 'good'}>
          {confirmedOn === undefined ? 'Aditivo para confirmar' : `Confirmado em ${writeDate(confirmedOn)}`}
        </Tag>
      </p>
      <p>
        A loja registrou a devolução em {writeDate(madeOn)}. As parcelas já estão menores, como se você nunca
        tivesse comprado estes produtos.
      </p>
      <Figures
        rows={
          refund > 0 ? [...rows, { name: 'Volta para você', value: writeMoney(refund), strong: true }] : rows
        }
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      <div class="row">
        <LinkButton href={url} icon="download" download="aditivo.pdf">
          Baixar o aditivo (PDF)
        </LinkButton>
        {confirmedOn === undefined && (
          <Button
            kind="primary"
            busy={busy}
            onPress={() => void run(client => client.act('addendum', { transactionId, hash }))}
          >
            Confirmar o aditivo
          </Button>
        )}
      </div>
    </Card>
  )
}

interface PaymentsProps {
  readonly payments: readonly AccountPayment[]
  readonly bills: readonly AccountBill[]
}

/** Every payment that arrived, and what it paid. */
function Payments({ payments, bills }: PaymentsProps): JSX.Element {
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
              <a
                class="small"
                href={payment.receiptUrl}
                download="recibo.pdf"
                aria-label={`Baixar recibo: ${writeMoney(payment.value)} em ${writeDate(payment.paidOn)}`}
              >
                Baixar recibo
              </a>
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

interface WithdrawModalProps extends Around {
  readonly modal: ModalHandle
  readonly purchase: AccountPurchase
}

function WithdrawModal({ modal, purchase, ...around }: WithdrawModalProps): JSX.Element {
  const { busy, problem, setProblem, run } = useSend(around)
  const { id: transactionId, retailerName, isAgreement } = purchase
  return (
    <Modal
      modal={modal}
      title={isAgreement ? 'Desistir do acordo?' : 'Desistir da compra?'}
      onClose={() => setProblem(undefined)}
    >
      <p>
        {isAgreement
          ? 'O acordo não começa, e o que falta da compra segue como está. Se a entrada já foi paga, ela volta para você.'
          : `A compra ${writeAtShop(retailerName)} e o contrato são cancelados, e o que você pagou volta para você. Se já recebeu os produtos, combine a devolução com a loja.`}
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <div class="row">
        <Button onPress={modal.close}>Continuar com {isAgreement ? 'o acordo' : 'a compra'}</Button>
        <Button
          kind="danger"
          busy={busy}
          onPress={() => void run(client => client.act('withdraw', { transactionId }))}
        >
          Sim, desistir
        </Button>
      </div>
    </Modal>
  )
}

interface BillsProps extends Around {
  readonly purchase: AccountPurchase
}

/** A fold for less than this would hide one row and show a button instead. */
const SHORT_LIST = 4
const SHOWN_AT_FIRST = 3

/** The next ones; all of them, paid and canceled ones too, when they are asked for. */
function Bills({ purchase, ...around }: BillsProps): JSX.Element {
  const { bills, billetsUrl, next } = purchase
  const [isOpen, setOpen] = useState(bills.length <= SHORT_LIST)
  const owed = bills.filter(({ today }) => today !== undefined)
  const shown = isOpen ? bills : (owed.length === 0 ? bills : owed).slice(0, SHOWN_AT_FIRST)
  return (
    <Card title={isOpen || owed.length === 0 ? 'Todas as parcelas' : 'Próximas parcelas'}>
      <ol class="billets">
        {shown.map(bill => (
          <Bill key={bill.number} bill={bill} isAllDue={purchase.acceleration !== undefined}>
            {bill.standing === 'expired' && bill.number !== next?.number && (
              <SecondCopy transactionId={purchase.id} bill={bill} kind="quiet" {...around} />
            )}
          </Bill>
        ))}
      </ol>
      {!isOpen && (
        <Button kind="quiet" onPress={() => setOpen(true)}>
          Ver todas as {bills.length} parcelas
        </Button>
      )}
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
