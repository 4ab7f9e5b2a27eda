import type { App } from '../../app/app.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { endContract, startContract } from '../credit/index.ts'
import { cancelBillets, issueReceivables, readBillets, replacePayer } from '../receivables/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { completeContract, describeInstallments } from './complete-purchase.ts'
import { type Ending, endPurchase, refundBroken } from './end-purchase.ts'
import { type EventFields, getMove, movePurchase, type PurchaseChanges } from './move.ts'
import { describePayer, type Purchase } from './purchase.ts'
import { releaseContract } from './release-contract.ts'
import { checkNotRenegotiated } from './renegotiation.ts'
import { requestMessagesOfMove } from './request-message.ts'
import { composeNamedBuyer, lockPurchase, type SealedBuyer } from './store/purchases.ts'
import type { Move } from './transitions.ts'

interface AdvanceOptions {
  readonly changes?: PurchaseChanges
  readonly refundAccount?: Buffer | undefined
  /** Given by the customer, where nobody gave it before. */
  readonly customerName?: string | undefined
  readonly eventFields?: EventFields
  /** The replacement purchase. */
  readonly replacedBy?: string
  /** The agreement on its debt, locked before it; where the purchase is canceled, that ends too. */
  readonly agreement?: Purchase | undefined
}

/** The goods go back, or were never the customer's: no debt about them stays. */
const ENDS_AGREEMENT: ReadonlySet<PurchaseEvent> = new Set(['cancel-requested', 'fraud-proven'])

/**
 * Applies an event to a locked purchase: state, money, webhook events and messages to the customer. Throws MoveRefused when
 * the event is not possible; the transaction has to be rolled back then.
 */
export async function advancePurchase(
  app: App,
  tx: Transaction,
  locked: Purchase,
  event: PurchaseEvent,
  options: AdvanceOptions = {},
): Promise<Purchase> {
  const now = app.clock.now()
  const purchase = ENDS_AGREEMENT.has(event) ? await endAgreement(app, tx, locked, options.agreement) : locked
  const move = getMove(purchase, event, options.changes)
  const changed = { ...purchase, ...options.changes }
  const { isPaidUp, ...consequences } = await applyConsequences(app, tx, changed, move, {
    now,
    ...options,
  })
  const { customerName } = options
  const moved = await movePurchase(tx, app.secrets, purchase, move, {
    ...options,
    now,
    buyer: customerName === undefined ? undefined : await nameBuyer(app, tx, purchase, customerName),
    downPaymentExpiresAt:
      move.to.step === 'ENTRY' && move.entersStep ? await findExpiry(app, tx, purchase) : undefined,
    changes: { ...options.changes, ...consequences },
  })
  appendEvents(tx, moved.events, now)
  requestMessagesOfMove(tx, purchase, move, now)
  if (event === 'signed') app.reactions.purchaseSigned(tx, purchase.id, now)
  if (move.to.status !== purchase.status)
    await app.reactions.purchaseMoved(tx, purchase.id, move.to.status, {
      now,
      replacedBy: options.replacedBy,
    })
  const advanced = moved.purchase
  if (move.to.status === 'CLOSED' && advanced.renegotiates !== undefined)
    await closeOriginal(app, tx, advanced)
  return isPaidUp ? advancePurchase(app, tx, advanced, 'last-billet-paid') : advanced
}

/** What was paid under the agreement counts for the original, which gives it back. Returns the original as it is then. */
async function endAgreement(
  app: App,
  tx: Transaction,
  original: Purchase,
  agreement: Purchase | undefined,
): Promise<Purchase> {
  if (agreement === undefined || (agreement.status !== 'PENDING' && agreement.status !== 'OPEN')) {
    // An agreement that was accepted since the search.
    await checkNotRenegotiated(tx, original.id)
    return original
  }
  await advancePurchase(app, tx, agreement, 'original-canceled')
  const alone = await lockPurchase(tx, app.secrets, original.id)
  if (alone === undefined) throw new Error(`transaction ${original.id} does not exist`)
  return alone
}

/** The down payment's billet was issued before: from now on it is shown, and registered, under the name. */
async function nameBuyer(
  { secrets }: App,
  tx: Transaction,
  purchase: Purchase,
  name: string,
): Promise<SealedBuyer> {
  const buyer = await composeNamedBuyer(tx, secrets, purchase, name)
  const payer = describePayer({ ...purchase, customer: buyer.customer })
  await replacePayer(tx, secrets, { transactionId: purchase.id, payer })
  return buyer
}

async function findExpiry(
  { secrets }: App,
  tx: Transaction,
  { retailerId, id }: Purchase,
): Promise<Date | undefined> {
  const { billets } = await readBillets({ database: tx, secrets }, retailerId, id)
  const billet = billets.find(({ kind }) => kind === 'down-payment')
  return billet && endOfDay(billet.expirationDate)
}

/** The debt is paid, in the installments of its agreement. */
async function closeOriginal(app: App, tx: Transaction, agreement: Purchase): Promise<void> {
  const original = await app.reactions.renegotiationPaid(app.secrets, tx, agreement, app.clock.now())
  await advancePurchase(app, tx, original, 'last-billet-paid')
}

async function applyConsequences(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  move: Move,
  ending: Ending,
): Promise<PurchaseChanges & { isPaidUp?: boolean }> {
  if (move.to.status === purchase.status) return {}
  switch (move.to.status) {
    case 'OPEN': {
      startContract(tx, purchase.id)
      if (purchase.renegotiates !== undefined) return startRenegotiation(app, tx, purchase, ending.now)
      const released = await releaseContract(app, tx, purchase, ending.now)
      const { contract, contractDate } = released
      return { contract, contractDate, ...(await completeContract(app, tx, released, ending.now)) }
    }
    case 'CLOSED':
      endContract(tx, purchase.id)
      // Nothing is left to be paid before it is due.
      await cancelBillets(
        tx,
        app.secrets,
        { retailerId: purchase.retailerId, transactionId: purchase.id },
        ending.now,
      )
      return { settledAt: purchase.settledAt ?? ending.now }
    case 'CANCELED':
    case 'ABANDONED': {
      // An agreement that is being paid has a debt to give back; one that waits for its customer has none.
      if (purchase.renegotiates !== undefined && purchase.status === 'OPEN')
        return endBroken(app, tx, purchase, ending.now)
      const refund = await endPurchase(app, tx, purchase, ending)
      return { refund }
    }
    default:
      return {}
  }
}

/** The agreement ends; the debt and the contract that it is about go on. */
async function endBroken(
  app: App,
  tx: Transaction,
  agreement: Purchase,
  now: Date,
): Promise<PurchaseChanges> {
  const { original, isPaidUp } = await app.reactions.renegotiationBroken(app, tx, agreement, now)
  if (isPaidUp) await advancePurchase(app, tx, original, 'last-billet-paid')
  return { refund: await refundBroken(app, tx, agreement) }
}

/** Nobody is paid for it: the retailer was, or will be, for the purchase. */
async function startRenegotiation(
  app: App,
  tx: Transaction,
  agreement: Purchase,
  now: Date,
): Promise<PurchaseChanges> {
  await app.reactions.renegotiationBegun(app, tx, agreement, now)
  const { retailerId, id: transactionId, contract } = agreement
  const issuedOn = calendarDateAt(now)
  await issueReceivables(app, tx, {
    retailerId,
    transactionId,
    payer: describePayer(agreement),
    issuedAt: now,
    issuedOn,
    downPaymentCentavos: 0,
    // A bank that reports the down payment weeks later leaves less time, but no billet is due in the past.
    installments: describeInstallments(contract, [], issuedOn),
  })
  return { completedAt: now, transferCentavos: 0 }
}
