import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { maskPhone } from '../../../brazil/phone.ts'
import {
  type LinkChannel,
  LinkFunnelAnswer,
  LinkFunnelQuery,
  NewPaymentLinkRequest,
  PaymentLinkAnswer,
  PaymentLinksAnswer,
  PaymentLinksQuery,
  SendPaymentLinkRequest,
} from '../../../contract/payment-links.ts'
import type { Answer } from '../../../contract/presented.ts'
import { parseListLength } from '../../../contract/webhooks.ts'
import {
  countFunnel,
  createLink,
  deleteLink,
  type LinkView,
  readLink,
  searchLinks,
  sendLink,
} from '../../../domains/links/index.ts'
import { maskEmail } from '../../../kernel/mask-email.ts'
import { presentReais } from '../../../kernel/money.ts'
import { parseStatementDays } from '../../../kernel/parse-days.ts'
import { computeQrSvg } from '../../../kernel/qr-code.ts'
import { describeRead, describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'

interface OfLink {
  readonly Params: { readonly paymentLinkId: string }
}
type LinkBody = Answer<typeof PaymentLinkAnswer>

const config = { scope: 'purchases' } as const
const tag = 'Payment links'
const notFound = { 404: 'Payment link not found' }
/** The key of a GET or DELETE comes in the header. */
const security = [{ header: [] }]

export function addPaymentLinkRoutes(app: FastifyInstance, api: App): void {
  const present = (view: LinkView): LinkBody => presentLink(view, api.publicUrl)

  app.post<{ Body: NewPaymentLinkRequest }>(
    '/payment-links',
    {
      config,
      schema: describeRoute({
        tag,
        summary: 'Create a payment link',
        description:
          'A page on which one person chooses an option and buys. Either `products` and `shipping`, or `amount` and `description`; a purchase made with the latter has no products array.',
        body: NewPaymentLinkRequest,
        answer: PaymentLinkAnswer,
        refusals: { 409: 'With `oncePerOrder`, the order has a link that says something else' },
      }),
    },
    async (request, reply): Promise<LinkBody> => {
      const remember = rememberAnswer(request, reply, present)
      return present(await createLink(api, getCaller(request).retailerId, request.body, remember))
    },
  )

  app.get<{ Querystring: PaymentLinksQuery }>(
    '/payment-links',
    {
      config,
      schema: {
        ...describeRead({
          tag,
          summary: 'List payment links',
          description: 'The newest first, by status, order, seller or day of creation.',
          answer: PaymentLinksAnswer,
        }),
        security,
        querystring: PaymentLinksQuery,
      },
    },
    async (request): Promise<Answer<typeof PaymentLinksAnswer>> => {
      const { status, orderId, seller, from, to, after, limit } = request.query
      const count = parseListLength(limit)
      const search = { status, orderId, seller, from, to, after, limit: count + 1 }
      const found = await searchLinks(api, getCaller(request).retailerId, search)
      const shown = found.slice(0, count)
      const next = found.length > count ? (shown.at(-1)?.link.id ?? null) : null
      return { data: shown.map(present), next }
    },
  )

  app.get<{ Querystring: LinkFunnelQuery }>(
    '/payment-links/funnel',
    {
      config,
      schema: {
        ...describeRead({
          tag,
          summary: 'Read how far payment links got',
          description:
            'Of the links created in a period: how many were opened, on how many somebody confirmed a phone, signed and paid, in all and by seller.',
          answer: LinkFunnelAnswer,
        }),
        security,
        querystring: LinkFunnelQuery,
      },
    },
    async (request): Promise<Answer<typeof LinkFunnelAnswer>> => {
      const days = parseStatementDays(request.query, api.clock.now())
      const { all, sellers } = await countFunnel(api, getCaller(request).retailerId, days)
      return {
        ...days,
        ...presentSteps(all),
        sellers: sellers.map(({ seller, ...steps }) => ({ seller: seller ?? null, ...presentSteps(steps) })),
      }
    },
  )

  app.get<OfLink>(
    '/payment-links/:paymentLinkId',
    {
      config,
      schema: {
        ...describeRead({
          tag,
          summary: 'Read a payment link',
          description: 'With every message that carried it.',
          answer: PaymentLinkAnswer,
          refusals: notFound,
        }),
        security,
      },
    },
    async (request): Promise<LinkBody> =>
      present(await readLink(api, api.database, getCaller(request).retailerId, request.params.paymentLinkId)),
  )

  app.delete<OfLink>(
    '/payment-links/:paymentLinkId',
    {
      config,
      schema: {
        ...describeRead({
          tag,
          summary: 'Delete a payment link',
          description:
            'It can no longer be used. A PENDING purchase made with it is CANCELED with PAYMENT_LINK_DELETED, and what was paid is refunded as by /cancel. Repeating the call gives the same answer.',
          answer: PaymentLinkAnswer,
          refusals: { ...notFound, 409: 'The purchase made with it is complete' },
        }),
        security,
      },
    },
    async (request): Promise<LinkBody> => {
      const { retailerId, keyId } = getCaller(request)
      const linkId = request.params.paymentLinkId
      return present(await deleteLink(api, { retailerId, linkId, evidence: { keyId, trackId: request.id } }))
    },
  )

  app.post<OfLink & { Body: SendPaymentLinkRequest }>(
    '/payment-links/:paymentLinkId/send',
    {
      config,
      schema: describeRoute({
        tag,
        summary: 'Send a payment link',
        description: 'By SMS or e-mail, at most five times a day by each.',
        body: SendPaymentLinkRequest,
        answer: PaymentLinkAnswer,
        refusals: { ...notFound, 409: 'The link is no longer valid' },
      }),
    },
    async (request, reply): Promise<LinkBody> => {
      const { retailerId } = getCaller(request)
      const remember = rememberAnswer(request, reply, present)
      return present(await sendLink(api, retailerId, request.params.paymentLinkId, request.body, remember))
    },
  )
}

function presentLink({ link, status, messages }: LinkView, publicUrl: string): LinkBody {
  const url = `${publicUrl}/pay/${link.token}`
  return {
    id: link.id,
    url,
    qrCode: presentQrCode(link, url),
    status,
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

function presentSteps({
  createdCentavos,
  paidCentavos,
  ...counts
}: Awaited<ReturnType<typeof countFunnel>>['all']) {
  return {
    ...counts,
    createdAmount: presentReais(createdCentavos),
    paidAmount: presentReais(paidCentavos),
  }
}

function presentRecipient(channel: LinkChannel, to: string | undefined): string {
  if (to === undefined) return '***'
  return channel === 'SMS' ? maskPhone(to) : maskEmail(to)
}

/** An answer that is kept for its repetition is composed twice, and its code is most of the work. */
const qrCodes = new WeakMap<LinkView['link'], string>()

function presentQrCode(link: LinkView['link'], url: string): string {
  const known = qrCodes.get(link)
  if (known !== undefined) return known
  const { size, path } = computeQrSvg(url)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  qrCodes.set(link, image)
  return image
}
