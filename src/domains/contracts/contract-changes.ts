import type { App } from '../../app/app.ts'
import { computePaymentRows } from '../../brazil/payment-rows.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { requestMessage } from '../messaging/index.ts'
import { findPurchase, type Purchase } from '../purchases/index.ts'
import { type AddendumProducts, computeProductsHash, computeStatementHash } from './statements.ts'
import {
  type Addendum,
  findAddendum,
  findReleaseStatement,
  findSignedTexts,
  type SealedRelease,
  type SignedContract,
  storeAddendum,
  storeReleaseStatement,
} from './store.ts'

interface Released {
  readonly purchase: Purchase
  /** Tax that the calendar added and that the customer does not pay. */
  readonly iofByLenderCentavos: Centavos
  readonly signedFor: CalendarDate
}

/** The credit is released on another day than it was signed for, so that its figures are others. */
export async function stateRelease(
  { secrets }: App,
  tx: Transaction,
  { purchase, iofByLenderCentavos, signedFor }: Released,
): Promise<void> {
  const { id: transactionId, contract } = purchase
  const texts = await findSignedTexts(tx, secrets, transactionId)
  if (texts === undefined) throw new Error(`transaction ${transactionId} has lost its signed contract`)
  const releasedOn = purchase.contractDate ?? purchase.purchaseDate
  storeReleaseStatement(tx, secrets, {
    format: 'crediario-release-1',
    transactionId,
    contractHash: texts.statement.contractHash,
    signedFor,
    releasedOn,
    iofCentavos: contract.totalIofCentavos,
    iofByLenderCentavos,
    principalCentavos: contract.amortizationTotalCentavos,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
    installments: computePaymentRows({
      ...contract,
      contractDate: releasedOn,
      principalCentavos: contract.amortizationTotalCentavos,
    }),
    totalCentavos: contract.totalCentavos,
  })
}

interface SignedRoot {
  /** The purchase under whose id the contract was signed. */
  readonly transactionId: string
  readonly texts: Pick<SignedContract, 'terms' | 'statement'>
}

/**
 * The signed contract of a purchase. One whose products were returned after the signature is governed by the contract of
 * the purchase before it, with an addendum.
 */
export async function findSignedRoot(
  { secrets }: App,
  db: Queryable,
  purchase: Purchase,
): Promise<SignedRoot | undefined> {
  if (purchase.signedAt === undefined) return undefined
  for (let current: Purchase | undefined = purchase; current !== undefined; ) {
    const texts = await findSignedTexts(db, secrets, current.id)
    if (texts !== undefined) return { transactionId: current.id, texts }
    const { retailerId, replacesId }: Purchase = current
    current =
      replacesId === undefined ? undefined : await findPurchase(db, secrets, { retailerId, id: replacesId })
  }
  return undefined
}

/** The release statement of a complete purchase, or of the one that it replaced. */
export async function findRelease(app: App, purchase: Purchase): Promise<SealedRelease | undefined> {
  if (purchase.completedAt === undefined) return undefined
  const root =
    purchase.replacesId === undefined ? undefined : await findSignedRoot(app, app.database, purchase)
  return findReleaseStatement(app.database, root?.transactionId ?? purchase.id)
}

interface Returned {
  readonly old: Purchase
  readonly replacement: Purchase
  /** What was paid before, and counts for the replacement. */
  readonly carried: { readonly creditedCentavos: readonly Centavos[]; readonly refundCentavos: Centavos }
  readonly now: Date
}

/** Products were returned, and the contract goes on with an addendum, unless nothing was signed that it could change. */
export async function stateAddendum(
  app: App,
  tx: Transaction,
  { old, replacement, carried, now }: Returned,
): Promise<void> {
  const [root, previous] = await Promise.all([findSignedRoot(app, tx, old), findAddendum(tx, old.id)])
  if (root === undefined) return
  const { id: transactionId, retailerId, contract, purchaseCentavos, downPaymentCentavos } = replacement
  const contractDate = replacement.contractDate ?? replacement.purchaseDate
  storeAddendum(tx, app.secrets, retailerId, {
    format: 'crediario-addendum-1',
    transactionId,
    replaces: old.id,
    contractHash: root.texts.statement.contractHash,
    previousHash: previous && computeStatementHash(previous.statement),
    madeOn: calendarDateAt(now),
    productsHash: computeProductsHash(describeProducts(old, replacement)),
    contractDate,
    purchaseCentavos,
    downPaymentCentavos,
    iofCentavos: contract.totalIofCentavos,
    principalCentavos: contract.amortizationTotalCentavos,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
    installments: computePaymentRows({
      ...contract,
      contractDate,
      principalCentavos: contract.amortizationTotalCentavos,
    }),
    totalCentavos: contract.totalCentavos,
    creditedCentavos: carried.creditedCentavos,
    refundCentavos: carried.refundCentavos,
  })
  requestMessage(tx, { notice: 'products-returned', retailerId, transactionId, about: transactionId }, now)
}

function describeProducts({ products = [] }: Purchase, replacement: Purchase): AddendumProducts {
  const { products: remaining = [] } = replacement
  const kept = new Set(remaining.map(({ id }) => id))
  const describe = (list: typeof products): AddendumProducts['returned'] =>
    list.map(({ name, amount, valueCentavos }) => ({ name, amount, valueCentavos }))
  return { returned: describe(products.filter(({ id }) => !kept.has(id))), remaining: describe(remaining) }
}

export interface ReadAddendum extends Addendum {
  readonly hash: string
  readonly products: AddendumProducts
}

/** The addendum by which a purchase took the place of another one; undefined when it has none. */
export async function readAddendum(
  { database, secrets }: App,
  transactionId: string,
): Promise<ReadAddendum | undefined> {
  const addendum = await findAddendum(database, transactionId)
  if (addendum === undefined) return undefined
  const { retailerId, statement } = addendum
  const [old, replacement] = await Promise.all([
    findPurchase(database, secrets, { retailerId, id: statement.replaces }),
    findPurchase(database, secrets, { retailerId, id: transactionId }),
  ])
  if (old === undefined || replacement === undefined)
    throw new Error(`the addendum of ${transactionId} has lost its purchases`)
  const hash = computeStatementHash(statement)
  return { ...addendum, hash, products: describeProducts(old, replacement) }
}
