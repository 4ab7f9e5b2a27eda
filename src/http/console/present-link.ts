import { maskPhone } from '../../brazil/phone.ts'
import type {
  ConsoleLink,
  ConsoleLinkDetail,
  ConsoleLinkSteps,
  LinkStep,
} from '../../contract/console-selling.ts'
import type { LinkChannel } from '../../contract/payment-links.ts'
import type { Presented } from '../../contract/presented.ts'
import type { countFunnel, LinkView } from '../../domains/links/index.ts'
import { maskEmail } from '../../kernel/mask-email.ts'
import { presentReais } from '../../kernel/money.ts'
import { computeQrSvg } from '../../kernel/qr-code.ts'

/** Who looks. */
interface Viewing {
  readonly publicUrl: string
  /** The price and the address: without them a member is absent, not empty. */
  readonly seesSale: boolean
}

export function presentLink({ link, status }: LinkView, { seesSale }: Viewing): Presented<ConsoleLink> {
  return {
    id: link.id,
    status,
    step: findStep(link),
    source: link.source,
    orderId: link.orderId,
    title: describeSale(link),
    amount: seesSale ? presentReais(link.amountCentavos) : undefined,
    seller: link.seller.seller,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    openedAt: link.openedAt?.toISOString(),
    lockedAt: link.lockedAt?.toISOString(),
    transactionId: link.transactionId,
  }
}

export function presentLinkDetail(view: LinkView, viewing: Viewing): Presented<ConsoleLinkDetail> {
  const { link, messages } = view
  const { seesSale, publicUrl } = viewing
  const { phone, email } = link.customer
  const url = `${publicUrl}/pay/${link.token}`
  return {
    ...presentLink(view, viewing),
    identifiedAt: link.identifiedAt?.toISOString(),
    signedAt: link.signedAt?.toISOString(),
    products: link.products?.map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      value: seesSale ? presentReais(valueCentavos) : undefined,
    })),
    shipping: seesSale && link.products !== undefined ? presentReais(link.shippingCentavos) : undefined,
    notifications: messages.map(({ channel, to, sentAt }) => ({
      channel,
      to: to === undefined ? '***' : maskContact(channel, to),
      sentAt: sentAt.toISOString(),
    })),
    contacts: {
      SMS: phone && maskPhone(phone),
      EMAIL: email && maskEmail(email),
    },
    url: seesSale ? url : undefined,
    qr: seesSale ? computeQrSvg(url) : undefined,
  }
}

const maskContact = (channel: LinkChannel, to: string): string =>
  channel === 'SMS' ? maskPhone(to) : maskEmail(to)

function describeSale({ description, products = [] }: LinkView['link']): string {
  if (description !== undefined) return description
  const [first] = products
  if (first === undefined) return ''
  return products.length === 1 ? first.name : `${first.name} e mais ${products.length - 1}`
}

/** As the funnel counts it. */
function findStep({ status, signedAt, identifiedAt, transactionId, openedAt }: LinkView['link']): LinkStep {
  if (status === 'COMPLETED') return 'paid'
  if (signedAt !== undefined) return 'signed'
  if (identifiedAt !== undefined || transactionId !== undefined) return 'identified'
  return openedAt === undefined ? 'created' : 'opened'
}

export function presentFunnelSteps(
  { createdCentavos, paidCentavos, ...counts }: Awaited<ReturnType<typeof countFunnel>>['all'],
  seesMoney: boolean,
): Presented<ConsoleLinkSteps> {
  return {
    ...counts,
    createdAmount: seesMoney ? presentReais(createdCentavos) : undefined,
    paidAmount: seesMoney ? presentReais(paidCentavos) : undefined,
  }
}
