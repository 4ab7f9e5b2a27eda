import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../../src/contract/account.ts'
import type { CancelReason } from '../../../src/contract/enums.ts'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { BackToShop } from '../../customer/back-to-shop.tsx'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { REFUND_PLACE } from '../../customer/refund-words.ts'
import { Alert } from '../../design/alert.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'
import { AGREEMENT_ENDINGS } from '../agreement-words.ts'

interface Words {
  readonly title: string
  readonly text: string
}

const OTHER: Words = {
  title: 'Esta compra foi cancelada',
  text: 'Nada será cobrado. Para saber mais, fale com a loja.',
}
const CANCELED_BY_SHOP: Words = {
  title: 'A loja cancelou esta compra',
  text: 'Nada mais será cobrado. Para saber o motivo, fale com a loja.',
}
/** The desk did not answer in time: nothing that the customer did or left undone. */
const OUR_DELAY: Words = {
  title: 'Não terminamos a conferência a tempo',
  text: 'A demora foi nossa, e por isso a compra foi encerrada. Nada será cobrado. Se ainda quiser comprar, volte à loja e comece de novo.',
}
const WORDS: Readonly<Record<CancelReason, Words>> = {
  ONBOARDING_REFUSED: {
    title: 'Não foi possível confirmar sua identidade',
    text: 'Por isso a compra foi cancelada e nada será cobrado. Você pode pagar na loja de outra forma.',
  },
  RETAILER_CANCELED: CANCELED_BY_SHOP,
  CANCELLED_BY_CUSTOMER: {
    title: 'Você desistiu da compra',
    text: 'Está tudo cancelado e nada mais será cobrado.',
  },
  CUSTOMER_ABANDONED: {
    title: 'O prazo desta compra terminou',
    text: 'Ela não foi concluída a tempo e nada será cobrado. Se ainda quiser comprar, volte à loja e comece de novo.',
  },
  NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS: {
    title: 'A loja mudou os produtos desta compra',
    text: 'Ela continua em um novo link, com os novos valores.',
  },
  RENEGOTIATION_FAILED: OTHER,
  PAYMENT_LINK_DELETED: CANCELED_BY_SHOP,
  UNSPECIFIED_CANCEL_REASON: OTHER,
}

export function Ended({ state }: { state: OnboardingState }): JSX.Element {
  const reason = state.status === 'ABANDONED' ? 'CUSTOMER_ABANDONED' : state.cancelReason
  const { refund, continuedUrl, renegotiates } = state
  const isAgreement = renegotiates !== undefined
  const { title, text } = isAgreement
    ? ((reason && AGREEMENT_ENDINGS[reason]) ?? AGREEMENT_ENDINGS.other)
    : findWords(state, reason)
  const isRefunded = refund !== undefined && refund.value > 0
  return (
    <>
      <p class="badge neutral">
        <Icon name="close" size={32} />
      </p>
      <Heading title={title}>{text}</Heading>
      {isRefunded && (
        <Alert title={`Você recebe ${writeMoney(refund.value)} de volta`}>
          O que você pagou volta para você até {writeDayAndMonth(refund.maxDate)}. {REFUND_PLACE}
        </Alert>
      )}
      {continuedUrl && (
        <LinkButton href={toOwnPath(continuedUrl)} kind="primary">
          Continuar a compra
        </LinkButton>
      )}
      {(isRefunded || isAgreement) && (
        <LinkButton href={ACCOUNT_PATH}>
          {isRefunded ? 'Acompanhar na minha conta' : 'Abrir minha conta'}
        </LinkButton>
      )}
      {reason === 'ONBOARDING_REFUSED' && <Review />}
      <BackToShop shopUrl={state.shopUrl} kind={continuedUrl ? 'quiet' : 'primary'} />
      {state.lender?.sac && (
        <p class="soft small">
          Ficou com dúvida? {state.lender.name} atende pelo SAC {state.lender.sac}.
        </p>
      )}
    </>
  )
}

function findWords({ status, step }: OnboardingState, reason: CancelReason | undefined): Words {
  if (status === 'ABANDONED' && step === 'DESK') return OUR_DELAY
  return (reason && WORDS[reason]) ?? OTHER
}

/** LGPD, article 20; asked for in the customer's area, which knows who asks. */
function Review(): JSX.Element {
  return (
    <Card title="Não concorda?">
      <p class="soft">Você pode pedir que uma pessoa revise esta decisão.</p>
      <LinkButton href={ACCOUNT_PATH}>Pedir revisão na minha conta</LinkButton>
    </Card>
  )
}
