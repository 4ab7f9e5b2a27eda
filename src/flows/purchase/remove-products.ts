import { RequestError } from '../../contract/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { composeTxid, coverBillets, getAccountOf, issueBillets } from '../../modules/billets/index.ts'
import { type Credit, findApprovals, openContracts } from '../../modules/credit/index.ts'
import { computeClawbackEntry, postEntries } from '../../modules/ledger/index.ts'
import { openCharges } from '../../modules/pix/index.ts'
import { type PricedOption, priceOption } from '../../modules/pricing/index.ts'
import {
  composeWebhookEvents,
  computeDeadline,
  findPurchase,
  findReplacement,
  insertPurchases,
  isTransferUnderWay,
  lockPurchase,
  MoveRefused,
  newOnboardingToken,
  type Purchase,
  type PurchaseProduct,
} from '../../modules/transactions/index.ts'
import { appendEvents } from '../../modules/webhooks/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { continueIdentification } from '../onboarding/analyse-documents.ts'
import { describeDownPayment } from '../payments/down-payment.ts'
import { advancePurchase, type PurchaseContext } from './advance-purchase.ts'
import { completeContract } from './complete-purchase.ts'
import { type PurchaseView, readPurchase } from './read-purchase.ts'
import { getContractDate } from './release-contract.ts'

export interface RemoveContext extends PurchaseContext {
  readonly credit: Credit
}

export interface RemoveProductsCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly productIds: readonly string[]
}

/**
 * Ends a purchase and creates a replacement for the remaining products, on the same conditions. Repeating the removal
 * finds the replacement.
 */
export async function removeProducts(
  context: RemoveContext,
  command: RemoveProductsCommand,
): Promise<PurchaseView> {
  const { retailerId, transactionId } = command
  const { database, secrets } = context
  const seen = isId(transactionId)
    ? await findPurchase(database, secrets, retailerId, transactionId)
    : undefined
  if (seen === undefined) throw new RequestError('transaction_not_found')
  const products = listRemaining(seen, command.productIds)
  // Read before anything is locked: the conditions of a quote never change.
  const insurancePercentage = await getInsurancePercentage(context, seen)
  const replacementId = await database
    .transaction(async tx => {
      const purchase = await lockPurchase(tx, secrets, transactionId)
      if (purchase === undefined) throw new RequestError('transaction_not_found')
      return (await replacePurchase(context, tx, purchase, { products, insurancePercentage })).id
    })
    .catch(error => findSameRemoval(context, seen, products, error))
  const view = await readPurchase(context, retailerId, replacementId)
  if (view === undefined) throw new Error(`transaction ${replacementId} does not exist`)
  return view
}

async function findSameRemoval(
  { database, secrets }: RemoveContext,
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

async function getInsurancePercentage(context: RemoveContext, purchase: Purchase): Promise<number> {
  if (!purchase.hasInsurance && purchase.insuredContract === undefined) return 0
  const [approval] = await findApprovals(context.database, context.secrets, [purchase.decisionId])
  if (approval === undefined) throw new Error(`transaction ${purchase.id} has lost its credit decision`)
  return (await context.credit.policies.get(approval.policyId)).pricing.insurancePercentage
}

interface Remainder {
  readonly products: readonly PurchaseProduct[]
  readonly insurancePercentage: number
}

async function replacePurchase(
  context: RemoveContext,
  tx: Transaction,
  old: Purchase,
  remainder: Remainder,
): Promise<Purchase> {
  const now = context.clock.now()
  const composed = composeReplacement(old, remainder, now)
  await advancePurchase(context, tx, old, 'products-removed', { replacedBy: composed.id })
  const isStarted = composed.status === 'OPEN'
  openContracts(tx, [{ ...composed, transactionId: composed.id, hasStarted: isStarted }])
  const completion = isStarted ? await completeContract(context, tx, composed, now) : undefined
  const events = composeWebhookEvents(
    { ...composed, lastSequence: 0 },
    { entersStep: true, publishes: isStarted ? 'APPROVED' : undefined },
  )
  if (completion !== undefined) bookDifference(tx, old, composed.id, completion.transferCentavos, now)
  const transfer = completion && {
    transferCentavos: completion.transferCentavos,
    transferDueAt: completion.transferDueAt,
  }
  const purchase = { ...composed, ...transfer, lastSequence: events.length }
  insertPurchases(tx, context.secrets, [purchase], { event: 'continued', by: 'retailer' })
  appendEvents(tx, events, now)
  await issueDownPayment(context, tx, purchase)
  await continueIdentification(tx, old.id, purchase, now)
  return completion?.isPaidUp ? advancePurchase(context, tx, purchase, 'last-billet-paid') : purchase
}

/** If the retailer is or will be paid for the old purchase, only the difference is open, and the retailer owes it. */
function bookDifference(
  tx: Transaction,
  old: Purchase,
  transactionId: string,
  newTransferCentavos: Centavos,
  now: Date,
): void {
  const { retailerId, transferCentavos = 0 } = old
  const amountCentavos = transferCentavos - newTransferCentavos
  if (!isTransferUnderWay(old) || amountCentavos === 0) return
  const entry = computeClawbackEntry({ retailerId, transactionId, amountCentavos, decidedAt: now })
  postEntries(tx, [entry], now)
}

async function issueDownPayment(context: RemoveContext, tx: Transaction, purchase: Purchase): Promise<void> {
  if (purchase.downPaymentCentavos === 0) return
  const { retailerId } = purchase
  const [account, sandboxRegistration] = await Promise.all([
    getAccountOf(tx, context.secrets, retailerId),
    context.readSandboxRegistration?.(retailerId, tx),
  ])
  const described = { ...describeDownPayment(purchase, account), sandboxRegistration }
  const billets = await issueBillets(tx, context.secrets, described, context.marks)
  openCharges(tx, billets.map(composeTxid), purchase.createdAt)
  if (purchase.downPaymentPaidAt !== undefined) coverBillets(tx, billets, purchase.createdAt)
}

function composeReplacement(
  old: Purchase,
  { products, insurancePercentage }: Remainder,
  now: Date,
): Purchase {
  const purchaseCentavos = products.reduce(
    (sum, { valueCentavos, amount }) => sum + valueCentavos * amount,
    old.shippingCentavos,
  )
  const price = (insured: boolean) => reprice(old, purchaseCentavos, insured ? insurancePercentage : 0)
  const contract = price(old.hasInsurance)
  const isStarted = old.status === 'OPEN'
  // A signature is only valid for the signed figures.
  const step = old.step === 'ENTRY' ? 'SIGNATURE' : old.step
  const state = { status: old.status, step }
  return {
    ...old,
    id: newId(now.getTime()),
    replacesId: old.id,
    ...state,
    contract,
    insuredContract: old.insuredContract && price(true),
    authorizedContract: undefined,
    // A new signature fixes them anew.
    contractVersion: isStarted ? old.contractVersion : undefined,
    products,
    purchaseCentavos,
    downPaymentCentavos: contract.downPaymentCentavos,
    netLoanCentavos: purchaseCentavos - contract.downPaymentCentavos,
    onboardingToken: newOnboardingToken(),
    moveCount: 1,
    deadlineAt: computeDeadline(old, state, { now, downPaymentExpiresAt: undefined }),
    createdAt: now,
    changedAt: now,
    signedAt: isStarted ? old.signedAt : undefined,
    completedAt: isStarted ? now : undefined,
  }
}

function reprice(old: Purchase, purchaseCentavos: number, insurancePercentage: number): PricedOption {
  const { contract } = old
  const { downPaymentPercentage, tcPercentage, cmPercentage, retentionPercentage } = contract
  const { firstDueDate, numberOfInstallments, interestRatePM } = contract
  const priced = priceOption({
    purchaseCentavos,
    downPaymentPercentage,
    tcPercentage,
    insurancePercentage,
    cmPercentage,
    retentionPercentage,
    purchaseDate: getContractDate(old),
    firstDueDate,
    numberOfInstallments,
    interestRatePM,
  })
  if (priced.installmentCentavos > 0 && purchaseCentavos > priced.downPaymentCentavos) return priced
  const message =
    'At least 1 product must remain in the transaction: what is left is too small to be financed'
  throw new RequestError('no_product_left', { message })
}
