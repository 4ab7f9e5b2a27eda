import type { App } from '../../app/app.ts'
import { orReport } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { findSignedRoot } from '../contracts/index.ts'
import { listContractsOf } from '../credit/index.ts'
import { findPurchase, listMoves, type Purchase } from '../purchases/index.ts'
import { listEmailRows, replaceEmailRows } from './store.ts'

/** More than anybody buys on credit; older ones are found by the customer service. */
const MAX_PURCHASES = 50

/** The purchases of one CPF with every retailer of this lender, newest first; without those that were forgotten. */
export async function listPurchasesOf(app: App, cpfIndex: Buffer): Promise<Purchase[]> {
  const { database, secrets, reportForgery } = app
  const contracts = await listContractsOf(database, cpfIndex)
  const found = await Promise.all(
    contracts
      .toReversed()
      .slice(0, MAX_PURCHASES)
      .map(({ retailerId, transactionId }) =>
        orReport(reportForgery, findPurchase(database, secrets, { retailerId, id: transactionId })),
      ),
  )
  const isKnown = ({ customer }: Purchase): boolean =>
    secrets.computeBlindIndex('cpf', customer.cpf).equals(cpfIndex)
  const purchases = found.filter(purchase => purchase !== undefined).filter(isKnown)
  return applyEmails(app, purchases)
}

/** With the addresses that customers gave later. */
export async function applyEmails(
  { database, secrets }: App,
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
  app: App,
  purchases: readonly Purchase[],
): Promise<Purchase | undefined> {
  for (const purchase of purchases) if (await wasSignedByPhone(app, purchase)) return purchase
  for (const purchase of purchases) {
    const moves = await listMoves(app.database, purchase.id)
    if (moves.some(({ event }) => event === 'phone-confirmed')) return purchase
  }
  return undefined
}

/** A customer who signed sees all purchases of the CPF; others only those made with their own phone. */
export async function listVisible(
  app: App,
  purchases: readonly Purchase[],
  phoneIndex: Buffer,
): Promise<Purchase[]> {
  const own = purchases.filter(({ customer }) =>
    app.secrets.computeBlindIndex('phone', customer.phone).equals(phoneIndex),
  )
  for (const purchase of own) if (await wasSignedByPhone(app, purchase)) return [...purchases]
  return own
}

/**
 * By the sealed statement of the signature, not by the date beside it: a forged date would give access to the codes of
 * anybody, by a purchase that they began with their own phone.
 */
async function wasSignedByPhone(app: App, purchase: Purchase): Promise<boolean> {
  const root = await findSignedRoot(app, app.database, purchase)
  return root?.texts.statement.code.phone === purchase.customer.phone
}

/** From now on messages about these purchases go to this address. What was agreed in them stays as it was. */
export async function replaceEmails(
  tx: Transaction,
  secrets: Secrets,
  change: { readonly cpfIndex: Buffer; readonly transactionIds: readonly string[]; readonly email: string },
  now: Date,
): Promise<void> {
  const { cpfIndex, transactionIds, email } = change
  const rows = transactionIds.map(transactionId => ({
    transactionId,
    box: seal(secrets.sealing, composeContext(transactionId), email),
  }))
  await replaceEmailRows(tx, { cpfIndex, rows }, now)
}

/** The addresses that were given later than their purchases, keyed by transaction. */
export async function findEmails(
  db: Queryable,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listEmailRows(db, transactionIds)
  return new Map(
    rows.map(({ transactionId, box }) => [
      transactionId,
      open(secrets.sealing, composeContext(transactionId), box).toString(),
    ]),
  )
}

const composeContext = (transactionId: string): string => `customer_emails.box:${transactionId}`
