import type { App } from '../../app/app.ts'
import type { CostBearer } from '../../contract/cancel.ts'
import { RequestError } from '../../contract/errors.ts'
import { addDays, calendarDateAt, daysBetween } from '../../kernel/calendar-date.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type AuditStaff, appendAudit } from '../audit/index.ts'
import { findApprovals, MOST_LIVING_CONTRACTS, openContracts } from '../credit/index.ts'
import {
  accountOf,
  computeGenuineBalance,
  type Entry,
  listGenuineEntries,
  postEntries,
  sumPostings,
} from '../ledger/index.ts'
import { getAccountOf } from '../lender/index.ts'
import { findLoan } from '../loans/index.ts'
import { type PricedOption, priceAtRelease, priceOption } from '../pricing/index.ts'
import type { CartProduct } from '../quoting/index.ts'
import { type Billet, issueReceivables, lockDebt, readDebt, sumReductions } from '../receivables/index.ts'
import { findCostBearer } from '../retailers/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { advancePurchase } from './advance-purchase.ts'
import {
  type CarriedPayments,
  type Completion,
  carryPayments,
  completeContract,
  describeInstallments,
  type IssueBillets,
  refundSurplus,
  type TakenOver,
} from './complete-purchase.ts'
import { computeClawbackEntry, findIofCharge } from './entries.ts'
import { composeWebhookEvents, getMove, MoveRefused } from './move.ts'
import {
  computeTransfer,
  describeDownPayment,
  describePayer,
  isTransferUnderWay,
  type Purchase,
} from './purchase.ts'
import { type PurchaseView, readPurchase } from './read-purchase.ts'
import { bookReleaseIof, getContractDate } from './release-contract.ts'
import { checkNotRenegotiated } from './renegotiation.ts'
import { type CostSplit, listBookedSince, splitCosts, tryOut } from './split-costs.ts'
import { insertPurchases, newOnboardingToken } from './store/columns.ts'
import { findPurchase, lockPurchase } from './store/purchases.ts'
import { computeDeadline } from './transitions.ts'

interface RemoveProductsCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly productIds: readonly string[]
  /** The person of the retailer who asks for it. */
  readonly staff?: AuditStaff | undefined
  /** Nothing is written: the answer is what would become of the purchase. */
  readonly isPreview?: boolean
}

/**
 * Ends a purchase and creates a replacement for the remaining products, on the same conditions. Repeating the removal
 * finds the replacement.
 */
export async function removeProducts(app: App, command: RemoveProductsCommand): Promise<PurchaseView> {
  const { retailerId, transactionId } = command
  const { database, secrets } = app
  const { seen, remainder } = await readRemoval(app, command)
  if (command.isPreview) return previewRemoval(app, seen, remainder)
  const replacementId = await database
    .transaction(async tx => {
      const purchase = await lockPurchase(tx, secrets, transactionId)
      if (purchase === undefined) throw new RequestError('transaction_not_found')
      await checkNotRenegotiated(tx, transactionId)
      const { id } = await replacePurchase(app, tx, purchase, remainder)
      const { staff } = command
      const note = {
        action: 'order.remove-products',
        subject: transactionId,
        details: { replacedBy: id },
      } as const
      if (staff !== undefined) await appendAudit(tx, { staff, ...note }, app.realClock.now())
      return id
    })
    .catch(error => findSameRemoval(app, seen, remainder.products, error))
  const view = await readPurchase(app, retailerId, replacementId)
  if (view === undefined) throw new Error(`transaction ${replacementId} does not exist`)
  return view
}

/** What a removal is about. Read before anything is locked: products and the conditions of a quote never change. */
async function readRemoval(
  app: App,
  { retailerId, transactionId, productIds }: RemoveProductsCommand,
): Promise<{ readonly seen: Purchase; readonly remainder: Remainder }> {
  const { database, secrets } = app
  const seen = isId(transactionId)
    ? await findPurchase(database, secrets, { retailerId, id: transactionId })
    : undefined
  if (seen === undefined) throw new RequestError('transaction_not_found')
  await checkNotRenegotiated(database, transactionId)
  const products = listRemaining(seen, productIds)
  return { seen, remainder: { products, insurancePercentage: await getInsurancePercentage(app, seen) } }
}

async function findSameRemoval(
  { database, secrets }: App,
  { retailerId, id }: Purchase,
  products: readonly CartProduct[],
  error: unknown,
): Promise<string> {
  if (!(error instanceof MoveRefused)) throw error
  const done = await findPurchase(database, secrets, { retailerId, replacesId: id })
  if (done !== undefined && JSON.stringify(done.products) === JSON.stringify(products)) return done.id
  throw new RequestError('transaction_state_conflict', { cause: error })
}

function listRemaining({ products }: Purchase, removedIds: readonly string[]): CartProduct[] {
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
  issue: IssueBillets = issueReceivables,
): Promise<Purchase> {
  const { secrets } = app
  const now = app.clock.now()
  const { purchase: composed, iofByLenderCentavos } = composeReplacement(old, remainder, now)
  const isStarted = composed.status === 'OPEN'
  if (isStarted) await checkReturnable(tx, secrets, old)
  const { open } = isStarted ? await lockDebt(tx, secrets, old, calendarDateAt(now)) : { open: [] }
  await advancePurchase(app, tx, old, 'products-removed', { replacedBy: composed.id })
  openContracts(tx, [
    {
      ...composed,
      transactionId: composed.id,
      hasStarted: isStarted,
      financedCentavos: composed.netLoanCentavos,
      // It takes the place of the contract before, which has ended.
      mostContracts: MOST_LIVING_CONTRACTS,
      mostFinancedCentavos: null,
    },
  ])
  const completion = isStarted ? await startReplacement(app, tx, old, composed, open, issue) : undefined
  const events = composeWebhookEvents(
    { ...composed, lastSequence: 0 },
    { entersStep: true, publishes: isStarted ? 'APPROVED' : undefined },
  )
  if (completion === undefined) await refundDownPayment(tx, secrets, composed, now)
  else {
    bookReleaseIof(tx, secrets, composed, iofByLenderCentavos, { now, iofCharge: completion.iofCharge })
    bookDifference(tx, secrets, old, composed.id, completion.transferCentavos, now)
    await app.reactions.productsReturned(app, tx, { old, replacement: composed, carried: completion, now })
  }
  const transfer = completion && {
    transferCentavos: completion.transferCentavos,
    transferDueAt: completion.transferDueAt,
  }
  const purchase = { ...composed, ...transfer, lastSequence: events.length }
  insertPurchases(tx, secrets, [purchase], { event: 'continued', by: 'retailer' })
  appendEvents(tx, events, now)
  await issueDownPayment(app, tx, purchase, issue)
  await app.reactions.purchaseReplaced(tx, old.id, purchase, now)
  return completion?.isPaidUp ? advancePurchase(app, tx, purchase, 'last-billet-paid') : purchase
}

/** The contract before it has ended in the same transaction. */
async function startReplacement(
  app: App,
  tx: Transaction,
  old: Purchase,
  replacement: Purchase,
  open: Parameters<typeof carryPayments>[2],
  issue: IssueBillets,
): Promise<Completion & TakenOver> {
  const { secrets } = app
  const iofCharge = await findIofCharge(tx, secrets, old.id)
  const takenOver = { ...carryPayments(old, replacement.contract, open), iofCharge }
  const now = app.clock.now()
  return { ...(await completeContract(app, tx, replacement, now, takenOver, issue)), ...takenOver }
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

async function issueDownPayment(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  issue: IssueBillets,
): Promise<void> {
  if (purchase.downPaymentCentavos === 0) return
  const isCovered = purchase.downPaymentPaidAt !== undefined
  await issue(app, tx, describeDownPayment(purchase), () => isCovered)
}

/**
 * The purchase as a removal would make it now. Nothing is written and no number is taken: ids, lines and links of the
 * billets mean nothing.
 */
async function previewRemoval(app: App, old: Purchase, remainder: Remainder): Promise<PurchaseView> {
  const { database, secrets, clock } = app
  try {
    getMove(old, 'products-removed')
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error
    throw new RequestError('transaction_state_conflict', { cause: error })
  }
  const now = clock.now()
  const { purchase } = composeReplacement(old, remainder, now)
  const [account, { open }] = await Promise.all([
    getAccountOf(database, secrets, old.retailerId),
    readDebt(app, old, calendarDateAt(now)),
  ])
  const downPayment = await draftDownPayment(app, purchase)
  if (old.status !== 'OPEN')
    return {
      purchase,
      transferCentavos: purchase.transferCentavos,
      downPaymentBillet: downPayment,
      installments: [],
      account,
      refunds: describeRefund(
        purchase.downPaymentPaidAt === undefined ? 0 : old.downPaymentCentavos - purchase.downPaymentCentavos,
      ),
    }
  await checkReturnable(database, secrets, old)
  const carried = carryPayments(old, purchase.contract, open)
  const installments = await draftInstallments(app, purchase, carried, now)
  const isPaidUp = installments.every(({ paymentStatus }) => paymentStatus === 'PAID')
  return {
    purchase: { ...purchase, status: isPaidUp ? 'CLOSED' : purchase.status },
    transferCentavos: computeTransfer(purchase),
    downPaymentBillet: downPayment,
    installments,
    account,
    refunds: describeRefund(carried.refundCentavos),
  }
}

interface RemovalPreview extends CostSplit {
  readonly costsBorneBy: CostBearer
  readonly customer: { readonly refundCentavos: Centavos; readonly releasedCentavos: Centavos }
  /** What would take its place; ids, lines and links of the billets mean nothing. */
  readonly view: PurchaseView
}

/**
 * What everybody would give back if the products were removed now, and the new schedule. The removal itself runs and is
 * rolled back, except that its billets take no numbers. Throws what the removal would throw.
 */
export async function previewRemovalCosts(
  app: App,
  command: Omit<RemoveProductsCommand, 'isPreview'>,
): Promise<RemovalPreview> {
  const { database, secrets } = app
  const { seen, remainder } = await readRemoval(app, command)
  const { retailerId, id: endedId } = seen
  const view = await previewRemoval(app, seen, remainder)
  const [costsBorneBy, tried] = await Promise.all([
    findCostBearer(database, secrets, retailerId),
    tryOut(database, async tx => {
      const old = await lockPurchase(tx, secrets, endedId)
      if (old === undefined) throw new RequestError('transaction_not_found')
      const before = await listGenuineEntries(tx, secrets, { transactionIds: [endedId] })
      const { id } = await replacePurchase(app, tx, old, remainder, issueNothing(app))
      const after = await listBookedSince(tx, secrets, before, [endedId, id])
      return { id, before, after }
    }),
  ])
  const { id, before, after } = tried
  const owed = (entries: readonly Entry[], transactionId: string): Centavos =>
    Math.max(
      0,
      sumPostings(entries, account => account === accountOf.customer(transactionId)),
    )
  return {
    costsBorneBy,
    customer: {
      refundCentavos: view.refunds?.valueCentavos ?? 0,
      releasedCentavos: owed(before, endedId) - owed(after, id),
    },
    ...splitCosts(after, { retailerId, endedId }),
    view,
  }
}

/** Billets that are not written: the transaction is rolled back, and a number would not come back. */
const issueNothing =
  ({ authorizations }: App): IssueBillets =>
  (_app, _tx, receivables) =>
    authorizations.billetIssuer.draft(receivables)

const describeRefund = (valueCentavos: Centavos): PurchaseView['refunds'] =>
  valueCentavos > 0 ? { valueCentavos, status: 'DUE', refundedAt: undefined } : undefined

async function draftDownPayment(app: App, purchase: Purchase): Promise<Billet | undefined> {
  if (purchase.downPaymentCentavos === 0) return undefined
  const [billet] = await app.authorizations.billetIssuer.draft(describeDownPayment(purchase))
  return billet && toPreview(billet, purchase.downPaymentPaidAt)
}

async function draftInstallments(
  app: App,
  purchase: Purchase,
  { creditedCentavos, openCharges }: CarriedPayments,
  now: Date,
): Promise<Billet[]> {
  const { retailerId, id: transactionId, contract } = purchase
  const issuedOn = calendarDateAt(now)
  const installments = describeInstallments(contract, creditedCentavos, issuedOn, openCharges)
  const drafted = await app.authorizations.billetIssuer.draft({
    retailerId,
    transactionId,
    payer: describePayer(purchase),
    issuedAt: now,
    issuedOn,
    downPaymentCentavos: 0,
    installments,
  })
  return drafted.map((billet, index) =>
    toPreview(billet, creditedCentavos[index] === contract.installmentCentavos ? now : undefined),
  )
}

const toPreview = (billet: Billet, paidAt: Date | undefined): Billet => ({
  ...billet,
  paymentStatus: paidAt === undefined ? 'PENDING' : 'PAID',
  paidAt,
})

/**
 * Refuses where the figures of a smaller contract would not be those of the debt any more: it has become another one.
 * The purchase is locked, or nothing is changed.
 */
async function checkReturnable(db: Queryable, secrets: Secrets, purchase: Purchase): Promise<void> {
  if (purchase.renegotiates !== undefined) throw refuse('an agreement has no products of its own')
  const [loan, reductions] = await Promise.all([
    findLoan(db, purchase.id),
    sumReductions(db, secrets, purchase.id),
  ])
  // Its discount was that of the larger installments, of a day that has passed.
  if (reductions.discountCentavos > 0 || reductions.premiumRefundCentavos > 0)
    throw refuse(
      'a part of the debt was settled early, with a discount on the larger installments. Ask the lender',
    )
  // Small rests stay waived; more must not become money that is owed back.
  if (reductions.byPeopleCentavos > 0) throw refuse('a part of the debt was waived. Ask the lender')
  if (loan === undefined) return
  if (loan.suspendedBy !== null) throw refuse(`its debt is in the agreement ${loan.suspendedBy}`)
  if (loan.acceleratedOn !== null) throw refuse(`the whole debt is due since ${loan.acceleratedOn}`)
  if (loan.assignedTo !== null) throw refuse('the debt was sold to a fund, which has to give it back first')
  if (loan.writtenOffOn !== null) throw refuse(`the debt was written off on ${loan.writtenOffOn}`)
}

const refuse = (why: string): RequestError =>
  new RequestError('return_not_possible', { message: `Products cannot be returned here: ${why}` })

/** What is left of a purchase. */
interface Remainder {
  readonly products: readonly CartProduct[]
  readonly insurancePercentage: number
}

interface Replacement {
  readonly purchase: Purchase
  /** Of a contract that has started. */
  readonly iofByLenderCentavos: Centavos
}

/** The purchase for the remaining products, on the same conditions and from the same days. */
function composeReplacement(
  old: Purchase,
  { products, insurancePercentage }: Remainder,
  now: Date,
): Replacement {
  const purchaseCentavos = products.reduce(
    (sum, { valueCentavos, amount }) => sum + valueCentavos * amount,
    old.shippingCentavos,
  )
  const price = (insured: boolean) => reprice(old, purchaseCentavos, insured ? insurancePercentage : 0)
  const { contract, iofByLenderCentavos } = price(old.hasInsurance)
  const isStarted = old.status === 'OPEN'
  // A signature is only valid for the signed figures.
  const step = old.step === 'ENTRY' ? 'SIGNATURE' : old.step
  const state = { status: old.status, step }
  const purchase: Purchase = {
    ...old,
    id: newId(now.getTime()),
    replacesId: old.id,
    ...state,
    contract,
    insuredContract: old.insuredContract && price(true).contract,
    authorizedContract: undefined,
    // A new signature fixes them anew.
    contractDate: isStarted ? old.contractDate : undefined,
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
  }
  return { purchase, iofByLenderCentavos: isStarted ? iofByLenderCentavos : 0 }
}

/** Quoted for the day of the quotation, and released on the day on which the old contract was. */
function reprice(
  old: Purchase,
  purchaseCentavos: Centavos,
  insurancePercentage: number,
): { readonly contract: PricedOption; readonly iofByLenderCentavos: Centavos } {
  const { contract, purchaseDate } = old
  const { downPaymentPercentage, tcPercentage, cmPercentage, retentionPercentage } = contract
  const { numberOfInstallments, interestRatePM } = contract
  const contractDate = getContractDate(old)
  const quoted = priceOption({
    purchaseCentavos,
    downPaymentPercentage,
    tcPercentage,
    insurancePercentage,
    cmPercentage,
    retentionPercentage,
    purchaseDate,
    firstDueDate: addDays(purchaseDate, daysBetween(contractDate, contract.firstDueDate)),
    numberOfInstallments,
    interestRatePM,
  })
  if (quoted.installmentCentavos <= 0 || purchaseCentavos <= quoted.downPaymentCentavos) {
    const message =
      'At least 1 product must remain in the transaction: what is left is too small to be financed'
    throw new RequestError('no_product_left', { message })
  }
  if (old.status !== 'OPEN' || contractDate === purchaseDate)
    return { contract: quoted, iofByLenderCentavos: 0 }
  return priceAtRelease(quoted, { quotedOn: purchaseDate, releasedOn: contractDate })
}
