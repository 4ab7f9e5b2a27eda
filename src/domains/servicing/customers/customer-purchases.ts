import { orReport, type ReportForgery } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database } from '../../../platform/db/database.ts'
import { findPurchase, findSignedRoot, listMoves, type Purchase } from '../../purchases/index.ts'
import { listContractsOf } from '../../quoting/index.ts'
import { findEmails } from './emails.ts'

export interface CustomerReadContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly reportForgery: ReportForgery
}

/** More than anybody buys on credit; older ones are found by the customer service. */
const MAX_PURCHASES = 50

/** The purchases of one CPF with every retailer of this lender, newest first; without those that were forgotten. */
export async function listPurchasesOf(
  { database, secrets, reportForgery }: CustomerReadContext,
  cpfIndex: Buffer,
): Promise<Purchase[]> {
  const contracts = await listContractsOf(database, cpfIndex)
  const found = await Promise.all(
    contracts
      .toReversed()
      .slice(0, MAX_PURCHASES)
      .map(({ retailerId, transactionId }) =>
        orReport(reportForgery, findPurchase(database, secrets, retailerId, transactionId)),
      ),
  )
  const isKnown = ({ customer }: Purchase): boolean =>
    secrets.computeBlindIndex('cpf', customer.cpf).equals(cpfIndex)
  const purchases = found.filter(purchase => purchase !== undefined).filter(isKnown)
  return applyEmails({ database, secrets }, purchases)
}

/** With the addresses that customers gave later. */
export async function applyEmails(
  { database, secrets }: Pick<CustomerReadContext, 'database' | 'secrets'>,
  purchases: readonly Purchase[],
): Promise<Purchase[]> {
  const emails = await findEmails(
    database,
    secrets,
    purchases.map(({ id }) => id),
  )
  return purchases.map(purchase => {
    const email = emails.get(purchase.id) ?? purchase.customer.email
    return { ...purchase, customer: { ...purchase.customer, email } }
  })
}

/**
 * The purchase whose phone gets the codes: the newest that was signed, because its buyer was identified. Anybody may
 * begin a purchase with a CPF that is not theirs; so one that is not signed counts only where there is no other, and
 * only with a confirmed phone.
 */
export async function findContactPurchase(
  context: CustomerReadContext,
  purchases: readonly Purchase[],
): Promise<Purchase | undefined> {
  for (const purchase of purchases) if (await wasSignedByPhone(context, purchase)) return purchase
  for (const purchase of purchases) {
    const moves = await listMoves(context.database, purchase.id)
    if (moves.some(({ event }) => event === 'phone-confirmed')) return purchase
  }
  return undefined
}

/** Whoever signed sees all purchases of the CPF; others only those that were made with their own phone. */
export async function listVisible(
  context: CustomerReadContext,
  purchases: readonly Purchase[],
  phoneIndex: Buffer,
): Promise<Purchase[]> {
  const own = purchases.filter(({ customer }) =>
    context.secrets.computeBlindIndex('phone', customer.phone).equals(phoneIndex),
  )
  for (const purchase of own) if (await wasSignedByPhone(context, purchase)) return [...purchases]
  return own
}

/**
 * By the sealed statement of the signature, not by the date beside it: whoever could write that date would get the codes of
 * anybody, by a purchase that they began with their own phone.
 */
async function wasSignedByPhone(context: CustomerReadContext, purchase: Purchase): Promise<boolean> {
  const root = await findSignedRoot(context, purchase)
  return root?.texts.statement.code.phone === purchase.customer.phone
}
