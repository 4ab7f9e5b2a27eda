import { RequestError } from '../contract/errors.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import { newId } from '../kernel/ids.ts'
import {
  type Billet,
  getAccountOf,
  issueBillets,
  type LenderAccount,
  listBillets,
} from '../modules/billets/index.ts'
import { type Checkout, type ChosenOption, findCheckoutOf } from '../modules/checkout/index.ts'
import { type Approval, findApproval, openContract } from '../modules/credit/index.ts'
import {
  computeDeadline,
  describeNews,
  describePayer,
  findPurchaseByOption,
  insertPurchase,
  limitLockWait,
  newOnboardingToken,
  type Purchase,
  presentMaskedPhone,
} from '../modules/transactions/index.ts'
import { appendEvents } from '../modules/webhooks/index.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { isLockTimeout } from '../platform/db/database-errors.ts'
import type { PurchaseContext } from './advance-purchase.ts'

export interface AuthorizeCommand {
  readonly retailerId: string
  readonly optionId: string
  readonly orderId: string
  readonly hasInsurance: boolean | undefined
}

export interface AuthorizedPurchase {
  readonly purchase: Purchase
  readonly downPaymentBillet: Billet | undefined
  readonly maskedPhone: string
}

/** Somebody else's purchase holds the option or the order: which one is seen once this attempt is rolled back. */
class PlaceTaken extends Error {}

/** Makes a purchase of an option. The same order and option again is the same purchase, for ever and in whatever state. */
export async function authorizePurchase(
  context: PurchaseContext,
  command: AuthorizeCommand,
): Promise<AuthorizedPurchase> {
  try {
    return await context.database.transaction(tx => authorize(context, tx, command))
  } catch (error) {
    if (isLockTimeout(error))
      throw new RequestError('authorization_in_progress', { retryAfterSeconds: 1, cause: error })
    if (!(error instanceof PlaceTaken)) throw error
    const known = await findKnown(context, context.database, command)
    if (known === undefined) throw new RequestError('order_already_authorized')
    return known
  }
}

async function authorize(
  context: PurchaseContext,
  tx: Transaction,
  command: AuthorizeCommand,
): Promise<AuthorizedPurchase> {
  const { retailerId, optionId } = command
  limitLockWait(tx)
  const [known, checkout, account] = await Promise.all([
    findKnown(context, tx, command),
    findCheckoutOf(tx, retailerId, optionId),
    getAccountOf(tx, retailerId),
  ])
  if (known !== undefined) return known
  if (checkout === undefined) throw new RequestError('checkout_not_found')
  const chosen = chooseOption(checkout, command)
  const now = context.clock.now()
  if (now >= checkout.expiresAt) throw new RequestError('option_expired')
  const approval = await findApproval(tx, context.secrets, checkout.decisionId)
  if (approval === undefined) throw new RequestError('option_invalid')
  const purchase = composePurchase(command, { checkout, chosen, approval, now })
  checkTerms(purchase, approval)
  // Sent together: what one of them refuses takes the others along.
  const [isNew, isAlone, billets] = await Promise.all([
    insertPurchase(tx, context.secrets, purchase, { event: 'authorized', by: 'retailer' }),
    openContract(tx, { ...purchase, transactionId: purchase.id, hasStarted: false }),
    issueDownPayment(context, tx, purchase, account),
    appendEvents(
      tx,
      describeNews({ ...purchase, lastSequence: 0 }, { entersStep: true, publishes: undefined }),
      now,
    ),
  ])
  if (!isNew) throw new PlaceTaken()
  if (!isAlone) throw new RequestError('contract_in_progress')
  return presentAuthorized(purchase, billets)
}

async function findKnown(
  { secrets }: PurchaseContext,
  db: Queryable,
  { retailerId, optionId, orderId }: AuthorizeCommand,
): Promise<AuthorizedPurchase | undefined> {
  const known = await findPurchaseByOption(db, secrets, retailerId, optionId)
  if (known === undefined) return undefined
  if (known.orderId !== orderId) throw new RequestError('option_already_used')
  const billets = await listBillets(db, secrets, retailerId, known.id)
  return presentAuthorized(known, billets)
}

function presentAuthorized(purchase: Purchase, billets: readonly Billet[]): AuthorizedPurchase {
  return {
    purchase,
    downPaymentBillet: billets.find(({ kind }) => kind === 'down-payment'),
    maskedPhone: presentMaskedPhone(purchase.customer.phone),
  }
}

/** An option may be named by itself with hasInsurance, or by the id of its twin. */
function chooseOption(checkout: Checkout, { optionId, hasInsurance }: AuthorizeCommand): ChosenOption {
  const chosen = checkout.findOption(optionId)
  if (chosen === undefined) throw new RequestError('option_invalid')
  if (chosen.isInsured) {
    if (hasInsurance === false)
      throw new RequestError('option_invalid', {
        message: 'Invalid optionId: the option has credit insurance, and hasInsurance is false',
      })
    return chosen
  }
  if (hasInsurance !== true) return chosen
  if (chosen.insuranceOption === undefined) throw new RequestError('insurance_unavailable')
  return { option: chosen.insuranceOption, insuranceOption: undefined, isInsured: true }
}

function composePurchase(
  { retailerId, optionId, orderId }: AuthorizeCommand,
  made: {
    readonly checkout: Checkout
    readonly chosen: ChosenOption
    readonly approval: Approval
    readonly now: Date
  },
): Purchase {
  const { checkout, chosen, approval, now } = made
  const { option, insuranceOption, isInsured } = chosen
  const { customer, cart } = checkout.openDetails(approval.dataKey)
  const state = { status: 'PENDING', step: 'WAITING' } as const
  return {
    id: newId(now.getTime()),
    retailerId,
    orderId,
    optionId,
    checkoutId: checkout.id,
    decisionId: checkout.decisionId,
    cpfIndex: checkout.cpfIndex,
    replacesId: undefined,
    ...state,
    cancelReason: 'UNSPECIFIED_CANCEL_REASON',
    canceledBy: undefined,
    hasInsurance: isInsured,
    contract: option,
    insuredContract: insuranceOption,
    authorizedContract: undefined,
    customer,
    products: cart.products,
    shippingCentavos: cart.shippingCentavos,
    // Interest and due dates count from the day of the quotation, also when it is accepted later.
    purchaseDate: calendarDateAt(checkout.createdAt),
    purchaseCentavos: checkout.purchaseCentavos,
    downPaymentCentavos: option.downPaymentCentavos,
    netLoanCentavos: checkout.purchaseCentavos - option.downPaymentCentavos,
    approvedLimitCentavos: approval.limitCentavos,
    onboardingToken: newOnboardingToken(),
    lastSequence: 1,
    moveCount: 1,
    deadlineAt: computeDeadline(undefined, state, { now, downPaymentExpiresAt: undefined }),
    downPaymentPaidAt: undefined,
    createdAt: now,
    changedAt: now,
    signedAt: undefined,
    completedAt: undefined,
    canceledAt: undefined,
    refund: undefined,
    transferCentavos: undefined,
    transferDueAt: undefined,
    transferedAt: undefined,
  }
}

function checkTerms({ netLoanCentavos, contract }: Purchase, approval: Approval): void {
  if (netLoanCentavos > approval.limitCentavos) throw new RequestError('limit_exceeded')
  // Quoted before another contract of this person started: the fee is lawful once, so the figures no longer stand.
  if (contract.tcCentavos > 0 && approval.hadContract) throw new RequestError('option_expired')
}

/** The down payment's billet, where one is asked for. */
export async function issueDownPayment(
  { secrets }: PurchaseContext,
  tx: Transaction,
  purchase: Purchase,
  account: LenderAccount,
): Promise<Billet[]> {
  const { retailerId, id: transactionId, downPaymentCentavos, createdAt } = purchase
  if (downPaymentCentavos === 0) return []
  return issueBillets(tx, secrets, {
    retailerId,
    transactionId,
    account,
    payer: describePayer(purchase),
    issuedAt: createdAt,
    issuedOn: calendarDateAt(createdAt),
    downPaymentCentavos,
    installments: [],
  })
}
