import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { Account, AccountPurchase } from '../../../src/contract/account.ts'
import { Heading } from '../../customer/heading.tsx'
import { ShopName } from '../../customer/shop-name.tsx'
import { Themed } from '../../customer/themed.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { InstallmentRing } from '../../design/installment-ring.tsx'
import { Tag } from '../../design/tag.tsx'
import { DATA, linkToPurchase } from '../route.ts'
import { countDays, listStates, nameBill, nameOrder, STANDINGS } from '../words.ts'

export function Home({ account }: { account: Account }): JSX.Element {
  const { firstName, purchases } = account
  return (
    <>
      <Heading title={firstName === undefined ? 'Olá!' : `Olá, ${firstName}!`}>
        {purchases.length === 1
          ? 'Aqui está a sua compra.'
          : `Aqui estão as suas ${purchases.length} compras.`}
      </Heading>
      {purchases.map(purchase => (
        <PurchaseCard key={purchase.id} purchase={purchase} purchases={purchases} />
      ))}
      <Card title="Meus dados e pedidos">
        <p class="soft">Troque seu e-mail, baixe seus dados ou peça uma correção ou revisão.</p>
        <LinkButton href={DATA}>Abrir meus dados</LinkButton>
      </Card>
    </>
  )
}

interface PurchaseCardProps {
  readonly purchase: AccountPurchase
  readonly purchases: readonly AccountPurchase[]
}

function PurchaseCard({ purchase, purchases }: PurchaseCardProps): JSX.Element {
  const id = useId()
  const { standing, next, isAgreement } = purchase
  const { text, tone } = STANDINGS[standing]
  const isPayable = next !== undefined && standing !== 'onboarding'
  const states = standing === 'onboarding' ? [] : listStates(purchase)
  const shown = isPayable ? <NextBill purchase={purchase} bill={next} /> : <Words purchase={purchase} />
  return (
    <Themed theme={purchase.theme}>
      <section class="card stack" aria-labelledby={id}>
        <div class="pair">
          <h2 id={id}>
            {isAgreement && 'Acordo em '}
            <ShopName retailerName={purchase.retailerName} logo={purchase.theme.logo} />
          </h2>
          <Tag tone={tone}>{text}</Tag>
        </div>
        <p class="soft small">
          <span class="keep">{nameOrder(purchase, purchases)},</span>{' '}
          <span class="keep">
            {isAgreement ? 'feito em' : 'de'} {writeDate(purchase.boughtOn)}
          </span>
        </p>
        {states.length > 0 ? (
          <div class="ringed">
            <InstallmentRing states={states} />
            {shown}
          </div>
        ) : (
          shown
        )}
        {purchase.continueUrl && standing === 'onboarding' ? (
          <LinkButton href={purchase.continueUrl} kind="primary">
            {isAgreement ? 'Assinar o acordo' : 'Continuar a compra'}
          </LinkButton>
        ) : (
          isPayable && (
            <LinkButton href={linkToPurchase(purchase.id)} kind="primary">
              Pagar agora
            </LinkButton>
          )
        )}
        <LinkButton href={linkToPurchase(purchase.id)}>
          Ver tudo {isAgreement ? 'deste acordo' : 'desta compra'}
        </LinkButton>
      </section>
    </Themed>
  )
}

interface NextBillProps {
  readonly purchase: AccountPurchase
  readonly bill: NonNullable<AccountPurchase['next']>
}

function NextBill({ purchase, bill }: NextBillProps): JSX.Element {
  const { today, dueDate } = bill
  const daysLate = today?.daysLate ?? 0
  if (purchase.acceleration)
    return (
      <p class="headline">
        <span class="soft">Todo o contrato</span>
        <strong>{writeMoney(purchase.leftToday)}</strong>
        <span class="soft">venceu em {writeDate(purchase.acceleration.since)}; valor de hoje</span>
      </p>
    )
  return (
    <p class="headline">
      <span class="soft">{nameBill(bill)}</span>
      <strong>{writeMoney(today?.total ?? bill.value)}</strong>
      <span class="soft">
        {daysLate > 0
          ? `venceu em ${writeDate(dueDate)}, há ${countDays(daysLate)}; valor desta parcela hoje`
          : `vence em ${writeDate(dueDate)}`}
      </span>
    </p>
  )
}

function Words({ purchase }: { purchase: AccountPurchase }): JSX.Element | null {
  const { standing, refund } = purchase
  if (standing === 'paid') return <p>Tudo pago. Obrigado!</p>
  if (purchase.renegotiatedBy) return <p>O que falta está no acordo.</p>
  if (refund !== undefined)
    return (
      <p>
        {writeMoney(refund.value)} voltam para você até {writeDate(refund.maxDate)}.
      </p>
    )
  if (standing === 'onboarding') return <p>Falta pouco: continue de onde você parou.</p>
  return null
}
