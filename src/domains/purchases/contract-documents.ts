import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import {
  type Addendum,
  type AddendumProducts,
  computeProductsHash,
  computeStatementHash,
  findAddendum,
  findReleaseStatement,
  findSignedTexts,
  renderAddendumPdf,
  type SealedRelease,
  type SignedContract,
  storeAddendum,
  storeReleaseStatement,
} from '../contracts/index.ts'
import { postEntries } from '../ledger/index.ts'
import { computePaymentRows } from '../loans/index.ts'
import { priceAtRelease } from '../pricing/index.ts'
import type { CarriedPayments } from './complete-purchase.ts'
import { computeReleaseIofEntry, type IofCharge } from './entries.ts'
import type { Purchase } from './purchase.ts'
import { findPurchase } from './store/purchases.ts'

interface Released {
  readonly purchase: Purchase
  /** Tax that the calendar added and that the customer does not pay. */
  readonly iofByLenderCentavos: Centavos
}

/** The purchase as its contract is when the credit is released on the day. */
export function computeRelease(purchase: Purchase, releasedOn: CalendarDate): Released {
  const quotedOn = getContractDate(purchase)
  // An agreement delivers no money: its figures stay those of the day on which it was offered.
  if (purchase.renegotiates !== undefined)
    return { purchase: { ...purchase, contractDate: quotedOn }, iofByLenderCentavos: 0 }
  const released = { ...purchase, contractDate: releasedOn }
  // On the day of the quotation its figures stay, also where an earlier version of the program computed them.
  if (purchase.contractDate === undefined && quotedOn === releasedOn)
    return { purchase: released, iofByLenderCentavos: 0 }
  const { contract, iofByLenderCentavos } = priceAtRelease(purchase.contract, { quotedOn, releasedOn })
  if (quotedOn === releasedOn) return { purchase: released, iofByLenderCentavos }
  return { purchase: { ...released, contract }, iofByLenderCentavos }
}

/** The day from which the figures of the contract count. */
export function getContractDate({
  contractDate,
  purchaseDate,
}: Pick<Purchase, 'contractDate' | 'purchaseDate'>): CalendarDate {
  return contractDate ?? purchaseDate
}

/** The credit is released. Must run in the transaction that starts the contract. */
export async function releaseContract(
  secrets: Secrets,
  tx: Transaction,
  signed: Purchase,
  now: Date,
): Promise<Purchase> {
  const released = computeRelease(signed, calendarDateAt(now))
  const { purchase, iofByLenderCentavos } = released
  bookReleaseIof(tx, secrets, purchase, iofByLenderCentavos, { now })
  const { contractDate } = signed
  if (contractDate !== undefined && contractDate !== purchase.contractDate)
    await stateRelease(secrets, tx, released, contractDate)
  return purchase
}

/** Nothing when the customer finances all of the tax. */
export function bookReleaseIof(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, id: transactionId }: Purchase,
  amountCentavos: Centavos,
  { now, iofCharge }: { readonly now: Date; readonly iofCharge?: IofCharge | undefined },
): void {
  if (amountCentavos === 0) return
  const tax = { retailerId, transactionId, amountCentavos, iofCharge, releasedAt: now }
  postEntries(tx, secrets, [computeReleaseIofEntry(tax)], now)
}

async function stateRelease(
  secrets: Secrets,
  tx: Transaction,
  { purchase, iofByLenderCentavos }: Released,
  signedFor: CalendarDate,
): Promise<void> {
  const { id: transactionId, contract } = purchase
  const texts = await findSignedTexts(tx, secrets, transactionId)
  if (texts === undefined) throw new Error(`transaction ${transactionId} has lost its signed contract`)
  const releasedOn = getContractDate(purchase)
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
  readonly texts: Pick<SignedContract, 'agreement' | 'statement'>
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
    current = replacesId === undefined ? undefined : await findPurchase(db, secrets, retailerId, replacesId)
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
  readonly carried: CarriedPayments
  readonly now: Date
}

/** False where nothing was signed by which the addendum could be tied to a contract. */
export async function stateAddendum(
  app: App,
  tx: Transaction,
  { old, replacement, carried, now }: Returned,
): Promise<boolean> {
  const [root, previous] = await Promise.all([findSignedRoot(app, tx, old), findAddendum(tx, old.id)])
  if (root === undefined) return false
  const { id: transactionId, retailerId, contract, purchaseCentavos, downPaymentCentavos } = replacement
  const contractDate = getContractDate(replacement)
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
  return true
}

function describeProducts({ products = [] }: Purchase, replacement: Purchase): AddendumProducts {
  const { products: remaining = [] } = replacement
  const kept = new Set(remaining.map(({ id }) => id))
  const describe = (list: typeof products): AddendumProducts['returned'] =>
    list.map(({ name, amount, valueCentavos }) => ({ name, amount, valueCentavos }))
  return { returned: describe(products.filter(({ id }) => !kept.has(id))), remaining: describe(remaining) }
}

export interface ReadAddendum extends Addendum {
  readonly products: AddendumProducts
}

/** The addendum by which a purchase took the place of another one; undefined when it has none. */
export async function readAddendum(
  { database, secrets }: { readonly database: Queryable; readonly secrets: Secrets },
  transactionId: string,
): Promise<ReadAddendum | undefined> {
  const addendum = await findAddendum(database, transactionId)
  if (addendum === undefined) return undefined
  const { retailerId, statement } = addendum
  const [old, replacement] = await Promise.all([
    findPurchase(database, secrets, retailerId, statement.replaces),
    findPurchase(database, secrets, retailerId, transactionId),
  ])
  if (old === undefined || replacement === undefined)
    throw new Error(`the addendum of ${transactionId} has lost its purchases`)
  return { ...addendum, products: describeProducts(old, replacement) }
}

export function renderAddendum({ statement, products, confirmation }: ReadAddendum): Promise<Buffer> {
  return renderAddendumPdf(statement, products, confirmation?.confirmedAt)
}
