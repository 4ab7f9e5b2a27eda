import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { computePaymentRows } from '../books/index.ts'
import {
  type Addendum,
  type AddendumProducts,
  computeProductsHash,
  computeStatementHash,
  findAddendum,
  renderAddendumPdf,
  storeAddendum,
} from '../contracts/index.ts'
import type { CarriedPayments } from './carried-payments.ts'
import { findSignedRoot } from './contract-chain.ts'
import type { Purchase } from './purchase.ts'
import { getContractDate } from './release-contract.ts'
import { findPurchase } from './store.ts'

interface Returned {
  readonly old: Purchase
  readonly replacement: Purchase
  readonly carried: CarriedPayments
  readonly now: Date
}

/** False where nothing was signed by which the addendum could be tied to a contract. */
export async function stateAddendum(
  secrets: Secrets,
  tx: Transaction,
  { old, replacement, carried, now }: Returned,
): Promise<boolean> {
  const [root, previous] = await Promise.all([
    findSignedRoot({ database: tx, secrets }, old),
    findAddendum(tx, old.id),
  ])
  if (root === undefined) return false
  const { id: transactionId, retailerId, contract, purchaseCentavos, downPaymentCentavos } = replacement
  const contractDate = getContractDate(replacement)
  storeAddendum(tx, secrets, retailerId, {
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
