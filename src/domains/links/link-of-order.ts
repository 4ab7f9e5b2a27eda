import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findPurchase } from '../purchases/index.ts'
import type { PaymentLink } from './payment-link.ts'
import { listLinksOfOrder, lockOrder } from './store.ts'

/** The link that the order of a new one has already. Throws where all that it has say something else. */
export async function findLinkOfOrder(
  app: App,
  tx: Transaction,
  link: PaymentLink,
): Promise<PaymentLink | undefined> {
  await lockOrder(tx, link)
  const known: PaymentLink[] = []
  for (const each of await listLinksOfOrder(tx, app.secrets, link, app.clock.now()))
    if (!(await isSaleUndone(app, tx, each))) known.push(each)
  const [newest] = known
  const same = known.find(each => listDifferences(each, link).length === 0)
  if (same !== undefined || newest === undefined) return same
  const orderId = { field: 'orderId', message: `orderId already has the payment link ${newest.id}` }
  const differing = listDifferences(newest, link).map(field => ({
    field,
    message: `${field} is not what that link says`,
  }))
  throw new RequestError('order_already_linked', { details: [orderId, ...differing] })
}

/** As for /authorize: an order whose purchase was canceled may be sold again. */
async function isSaleUndone(
  { secrets }: App,
  tx: Transaction,
  { status, retailerId, transactionId }: PaymentLink,
): Promise<boolean> {
  if (status !== 'COMPLETED' || transactionId === undefined) return false
  return (await findPurchase(tx, secrets, { retailerId, id: transactionId }))?.status === 'CANCELED'
}

/** What a request for a link says, by its members; how long it lives and whom it is sent to may differ. */
const COMPARED: Readonly<Record<string, (link: PaymentLink) => unknown>> = {
  amount: link => link.amountCentavos,
  description: link => link.description,
  products: link => link.products,
  shipping: link => link.shippingCentavos,
  source: link => link.source,
  customer: link => link.customer,
  seller: link => link.seller.seller,
  sellerCpf: link => link.seller.sellerCpf,
  sellerPhone: link => link.seller.sellerPhone,
  returnUrl: link => link.returnUrl,
  cancelUrl: link => link.cancelUrl,
}

function listDifferences(a: PaymentLink, b: PaymentLink): string[] {
  return Object.entries(COMPARED).flatMap(([field, read]) =>
    computeCanonicalJson(read(a)) === computeCanonicalJson(read(b)) ? [] : [field],
  )
}
