import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { SuspenseResult } from '../../contract/suspense.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { findEntry, postEntries } from '../ledger/index.ts'
import { listRefundable, postWithRefunds } from '../refunds/index.ts'
import type { Billet } from './billets/billet.ts'
import { lockCredit } from './billets/billet-payments.ts'
import { type Credit, computeCharges, isPaidInFullBy, sumCredit } from './billets/credit.ts'
import {
  findEqualPayment,
  findReport,
  findTwinPayment,
  type ReportOfPayment,
} from './billets/store/bank-reports.ts'
import type { BilletRow } from './billets/store/billet-row.ts'
import { findBilletOfAny, listBillets, lockBillet } from './billets/store/billets.ts'
import {
  closeCase,
  findSuspendedPayment,
  lockCase,
  releaseCase,
  type SuspendedPayment,
  type SuspenseCase,
} from './billets/store/suspense-cases.ts'
import {
  computeCaseBorneEntry,
  computeCaseCreditEntries,
  computeCaseRefundEntry,
  nameCaseCredit,
  nameCaseRefund,
} from './case-entries.ts'
import { awaitCredit, bookCredit, findReceivingAccount, followCredit } from './credit-payment.ts'
import { computeSuspenseEntry } from './entries.ts'
import type { PaidContract } from './payoff/credit-payoff.ts'
import { waiveRests } from './waive-rests.ts'

/** A billet that the money may be meant for. */
interface CoveredBillet {
  readonly billet: Billet
  readonly orderId: string
  /** Includes the charges of the day on which the money arrived. */
  readonly dueCentavos: Centavos
  /** Open: money can be credited to it, or in part to older ones. */
  readonly isPayable: boolean
  readonly isCovered: boolean
  readonly isOfPaidPurchase: boolean
}

/** What can become of a payment. */
interface SuspenseOutlook {
  readonly payment: SuspendedPayment
  readonly isInSuspense: boolean
  /** Less than was paid where a part has made up for what the bank took back. */
  readonly usableCentavos: Centavos
  /** The bank has taken it back, and it was not paid again. */
  readonly isMissing: boolean
  /** The first report of what may be the same payment. */
  readonly equalTo: ReportOfPayment | undefined
  readonly billets: readonly CoveredBillet[]
}

/**
 * A suspended payment; undefined where there is none. `seek` gives the purchase whose billets the money may be meant for.
 */
export async function readSuspendedPayment(
  app: App,
  caseId: string,
  seek: (payment: SuspendedPayment) => Promise<PaidContract>,
): Promise<SuspenseOutlook | undefined> {
  const { database, secrets } = app
  const payment = isId(caseId) ? await findSuspendedPayment(database, secrets, caseId) : undefined
  if (payment === undefined) return undefined
  const sought = await seek(payment)
  const [waitingCentavos, missingCentavos, equalTo] = await Promise.all([
    payment.isHeld ? 0 : sumWaiting(database, secrets, payment),
    sumMissing(database, secrets, payment),
    payment.reason === 'SUSPECTED_DUPLICATE' ? findFirstReport(app, payment) : undefined,
  ])
  const isInSuspense = waitingCentavos > 0 && payment.isOpen
  const usableCentavos = isInSuspense ? waitingCentavos : payment.amountCentavos
  const usable = { ...payment, amountCentavos: usableCentavos }
  const billets = sought === undefined ? [] : await listCovered(app, sought, usable)
  const isMissing = missingCentavos > 0 && payment.isOpen
  return { payment, isInSuspense, usableCentavos, isMissing, equalTo, billets }
}

async function listCovered(
  { database, secrets }: App,
  purchase: NonNullable<PaidContract>,
  payment: SuspendedPayment,
): Promise<CoveredBillet[]> {
  const billets = await listBillets(database, secrets, purchase.retailerId, purchase.id)
  return billets.map(billet => ({
    billet,
    orderId: purchase.orderId,
    dueCentavos: computeCharges(billet, payment.paidOn).totalCentavos,
    isPayable: canBeCredited(billet, purchase),
    isCovered: isPaidInFullBy(billet, payment),
    isOfPaidPurchase: purchase.id === payment.transactionId,
  }))
}

/** The earlier report of the same payment, in a file or over the other rail. */
async function findFirstReport(
  { database }: App,
  payment: SuspendedPayment,
): Promise<ReportOfPayment | undefined> {
  const equalTo = await findEqualPayment(database, { ...payment, reference: payment.reportReference })
  const reference =
    equalTo ??
    (payment.billetId === null ? undefined : await findTwinPayment(database, payment.billetId, payment))
  return reference === undefined ? undefined : findReport(database, reference)
}

interface Prepared {
  readonly payment: SuspendedPayment
  /** The purchase that the money belongs to, or whose billet it pays. */
  readonly purchase: PaidContract
  /** One person alone could pay their own debt with the money of strangers. */
  readonly isToOtherPurchase: boolean
  /** It may be the same as another payment, and is not booked. */
  readonly isHeld: boolean
  /** What the decision is about. */
  readonly amountCentavos: Centavos
  readonly apply: () => Promise<unknown>
}

/** Locks everything that the resolution touches and determines its effect. Nothing is written before `apply`. */
export async function prepareResolution(
  app: App,
  tx: Transaction,
  caseId: string,
  { result, target }: { readonly result: SuspenseResult; readonly target: string | undefined },
): Promise<Prepared> {
  const { secrets } = app
  const payment = await findSuspendedPayment(tx, secrets, caseId)
  if (payment === undefined) throw new RequestError('desk_not_found')
  const named = target === undefined ? undefined : await findBilletOfAny(tx, secrets, { id: target })
  if (target !== undefined && named === undefined)
    throw invalidParameter('billetId', 'is not one of our billets')
  const purchases = await lockPurchases(app, tx, [payment.transactionId, named?.transactionId])
  const locked = await lockCase(tx, secrets, payment.id)
  // A part of the money may have been given back by the bank since the case was read.
  if (locked?.amountCentavos !== payment.amountCentavos) throw new RequestError('desk_case_changed')
  const { state } = locked
  const own = purchases.get(payment.transactionId ?? '')
  const isHeld = state === 'held'
  const { amountCentavos } = payment
  const ofOwn = { payment, purchase: own, isToOtherPurchase: false, isHeld, amountCentavos }
  if (result === 'KEEP') return { ...ofOwn, apply: async () => {} }
  // Two payments after all: it is booked, and goes where it belongs, by one decision.
  const isSecond = isHeld && (result === 'REFUND' || result === 'CREDIT')
  if (isHeld && !isSecond) return { ...ofOwn, apply: prepareHeld(app, tx, { payment, locked }, result) }
  if (result === 'DUPLICATE' || result === 'RELEASE')
    throw refuse('The payment is not held as a suspected duplicate, or no longer')
  const missingCentavos = await sumMissing(tx, secrets, payment)
  if (result === 'BEAR') {
    if (missingCentavos === 0) throw refuse('What the bank took back has already been made up for')
    const apply = async () => bear(app, tx, { payment, locked }, missingCentavos)
    return { ...ofOwn, amountCentavos: missingCentavos, apply }
  }
  const waitingCentavos = await sumWaiting(tx, secrets, payment)
  const isInSuspense = isSecond || waitingCentavos > 0
  if (result === 'CLOSE') {
    if (missingCentavos > 0)
      throw refuse(
        'The bank took the money back. The case closes when the customer has paid again, or when two people let the lender bear it',
      )
    if (isInSuspense) throw refuse('The money still waits in suspense: credit it or give it back')
    return { ...ofOwn, apply: async () => closeCase(tx, secrets, locked) }
  }
  if (!isInSuspense)
    throw refuse(
      'The money has left suspense already: a cancellation made it a refund, or it made up for what the bank took back',
    )
  // The rest has made up for what the bank took back.
  const waiting = { ...payment, amountCentavos: waitingCentavos }
  const release = async () => {
    const isReleased = !isSecond || (await releaseSecond(app, tx, { payment, locked }))
    return isReleased ? { payment: waiting, locked: { ...locked, state: 'open' as const } } : undefined
  }
  if (named === undefined)
    return {
      ...ofOwn,
      amountCentavos: waitingCentavos,
      apply: async () => {
        const open = await release()
        if (open !== undefined) await refund(app, tx, open)
      },
    }
  const billet = await lockBillet(tx, secrets, named.id)
  const purchase = purchases.get(named.transactionId)
  if (billet === undefined || purchase === undefined || !canBeCredited(billet, purchase))
    throw refuse('The billet is not open: it is paid, canceled or of a purchase that ended')
  const computed = await waiveRests(tx, secrets, billet, await lockCredit(tx, secrets, billet, waiting))
  // Money for an unknown billet was paid for no known purchase, so every purchase is another one.
  const isToOtherPurchase = payment.transactionId !== billet.transactionId
  return {
    payment,
    purchase,
    isToOtherPurchase,
    isHeld,
    amountCentavos: waitingCentavos,
    apply: async () => {
      const open = await release()
      if (open !== undefined) await credit(app, tx, open, billet, computed)
    },
  }
}

/**
 * Books a second payment, so that it can be used. False where its purchase has ended: then it is a refund already, and
 * the case is closed.
 */
async function releaseSecond(
  app: App,
  tx: Transaction,
  { payment, locked }: LockedPayment,
): Promise<boolean> {
  await releaseHeld(app, tx, payment, locked)
  if ((await sumWaiting(tx, app.secrets, { ...payment, isHeld: false })) > 0) return true
  closeCase(tx, app.secrets, { ...locked, state: 'open' })
  return false
}

interface LockedPayment {
  readonly payment: SuspendedPayment
  readonly locked: SuspenseCase
}

/** What is not booked cannot be closed as money that has left. */
function prepareHeld(
  app: App,
  tx: Transaction,
  { payment, locked }: LockedPayment,
  result: SuspenseResult,
): () => Promise<unknown> {
  if (result === 'DUPLICATE') return async () => closeCase(tx, app.secrets, locked)
  if (result === 'RELEASE') return () => releaseHeld(app, tx, payment, locked)
  throw refuse('The bank may have reported this payment twice: close it as a duplicate, or say where it goes')
}

const refuse = (message: string): RequestError => new RequestError('desk_resolution_refused', { message })

/** Sorted by id, so that two operators who lock the same pair cannot deadlock. */
async function lockPurchases(
  { secrets, reactions }: App,
  tx: Transaction,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, PaidContract>> {
  const locked = new Map<string, PaidContract>()
  for (const id of [...new Set(ids.filter(each => typeof each === 'string'))].sort()) {
    const purchase = await reactions.lockContract(tx, secrets, id)
    if (purchase !== undefined) locked.set(id, purchase)
  }
  return locked
}

/**
 * What can be used of a payment. A cancellation refunds everything that was suspended for its purchase, whatever the
 * cases say, and a payment makes up for what the bank took back before it is used otherwise.
 */
async function sumWaiting(
  db: Queryable,
  secrets: Secrets,
  { id, transactionId, amountCentavos, isOpen, isHeld, reason }: SuspendedPayment,
): Promise<Centavos> {
  // Money that the bank has taken back is missing: it cannot be refunded.
  if (reason === 'RETURNED') return 0
  if (transactionId === null) {
    const used = await Promise.all(
      [nameCaseCredit(id), nameCaseRefund(id)].map(reference => findEntry(db, secrets, reference)),
    )
    return isOpen && used.every(entry => entry === undefined) ? amountCentavos : 0
  }
  const booked = (await listRefundable(db, secrets, transactionId)).get('suspense') ?? 0
  const waiting = booked + (isHeld ? amountCentavos : 0)
  return Math.min(amountCentavos, Math.max(0, waiting))
}

/** What the bank has taken back of a payment that was credited, and that nothing has made up for since. */
async function sumMissing(
  db: Queryable,
  secrets: Secrets,
  { transactionId, amountCentavos, reason, reportReference }: SuspendedPayment,
): Promise<Centavos> {
  if (reason !== 'RETURNED') return 0
  if (transactionId === null) {
    // Money of an unknown payer waited in suspense, unless people had given it back before.
    const { fromSuspenseCentavos } = (await findEntry(db, secrets, reportReference))?.memo ?? {}
    return amountCentavos - Number(fromSuspenseCentavos ?? amountCentavos)
  }
  const waiting = (await listRefundable(db, secrets, transactionId)).get('suspense') ?? 0
  return Math.min(amountCentavos, Math.max(0, -waiting))
}

function canBeCredited(
  { kind, paymentStatus, canceledAt }: Pick<Billet | BilletRow, 'kind' | 'paymentStatus' | 'canceledAt'>,
  { status }: { readonly status: string },
): boolean {
  const isOpen = paymentStatus === 'PENDING' && !canceledAt
  // A settlement stands for no debt of its own.
  return isOpen && kind !== 'settlement' && status === (kind === 'down-payment' ? 'PENDING' : 'OPEN')
}

const ownerOf = ({ retailerId, transactionId }: SuspendedPayment) =>
  retailerId === null || transactionId === null ? undefined : { retailerId, transactionId }

async function refund(
  { secrets, clock }: App,
  tx: Transaction,
  { payment, locked }: LockedPayment,
): Promise<void> {
  const now = clock.now()
  const { id: caseId, amountCentavos } = payment
  const entry = computeCaseRefundEntry({ caseId, owner: ownerOf(payment), amountCentavos, decidedAt: now })
  postWithRefunds(tx, secrets, [entry], now)
  closeCase(tx, secrets, locked)
}

async function bear(
  { secrets, clock }: App,
  tx: Transaction,
  { payment, locked }: LockedPayment,
  amountCentavos: Centavos,
): Promise<void> {
  const now = clock.now()
  const borne = { caseId: payment.id, owner: ownerOf(payment), amountCentavos, decidedAt: now }
  postEntries(tx, secrets, [computeCaseBorneEntry(borne)], now)
  closeCase(tx, secrets, locked)
}

async function credit(
  app: App,
  tx: Transaction,
  { payment, locked }: LockedPayment,
  billet: BilletRow,
  computed: Credit,
): Promise<void> {
  const { secrets } = app
  const now = app.clock.now()
  const { id: caseId, amountCentavos, reportReference: reference, paidOn } = payment
  const { fineCentavos, interestCentavos } = sumCredit(computed)
  const applied = {
    credit: computed,
    reference: nameCaseCredit(caseId),
    reportReference: reference,
    paidOn,
    paidAt: noonOf(paidOn),
    // The bank has settled the title that the money came for.
    settles: payment.billetId ?? undefined,
  }
  const entries = computeCaseCreditEntries({
    caseId,
    owner: ownerOf(payment),
    amountCentavos,
    decidedAt: now,
    billet,
    fineCentavos,
    interestCentavos,
    excessCentavos: computed.excessCentavos,
  })
  const day = calendarDateAt(now)
  await bookCredit(app, tx, { billet, applied, entries, reference: applied.reference, day })
  closeCase(tx, secrets, locked)
  const purchase = await app.reactions.lockContract(tx, secrets, billet.transactionId)
  await followCredit(app, tx, purchase, { billet, reference, credit: computed, paidOn })
}

/**
 * Books a suspected duplicate as money in suspense, because two people have seen a second receipt in the bank's
 * statement. What becomes of it is another decision. The purchase and the case are locked.
 */
async function releaseHeld(
  app: App,
  tx: Transaction,
  payment: SuspendedPayment,
  locked: SuspenseCase,
): Promise<void> {
  const { secrets, clock } = app
  const { bank, method, paidOn } = payment
  const { id: caseId, reportReference: reference, billetId, amountCentavos, reason } = locked
  const billet = billetId === null ? undefined : await lockBillet(tx, secrets, billetId)
  const paidAt = noonOf(paidOn)
  const receivedIn = await findReceivingAccount(tx, { bank, method }, billet)
  const received = { reference, receivedIn, amountCentavos, receivedAt: paidAt }
  awaitCredit(tx, received)
  releaseCase(tx, secrets, locked)
  postEntries(tx, secrets, [computeSuspenseEntry({ ...received, billet, caseId, reason })], clock.now())
  if (billet === undefined) return
  const purchase = await app.reactions.lockContract(tx, secrets, billet.transactionId)
  await app.reactions.paymentSuspended(app, tx, purchase, reference)
}
