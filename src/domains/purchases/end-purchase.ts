import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { endContract } from '../credit/index.ts'
import {
  type AccountName,
  accountOf,
  type Entry,
  findEntry,
  isIofOrdered,
  postEntries,
  sumPostings,
} from '../ledger/index.ts'
import { type Loan, lockLoan, reverseLoan } from '../loans/index.ts'
import { type Billet, cancelBillets, reverseWaivers, sumReductions } from '../receivables/index.ts'
import { computeMaxRefundDate, listRefundable, postWithRefunds } from '../refunds/index.ts'
import { findCostBearer } from '../retailers/index.ts'
import {
  computeCarryOverEntry,
  computeClawbackCostsEntry,
  computeContractReversedEntry,
  computeReductionsReversedEntry,
  computeRefundEntry,
  computeReleaseIofReversedEntry,
  findChargedOn,
  nameContract,
  nameReleaseIof,
  type Refundable,
  sumRefundable,
} from './entries.ts'
import { isTransferUnderWay, type Purchase, type Refund } from './purchase.ts'
import { listReplacedIds } from './store/purchases.ts'

export interface Ending {
  readonly now: Date
  /** The replacement purchase: what was paid counts there. */
  readonly replacedBy?: string | undefined
}

/** However a purchase ends early: open billets are canceled, the debt is reversed and payments are owed back. */
export async function endPurchase(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { now, replacedBy }: Ending,
): Promise<Refund> {
  const { secrets } = app
  const { retailerId, id: transactionId } = purchase
  endContract(tx, transactionId)
  app.reactions.purchaseEnded(tx, transactionId)
  // A replacement sets its own transfer against it; only the difference is owed back.
  const isTransferred = isTransferUnderWay(purchase) && replacedBy === undefined
  await cancelContractBillets(app, tx, {
    retailerId,
    transactionId,
    isTransferred,
    isReplaced: replacedBy !== undefined,
    // A customer who withdraws makes nobody pay for it: the contract is void from its first day.
    mayChargeCosts: isTransferred && purchase.canceledBy === 'retailer',
  })
  const replacedIds = await listReplacedIds(tx, purchase)
  const paid = await listRefundable(tx, secrets, transactionId, replacedIds)
  // A part of a down payment pays nothing yet: it goes back, and the replacement asks for its own.
  const isCarried = replacedBy !== undefined && isDownPaymentPaid(purchase)
  const left = isCarried
    ? limitMissing(await carryOver(tx, secrets, purchase, paid, { now, replacedBy }))
    : await makeUpReturns(tx, secrets, purchase, { replacedIds, paid: limitMissing(paid), now })
  return {
    valueCentavos: await bookRefund(tx, secrets, purchase, left, `refund:${transactionId}`, now),
    maxRefundDate: computeMaxRefundDate(now),
  }
}

/** What the bank took back is deducted from the refund, which is never below zero: the rest stays missing. */
function limitMissing(paid: Refundable): Refundable {
  const limited = new Map([...paid].filter(([, amountCentavos]) => amountCentavos > 0))
  let owed = sumRefundable(limited)
  for (const [account, amountCentavos] of paid) {
    if (amountCentavos > 0) continue
    const counted = Math.min(-amountCentavos, owed)
    if (counted > 0) limited.set(account, -counted)
    owed -= counted
  }
  return limited
}

/**
 * Payments for replaced contracts count for the one that ends, so what the bank took back of them is deducted from its
 * refund. Each deduction is booked under the contract whose payment is missing.
 */
async function makeUpReturns(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, id }: Purchase,
  {
    replacedIds,
    paid,
    now,
  }: { readonly replacedIds: readonly string[]; readonly paid: Refundable; readonly now: Date },
): Promise<Refundable> {
  const customer = accountOf.customer(id)
  const left = new Map(paid)
  for (const transactionId of replacedIds) {
    const missing = -((await listRefundable(tx, secrets, transactionId)).get('suspense') ?? 0)
    const amountCentavos = Math.min(missing, left.get(customer) ?? 0, sumRefundable(left))
    if (amountCentavos <= 0) continue
    const reference = `refund:${id}:${transactionId}`
    const refundable = new Map<AccountName, Centavos>([
      [customer, amountCentavos],
      ['suspense', -amountCentavos],
    ])
    const entry = computeRefundEntry({ retailerId, transactionId, reference, refundable, decidedAt: now })
    if (entry !== undefined) postEntries(tx, secrets, [entry], now)
    left.set(customer, (left.get(customer) ?? 0) - amountCentavos)
  }
  return new Map([...left].filter(([, amountCentavos]) => amountCentavos !== 0))
}

const isDownPaymentPaid = ({ downPaymentCentavos, downPaymentPaidAt }: Purchase): boolean =>
  downPaymentCentavos === 0 || downPaymentPaidAt !== undefined

/**
 * A payment without a debt that it could pay: of a purchase that has ended it belongs to the customer. Amounts that were
 * booked before are not booked again.
 */
export async function refundSuspendedPayment(
  app: App,
  tx: Transaction,
  purchase: Purchase | undefined,
  reference: string,
): Promise<void> {
  if (purchase?.status !== 'CANCELED' && purchase?.status !== 'ABANDONED') return
  await refundSuspended(app, tx, purchase, `refund:${reference}`)
}

/** An agreement ends whose debt goes on: only what never paid any of it is owed back. */
export async function refundBroken(app: App, tx: Transaction, agreement: Purchase): Promise<Refund> {
  const now = app.clock.now()
  const valueCentavos = await refundSuspended(app, tx, agreement, `refund:${agreement.id}`)
  return {
    valueCentavos,
    maxRefundDate: valueCentavos === 0 ? calendarDateAt(now) : computeMaxRefundDate(now),
  }
}

async function refundSuspended(
  { secrets, clock }: App,
  tx: Transaction,
  purchase: Purchase,
  reference: string,
): Promise<Centavos> {
  const suspended = keepSuspended(await listRefundable(tx, secrets, purchase.id))
  // Less than nothing where the bank took a payment back: that money is missing, and nobody owes it.
  if (sumRefundable(suspended) <= 0) return 0
  return bookRefund(tx, secrets, purchase, suspended, reference, clock.now())
}

/** Late charges stay earned, and unassigned money is refunded; the rest counts for the replacement. */
async function carryOver(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  paid: Refundable,
  { now, replacedBy }: { readonly now: Date; readonly replacedBy: string },
): Promise<Refundable> {
  const amountCentavos = paid.get(accountOf.customer(purchase.id)) ?? 0
  if (amountCentavos > 0)
    postEntries(
      tx,
      secrets,
      [
        computeCarryOverEntry({
          retailerId: purchase.retailerId,
          transactionId: replacedBy,
          fromTransactionId: purchase.id,
          amountCentavos,
          decidedAt: now,
        }),
      ],
      now,
    )
  return keepSuspended(paid)
}

function keepSuspended(paid: Refundable): Refundable {
  return new Map([...paid].filter(([account]) => account === 'suspense'))
}

async function bookRefund(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, id: transactionId }: Purchase,
  refundable: Refundable,
  reference: string,
  now: Date,
): Promise<Centavos> {
  const entry = computeRefundEntry({ retailerId, transactionId, reference, refundable, decidedAt: now })
  if (entry !== undefined) postWithRefunds(tx, secrets, [entry], now)
  return sumRefundable(refundable)
}

/**
 * Cancels open billets and reverses the debt, in the transaction that cancels the contract. Paid billets stay paid; the
 * customer's account then shows the amount as owed to the customer. Idempotent.
 */
export async function cancelContractBillets(
  { secrets, clock }: App,
  tx: Transaction,
  contract: EndedContract,
): Promise<Billet[]> {
  const now = clock.now()
  // Billets first: their row locks make a second cancellation wait here, and then it finds the reversal.
  const canceled = await cancelBillets(tx, secrets, contract, now)
  await reverseContract(tx, secrets, contract, now)
  return canceled
}

interface EndedContract {
  readonly retailerId: string
  readonly transactionId: string
  /** The retailer was paid for the purchase; false when absent. */
  readonly isTransferred?: boolean
  /** Its debt goes on in another contract, and what was waived of it stays waived; false when absent. */
  readonly isReplaced?: boolean
  /** The retailer bears what the cancellation costs, unless its conditions say otherwise; false when absent. */
  readonly mayChargeCosts?: boolean
}

/**
 * Takes a contract out of the books, in the transaction that ends it: what is not earned leaves the contra accounts, and
 * what was earned is given back. Idempotent. Billets are locked.
 */
async function reverseContract(
  tx: Transaction,
  secrets: Secrets,
  contract: EndedContract,
  now: Date,
): Promise<void> {
  const { retailerId, transactionId } = contract
  const reference = `cancel:${transactionId}`
  const [booked, reversed, loan, releaseTax] = await Promise.all([
    findEntry(tx, secrets, nameContract(transactionId)),
    findEntry(tx, secrets, reference),
    lockLoan(tx, transactionId),
    findEntry(tx, secrets, nameReleaseIof(transactionId)),
  ])
  if (booked === undefined || reversed !== undefined || booked.retailerId !== retailerId) return
  if (loan === undefined) throw new Error(`contract ${transactionId} is booked without a loan`)
  const taxed = releaseTax && (await reverseReleaseTax(tx, secrets, releaseTax, now))
  const entries = await bookReversal(tx, secrets, { ...contract, booked, loan, reference }, now)
  if (contract.mayChargeCosts)
    await chargeCosts(tx, secrets, contract, taxed === undefined ? entries : [taxed, ...entries], now)
}

/** What the reversal took from the lender: income given back, and tax that is with the Treasury. */
async function chargeCosts(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, transactionId }: EndedContract,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  const iofCentavos = Math.max(
    0,
    sumPostings(entries, account => account === 'iof-recoverable'),
  )
  const interestCentavos = Math.max(
    0,
    sumPostings(entries, account => account === 'interest-income'),
  )
  if (iofCentavos + interestCentavos === 0) return
  if ((await findCostBearer(tx, secrets, retailerId)) === 'LENDER') return
  const costs = { retailerId, transactionId, iofCentavos, interestCentavos, decidedAt: now }
  postEntries(tx, secrets, [computeClawbackCostsEntry(costs)], now)
}

async function reverseReleaseTax(tx: Transaction, secrets: Secrets, borne: Entry, now: Date): Promise<Entry> {
  const chargedOn = findChargedOn(borne)
  const iofCharge = { chargedOn, isPaid: await isIofOrdered(tx, chargedOn) }
  const entry = computeReleaseIofReversedEntry(borne, { iofCharge, reversedAt: now })
  postEntries(tx, secrets, [entry], now)
  return entry
}

async function bookReversal(
  tx: Transaction,
  secrets: Secrets,
  ended: EndedContract & {
    readonly booked: Entry
    readonly loan: Loan
    readonly reference: string
  },
  now: Date,
): Promise<Entry[]> {
  const { booked, loan, reference, retailerId, transactionId } = ended
  const { isTransferred = false, isReplaced = false } = ended
  const iofChargedOn = findChargedOn(booked)
  const entry = computeContractReversedEntry({
    contract: booked,
    left: await reverseLoan(tx, secrets, loan, { reference, now }),
    isTransferred,
    isIofPaid: await isIofOrdered(tx, iofChargedOn),
    reference,
    occurredAt: now,
    iofChargedOn,
  })
  const { discountCentavos, premiumRefundCentavos } = await sumReductions(tx, secrets, transactionId)
  const isReduced = discountCentavos + premiumRefundCentavos > 0
  const reduced = { retailerId, transactionId, discountCentavos, premiumRefundCentavos, reversedAt: now }
  const entries = [entry, ...(isReduced ? [computeReductionsReversedEntry(reduced)] : [])]
  postEntries(tx, secrets, entries, now)
  if (!isReplaced) await reverseWaivers(tx, secrets, { retailerId, transactionId }, now)
  return entries
}
