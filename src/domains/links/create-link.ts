import type { App } from '../../app/app.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import type { NewPaymentLinkRequest } from '../../contract/payment-links.ts'
import { newId } from '../../kernel/ids.ts'
import type { Remember } from '../../platform/db/database.ts'
import { type Cart, parseAmount, parseCart } from '../quoting/index.ts'
import { checkSelling } from '../retailers/index.ts'
import { findLinkOfOrder } from './link-of-order.ts'
import {
  isAllowedReturnUrl,
  parseExpiry,
  parseLinkCustomer,
  parseRecipient,
  parseSeller,
  type ReturnPlaces,
} from './parse-link.ts'
import { newLinkToken, type PaymentLink } from './payment-link.ts'
import { type LinkView, viewLinks } from './read-links.ts'
import { postLink } from './send-link.ts'
import { insertLink } from './store.ts'

/**
 * All errors are reported before anything is written; messages are stored with the link. With `oncePerOrder` the link that the
 * order has already is answered instead: of any number of calls at once, one writes it.
 */
export async function createLink(
  app: App,
  retailerId: string,
  request: NewPaymentLinkRequest,
  remember?: Remember<LinkView>,
): Promise<LinkView> {
  const { database, secrets, clock } = app
  if (request.oncePerOrder === true && request.orderId === undefined) throw missingParameters(['orderId'])
  checkSelling(await app.retailers.getRetailer(retailerId))
  await checkReturnUrls(app, retailerId, request)
  const link = composeLink(app, retailerId, request)
  const notify = request.notify ?? []
  const recipients = notify.map(channel => ({
    channel,
    to: parseRecipient({ channel }, link.customer, 'notify'),
  }))
  return database.transaction(async tx => {
    const known = request.oncePerOrder === true ? await findLinkOfOrder(app, tx, link) : undefined
    if (known === undefined) {
      await insertLink(tx, secrets, link)
      for (const recipient of recipients) await postLink(app, tx, link, recipient, clock.now())
    }
    const [view] = await viewLinks(app, tx, [known ?? link])
    if (view === undefined) throw new Error(`payment link ${link.id} was not written`)
    await remember?.(tx, view)
    return view
  })
}

const SOURCE = 'tdv'

async function checkReturnUrls(
  app: App,
  retailerId: string,
  { source = SOURCE, returnUrl, cancelUrl }: NewPaymentLinkRequest,
): Promise<void> {
  if (returnUrl === undefined && cancelUrl === undefined) return
  const places = await findReturnPlaces(app, retailerId)
  for (const [field, url] of Object.entries({ returnUrl, cancelUrl }))
    if (url !== undefined && !isAllowedReturnUrl(url, source, places))
      throw invalidParameter(field, source === 'app' ? `${WEB_SENTENCE}, or ${APP_SENTENCE}` : WEB_SENTENCE)
}

const WEB_SENTENCE =
  'must be an https link without credentials, of an origin that is allowed for the retailer'
const APP_SENTENCE = 'a link of an app whose scheme is allowed'

/** Read without a cache: an origin that was just allowed counts at once. */
async function findReturnPlaces(
  { retailers, publicUrl, allowsLoopback }: App,
  retailerId: string,
): Promise<ReturnPlaces> {
  const [origins, schemes] = await Promise.all([
    retailers.listOrigins(retailerId),
    retailers.listSchemes(retailerId),
  ])
  return {
    origins: new Set(origins),
    schemes: new Set(schemes),
    ownOrigin: new URL(publicUrl).origin,
    allowsLoopback,
  }
}

function composeLink(app: App, retailerId: string, request: NewPaymentLinkRequest): PaymentLink {
  const now = app.clock.now()
  const id = newId(now.getTime())
  const { source = SOURCE, orderId = id, returnUrl, cancelUrl } = request
  const { products, description, shippingCentavos, purchaseCentavos } = parseBought(request)
  return {
    id,
    retailerId,
    orderId,
    source,
    status: 'ACTIVE',
    amountCentavos: purchaseCentavos,
    token: newLinkToken(),
    ...(products === undefined ? {} : { products }),
    ...(description === undefined ? {} : { description }),
    shippingCentavos,
    ...(returnUrl === undefined ? {} : { returnUrl }),
    ...(cancelUrl === undefined ? {} : { cancelUrl }),
    customer: parseLinkCustomer(request.customer ?? {}),
    seller: parseSeller(request, source),
    transactionId: undefined,
    createdAt: now,
    expiresAt: parseExpiry(request.expiresAt, now),
    openedAt: undefined,
    identifiedAt: undefined,
    signedAt: undefined,
    lockedAt: undefined,
  }
}

/** Products with their delivery, or an amount with its description; half of one or both at once is a mistake. */
function parseBought({ products, shipping, amount, description }: NewPaymentLinkRequest): Cart {
  if (products === undefined && shipping === undefined) {
    if (amount === undefined && description === undefined) throw missingParameters(['products'])
    if (amount === undefined) throw missingParameters(['amount'])
    if (description === undefined) throw missingParameters(['description'])
    return parseAmount({ amount, description })
  }
  if (amount !== undefined) throw invalidParameter('amount', 'must not be sent with products or shipping')
  if (description !== undefined)
    throw invalidParameter('description', 'must not be sent with products or shipping')
  if (products === undefined) throw missingParameters(['products'])
  if (shipping === undefined) throw missingParameters(['shipping'])
  return parseCart({ products, shipping })
}
