import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  accountOf,
  computeClawbackEntry,
  computeGenuineBalance,
  findIofCharge,
  postEntries,
} from '../books/index.ts'
import { findApprovals, openContracts } from '../quoting/index.ts'
import { describeDebt, issueReceivables, lockOpenBillets } from '../receivables/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { advancePurchase } from './advance-purchase.ts'
import { checkReturnable } from './check-returnable.ts'
import {
  type Completion,
  carryPayments,
  completeContract,
  type OpenInstallment,
  refundSurplus,
  type TakenOver,
} from './complete-purchase.ts'
import { composeReplacement, type Remainder } from './compose-replacement.ts'
import { bookReleaseIof, stateAddendum } from './contract-documents.ts'
import { checkUnagreed } from './end-with-original.ts'
import { composeWebhookEvents, MoveRefused } from './move.ts'
import { describeDownPayment, isTransferUnderWay, type Purchase, type PurchaseProduct } from './purchase.ts'
import { type PurchaseView, readPurchase } from './read-purchase.ts'
import { requestReturnNotice } from './request-message.ts'
import { findPurchase, findReplacement, insertPurchases, lockPurchase } from './store/purchases.ts'

export interface RemoveProductsCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly productIds: readonly string[]
}

/**
 * Ends a purchase and creates a replacement for the remaining products, on the same conditions. Repeating the removal
 * finds the replacement.
 */
export async function removeProducts(app: App, command: RemoveProductsCommand): Promise<PurchaseView> {
  const { retailerId, transactionId } = command
  const { database, secrets } = app
  const { seen, remainder } = await readRemoval(app, command)
  const replacementId = await database
    .transaction(async tx => {
      const purchase = await lockPurchase(tx, secrets, transactionId)
      if (purchase === undefined) throw new RequestError('transaction_not_found')
      await checkUnagreed(tx, transactionId)
      return (await replacePurchase(app, tx, purchase, remainder)).id
    })
    .catch(error => findSameRemoval(app, seen, remainder.products, error))
  const view = await readPurchase(app, retailerId, replacementId)
  if (view === undefined) throw new Error(`transaction ${replacementId} does not exist`)
  return view
}

/** What a removal is about. Read before anything is locked: products and the conditions of a quote never change. */
export async function readRemoval(
  app: App,
  { retailerId, transactionId, productIds }: RemoveProductsCommand,
): Promise<{ readonly seen: Purchase; readonly remainder: Remainder }> {
  const { database, secrets } = app
  const seen = isId(transactionId)
    ? await findPurchase(database, secrets, retailerId, transactionId)
    : undefined
  if (seen === undefined) throw new RequestError('transaction_not_found')
  await checkUnagreed(database, transactionId)
  const products = listRemaining(seen, productIds)
  return { seen, remainder: { products, insurancePercentage: await getInsurancePercentage(app, seen) } }
}

async function findSameRemoval(
  { database, secrets }: App,
  { retailerId, id }: Purchase,
  products: readonly PurchaseProduct[],
  error: unknown,
): Promise<string> {
  if (!(error instanceof MoveRefused)) throw error
  const done = await findReplacement(database, secrets, retailerId, id)
  if (done !== undefined && JSON.stringify(done.products) === JSON.stringify(products)) return done.id
  throw new RequestError('transaction_state_conflict', { cause: error })
}

function listRemaining({ products }: Purchase, removedIds: readonly string[]): PurchaseProduct[] {
  if (products === undefined) throw new RequestError('transaction_without_products')
  const removed = new Set(removedIds)
  const known = new Set(products.map(({ id }) => id))
  if ([...removed].some(id => !known.has(id))) throw new RequestError('products_not_found')
  const remaining = products.filter(({ id }) => !removed.has(id))
  if (remaining.length === 0) throw new RequestError('no_product_left')
  return remaining
}

async function getInsurancePercentage(app: App, purchase: Purchase): Promise<number> {
  if (!purchase.hasInsurance && purchase.insuredContract === undefined) return 0
  const [approval] = await findApprovals(app.database, app.secrets, [purchase.decisionId])
  if (approval === undefined) throw new Error(`transaction ${purchase.id} has lost its credit decision`)
  return (await app.credit.policies.get(approval.policyId)).pricing.insurancePercentage
}

async function replacePurchase(
  app: App,
  tx: Transaction,
  old: Purchase,
  remainder: Remainder,
): Promise<Purchase> {
  const { secrets } = app
  const now = app.clock.now()
  const { purchase: composed, iofByLenderCentavos } = composeReplacement(old, remainder, now)
  const isStarted = composed.status === 'OPEN'
  if (isStarted) await checkReturnable(tx, secrets, old)
  const open = isStarted ? await lockOpen(tx, secrets, old) : []
  await advancePurchase(app, tx, old, 'products-removed', { replacedBy: composed.id })
  openContracts(tx, [{ ...composed, transactionId: composed.id, hasStarted: isStarted }])
  const completion = isStarted ? await startReplacement(app, tx, old, composed, open) : undefined
  const events = composeWebhookEvents(
    { ...composed, lastSequence: 0 },
    { entersStep: true, publishes: isStarted ? 'APPROVED' : undefined },
  )
  if (completion === undefined) await refundDownPayment(tx, secrets, composed, now)
  else {
    bookReleaseIof(tx, secrets, composed, iofByLenderCentavos, { now, iofCharge: completion.iofCharge })
    bookDifference(tx, secrets, old, composed.id, completion.transferCentavos, now)
    const returned = { old, replacement: composed, carried: completion, now }
    if (await stateAddendum(app, tx, returned)) requestReturnNotice(tx, composed, now)
  }
  const transfer = completion && {
    transferCentavos: completion.transferCentavos,
    transferDueAt: completion.transferDueAt,
  }
  const purchase = { ...composed, ...transfer, lastSequence: events.length }
  insertPurchases(tx, secrets, [purchase], { event: 'continued', by: 'retailer' })
  appendEvents(tx, events, now)
  await issueDownPayment(app, tx, purchase)
  await app.reactions.purchaseReplaced(tx, old.id, purchase, now)
  return completion?.isPaidUp ? advancePurchase(app, tx, purchase, 'last-billet-paid') : purchase
}

async function lockOpen(
  tx: Transaction,
  secrets: Secrets,
  { id: transactionId }: Purchase,
): Promise<OpenInstallment[]> {
  const open = await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' })
  return open.map(({ billet }) => ({
    ...describeDebt(billet),
    installmentNumber: billet.installmentNumber,
  }))
}

/** The contract before it has ended in the same transaction. */
async function startReplacement(
  app: App,
  tx: Transaction,
  old: Purchase,
  replacement: Purchase,
  open: readonly OpenInstallment[],
): Promise<Completion & TakenOver> {
  const { secrets } = app
  const iofCharge = await findIofCharge(tx, secrets, old.id)
  const takenOver = { ...carryPayments(old, replacement.contract, open), iofCharge }
  const now = app.clock.now()
  return { ...(await completeContract(app, tx, replacement, now, takenOver)), ...takenOver }
}

/** What was paid for the larger down payment is owed back at once, not turned into a prepayment. */
async function refundDownPayment(
  tx: Transaction,
  secrets: Secrets,
  replacement: Purchase,
  now: Date,
): Promise<void> {
  const { id, downPaymentCentavos, downPaymentPaidAt } = replacement
  if (downPaymentPaidAt === undefined) return
  const paidCentavos = -(await computeGenuineBalance(tx, secrets, accountOf.customer(id)))
  refundSurplus(tx, secrets, replacement, paidCentavos - downPaymentCentavos, now)
}

/** If the retailer is or will be paid for the old purchase, only the difference is open, and the retailer owes it. */
function bookDifference(
  tx: Transaction,
  secrets: Secrets,
  old: Purchase,
  transactionId: string,
  newTransferCentavos: Centavos,
  now: Date,
): void {
  const { retailerId, transferCentavos = 0 } = old
  const amountCentavos = transferCentavos - newTransferCentavos
  if (!isTransferUnderWay(old) || amountCentavos === 0) return
  const entry = computeClawbackEntry({ retailerId, transactionId, amountCentavos, decidedAt: now })
  postEntries(tx, secrets, [entry], now)
}

async function issueDownPayment(app: App, tx: Transaction, purchase: Purchase): Promise<void> {
  if (purchase.downPaymentCentavos === 0) return
  const isCovered = purchase.downPaymentPaidAt !== undefined
  await issueReceivables(app, tx, describeDownPayment(purchase), () => isCovered)
}
