import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../../src/contract/account.ts'
import type { CancelReason } from '../../../src/contract/enums.ts'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { BackToShop } from '../../customer/back-to-shop.tsx'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { Alert } from '../../design/alert.tsx'
import { LinkButton } from '../../design/button.tsx'
import { writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'

interface Words {
  readonly title: string
  readonly text: string
}

const OTHER: Words = {
  title: 'Esta compra foi cancelada',
  text: 'Nada será cobrado. Para saber mais, fale com a loja.',
}
const WORDS: Readonly<Record<CancelReason, Words>> = {
  ONBOARDING_REFUSED: {
    title: 'Não foi possível confirmar sua identidade',
    text: 'Por isso a compra foi cancelada e nada será cobrado. Você pode pagar na loja de outra forma.',
  },
  RETAILER_CANCELED: {
    title: 'A loja cancelou esta compra',
    text: 'Nada mais será cobrado. Para saber o motivo, fale com a loja.',
  },
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
  PAYMENT_LINK_DELETED: OTHER,
  UNSPECIFIED_CANCEL_REASON: OTHER,
}

export function Ended({ state }: { state: OnboardingState }): JSX.Element {
  const reason = state.status === 'ABANDONED' ? 'CUSTOMER_ABANDONED' : state.cancelReason
  const { title, text } = (reason && WORDS[reason]) ?? OTHER
  const { refund, continuedUrl } = state
  return (
    <>
      <p class="badge neutral">
        <Icon name="close" size={32} />
      </p>
      <Heading title={title}>{text}</Heading>
      {refund && refund.value > 0 && (
        <Alert title={`Você recebe ${writeMoney(refund.value)} de volta`}>
          O que você pagou volta para você até {writeDayAndMonth(refund.maxDate)}.
        </Alert>
      )}
      {continuedUrl && (
        <LinkButton href={toOwnPath(continuedUrl)} kind="primary">
          Continuar a compra
        </LinkButton>
      )}
      {refund && refund.value > 0 && <LinkButton href={ACCOUNT_PATH}>Acompanhar na minha conta</LinkButton>}
      <BackToShop shopUrl={state.shopUrl} kind={continuedUrl ? 'quiet' : 'primary'} />
    </>
  )
}
