import type { LinkChannel, PaymentLinkAnswer } from '../../../contract/payment-links.ts'
import type { Answer } from '../../../contract/presented.ts'
import { computeLinkStatus, type LinkView, type PaymentLink } from '../../../domains/links/index.ts'
import { presentMaskedPhone } from '../../../domains/purchases/index.ts'
import { computeQrCode, computeQrSvgPath } from '../../../domains/receivables/index.ts'
import { maskEmail } from '../../../kernel/mask-email.ts'
import { presentReais } from '../../../kernel/money.ts'

export function presentLink(
  { link, messages }: LinkView,
  { now, publicUrl }: { readonly now: Date; readonly publicUrl: string },
): Answer<typeof PaymentLinkAnswer> {
  const url = presentLinkUrl(link, publicUrl)
  return {
    id: link.id,
    url,
    qrCode: presentQrCode(url),
    status: computeLinkStatus(link, now),
    source: link.source,
    orderId: link.orderId,
    amount: presentReais(link.amountCentavos),
    description: link.description,
    products: link.products?.map(({ valueCentavos, category, categoryId, image, url: page, ...product }) => ({
      amount: product.amount,
      category: category || undefined,
      categoryId: categoryId === '' ? undefined : Number(categoryId),
      id: product.id,
      image: image || undefined,
      name: product.name,
      url: page || undefined,
      value: presentReais(valueCentavos),
      seller: product.seller,
    })),
    shipping: link.products && presentReais(link.shippingCentavos),
    seller: link.seller.seller,
    expiresAt: link.expiresAt.toISOString(),
    createdAt: link.createdAt.toISOString(),
    openedAt: link.openedAt?.toISOString(),
    lockedAt: link.lockedAt?.toISOString(),
    transactionId: link.transactionId,
    notifications: messages.map(({ channel, to, sentAt }) => ({
      channel,
      to: presentRecipient(channel, to),
      sentAt: sentAt.toISOString(),
    })),
  }
}

export function presentLinkUrl({ token }: Pick<PaymentLink, 'token'>, publicUrl: string): string {
  return `${publicUrl}/pay/${token}`
}

function presentRecipient(channel: LinkChannel, to: string | undefined): string {
  if (to === undefined) return '***'
  return channel === 'SMS' ? presentMaskedPhone(to) : maskEmail(to)
}

function presentQrCode(url: string): string {
  const code = computeQrCode(url)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${code.size}v${code.size}H0z"/><path d="${computeQrSvgPath(code)}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
