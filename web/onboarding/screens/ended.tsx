import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../../src/contract/account.ts'
import type { CancelReason } from '../../../src/contract/enums.ts'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { DeadEnd } from '../../customer/dead-end.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { REFUND_PLACE } from '../../customer/refund-words.ts'
import { Alert } from '../../design/alert.tsx'
import { writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { EXPIRED, FAULT, GAVE_UP, REFUSED, type Scene } from '../../design/illustrations.tsx'
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
  const { refund, continuedUrl, renegotiates, shopUrl, lender } = state
  const { title, text } =
    renegotiates === undefined
      ? findWords(state, reason)
      : ((reason && AGREEMENT_ENDINGS[reason]) ?? AGREEMENT_ENDINGS.other)
  const action = findAction(state)
  return (
    <DeadEnd scene={findScene(state, reason)} title={title} text={text} action={action} lender={lender}>
      {isRefunded(refund) && (
        <Alert title={`Você recebe ${writeMoney(refund.value)} de volta`}>
          O que você pagou volta para você até {writeDayAndMonth(refund.maxDate)}. {REFUND_PLACE}
        </Alert>
      )}
      {reason === 'ONBOARDING_REFUSED' && <Review />}
      {shopUrl !== undefined && action.href !== shopUrl && continuedUrl === undefined && (
        <p class="centered small">
          <a href={shopUrl} rel="noreferrer">
            Voltar para a loja
          </a>
        </p>
      )}
    </DeadEnd>
  )
}

function isRefunded(refund: OnboardingState['refund']): refund is NonNullable<OnboardingState['refund']> {
  return refund !== undefined && refund.value > 0
}

/** What helps most, from the most urgent down. */
function findAction({ refund, continuedUrl, renegotiates, shopUrl, cancelReason }: OnboardingState): {
  href: string
  label: string
  isForeign?: boolean
} {
  if (continuedUrl !== undefined) return { href: toOwnPath(continuedUrl), label: 'Continuar a compra' }
  if (isRefunded(refund)) return { href: ACCOUNT_PATH, label: 'Acompanhar na minha conta' }
  if (shopUrl !== undefined && renegotiates === undefined)
    return { href: shopUrl, label: 'Voltar para a loja', isForeign: true }
  const isRefused = cancelReason === 'ONBOARDING_REFUSED'
  return { href: ACCOUNT_PATH, label: isRefused ? 'Pedir uma revisão' : 'Abrir minha conta' }
}

function findScene({ status, step }: OnboardingState, reason: CancelReason | undefined): Scene {
  if (status === 'ABANDONED') return step === 'DESK' ? FAULT : EXPIRED
  if (reason === 'ONBOARDING_REFUSED') return REFUSED
  return reason === 'RENEGOTIATION_FAILED' ? EXPIRED : GAVE_UP
}

function findWords({ status, step }: OnboardingState, reason: CancelReason | undefined): Words {
  if (status === 'ABANDONED' && step === 'DESK') return OUR_DELAY
  return (reason && WORDS[reason]) ?? OTHER
}

/** LGPD, article 20; asked for in the customer's area, which knows who asks. */
function Review(): JSX.Element {
  return (
    <p class="centered soft">
      Não concorda? Uma pessoa pode revisar esta decisão: <a href={ACCOUNT_PATH}>peça na sua conta</a>.
    </p>
  )
}
