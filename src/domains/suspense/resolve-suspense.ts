import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { SuspenseResult } from '../../contract/suspense.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type Decision, decideAtDesk } from '../desk/index.ts'
import { findEntry, postEntries } from '../ledger/index.ts'
import type { Operator } from '../operators/index.ts'
import { lockPurchase, type Purchase } from '../purchases/index.ts'
import {
  awaitCredit,
  type BilletRow,
  bookCredit,
  type Credit,
  closeCase,
  computeSuspenseEntry,
  findBilletOfAny,
  findReceivingAccount,
  findSuspendedPayment,
  lockBillet,
  lockCase,
  lockCredit,
  releaseCase,
  type SuspendedPayment,
  type SuspenseCase,
  sumCredit,
} from '../receivables/index.ts'
import { listRefundable, postWithRefunds } from '../refunds/index.ts'
import { applyPayment, refundSuspendedPayment } from '../servicing/index.ts'
import {
  computeCaseCreditEntries,
  computeCaseRefundEntry,
  nameCaseCredit,
  nameCaseRefund,
} from './entries.ts'

export interface SuspenseDecision {
  readonly caseId: string
  readonly result: SuspenseResult
  readonly billetId: string | undefined
  readonly reason: string
}

const MOVES_MONEY: readonly SuspenseResult[] = ['CREDIT', 'REFUND']
/** A suspended payment changes only in its amount, which is compared. */
const VERSION = 0

/**
 * Resolves money that could not be assigned. Operators never enter amounts: the received amount is credited, refunded
 * or kept.
 */
export async function resolveSuspense(
  app: App,
  operator: Operator,
  wanted: SuspenseDecision,
): Promise<Decision> {
  const { caseId, result, billetId, reason } = wanted
  if (result === 'CREDIT' && billetId === undefined)
    throw invalidParameter('billetId', 'must name the billet to credit')
  const payment = await findSuspendedPayment(app.database, app.secrets, caseId)
  if (payment === undefined) throw new RequestError('desk_not_found')
  const target = result === 'CREDIT' ? billetId : undefined
  return decideAtDesk(app, operator, async tx => {
    const { apply, purchase, isToOtherPurchase } = await prepareResolution(app, tx, payment, {
      result,
      target,
    })
    return {
      subject: { kind: 'suspense', id: caseId },
      version: VERSION,
      purchase,
      result,
      target,
      reason,
      amountCentavos: payment.amountCentavos,
      needsFourEyes: MOVES_MONEY.includes(result),
      alwaysFourEyes: result === 'RELEASE' ? 'SUSPECTED_DUPLICATE' : undefined,
      moves: MOVES_MONEY.includes(result) ? { isToOtherPurchase } : undefined,
      audit: {
        decided: 'suspense.resolve',
        proposed: 'suspense.propose',
        details: { ...(target && { billetId: target }) },
      },
      apply,
    }
  })
}

/** The effect of an approved proposal; undefined when it is no longer possible. */
export async function lockProposedResolution(
  app: App,
  tx: Transaction,
  { subject, result, target, amountCentavos }: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const payment = await findSuspendedPayment(tx, app.secrets, subject.id)
  if (payment?.amountCentavos !== amountCentavos) return undefined
  try {
    const wanted = { result: result as SuspenseResult, target }
    return (await prepareResolution(app, tx, payment, wanted)).apply
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

interface Prepared {
  /** The purchase that the money belongs to, or whose billet it pays. */
  readonly purchase: Purchase | undefined
  /** One person alone could pay their own debt with the money of strangers. */
  readonly isToOtherPurchase: boolean
  readonly apply: () => Promise<unknown>
}

/** Locks everything that the resolution touches and determines its effect. Nothing is written before `apply`. */
async function prepareResolution(
  app: App,
  tx: Transaction,
  payment: SuspendedPayment,
  { result, target }: { readonly result: SuspenseResult; readonly target: string | undefined },
): Promise<Prepared> {
  const { secrets } = app
  const named = target === undefined ? undefined : await findBilletOfAny(tx, secrets, { id: target })
  if (target !== undefined && named === undefined)
    throw invalidParameter('billetId', 'is not one of our billets')
  const purchases = await lockPurchases(app, tx, [payment.transactionId, named?.transactionId])
  const locked = await lockCase(tx, secrets, payment.id)
  // A part of the money may have been given back by the bank since the case was read.
  if (locked?.amountCentavos !== payment.amountCentavos) throw new RequestError('desk_case_changed')
  const { state } = locked
  const own = purchases.get(payment.transactionId ?? '')
  const ofOwn = { purchase: own, isToOtherPurchase: false }
  if (result === 'KEEP') return { ...ofOwn, apply: async () => {} }
  if (state === 'held') return { ...ofOwn, apply: prepareHeld(app, tx, { payment, locked }, result) }
  if (result === 'DUPLICATE' || result === 'RELEASE')
    throw refuse('The payment is not held as a suspected duplicate, or no longer')
  const isInSuspense = await isMoneyInSuspense(tx, secrets, { ...payment, isHeld: false })
  if (result === 'CLOSE') {
    if (isInSuspense) throw refuse('The money still waits in suspense: credit it or give it back')
    return { ...ofOwn, apply: async () => closeCase(tx, secrets, locked) }
  }
  if (!isInSuspense) throw refuse('The money has left suspense already: a cancellation made it a refund')
  if (named === undefined) return { ...ofOwn, apply: () => refund(app, tx, { payment, locked }) }
  const billet = await lockBillet(tx, secrets, named.id)
  const purchase = purchases.get(named.transactionId)
  if (billet === undefined || purchase === undefined || !canBeCredited(billet, purchase))
    throw refuse('The billet is not open: it is paid, canceled or of a purchase that ended')
  const computed = await lockCredit(tx, secrets, billet, payment)
  // Money for an unknown billet was paid for no known purchase, so every purchase is another one.
  const isToOtherPurchase = payment.transactionId !== billet.transactionId
  return {
    purchase,
    isToOtherPurchase,
    apply: () => credit(app, tx, { payment, locked }, billet, computed),
  }
}

interface LockedPayment {
  readonly payment: SuspendedPayment
  readonly locked: SuspenseCase
}

/** What is not booked cannot be credited or refunded. */
function prepareHeld(
  app: App,
  tx: Transaction,
  { payment, locked }: LockedPayment,
  result: SuspenseResult,
): () => Promise<unknown> {
  if (result === 'DUPLICATE') return async () => closeCase(tx, app.secrets, locked)
  if (result === 'RELEASE') return () => releaseHeld(app, tx, payment, locked)
  throw refuse('The bank may have reported this payment twice: close it as a duplicate, or release it')
}

const refuse = (message: string): RequestError => new RequestError('desk_resolution_refused', { message })

/** Sorted by id, so that two operators who lock the same pair cannot deadlock. */
async function lockPurchases(
  { secrets }: App,
  tx: Transaction,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, Purchase>> {
  const locked = new Map<string, Purchase>()
  for (const id of [...new Set(ids.filter(each => typeof each === 'string'))].sort()) {
    const purchase = await lockPurchase(tx, secrets, id)
    if (purchase !== undefined) locked.set(id, purchase)
  }
  return locked
}

/** A cancellation refunds everything that was suspended for its purchase, whatever the cases say. */
export async function isMoneyInSuspense(
  db: Queryable,
  secrets: Secrets,
  { id, transactionId, amountCentavos, isOpen, isHeld, reason }: SuspendedPayment,
): Promise<boolean> {
  // Money that the bank has taken back is missing: it cannot be refunded.
  if (isHeld || reason === 'RETURNED') return false
  if (transactionId === null) {
    const used = await Promise.all(
      [nameCaseCredit(id), nameCaseRefund(id)].map(reference => findEntry(db, secrets, reference)),
    )
    return isOpen && used.every(entry => entry === undefined)
  }
  return ((await listRefundable(db, secrets, transactionId)).get('suspense') ?? 0) >= amountCentavos
}

export function canBeCredited(
  { kind, paymentStatus, canceledAt }: Pick<BilletRow, 'kind' | 'paymentStatus' | 'canceledAt'>,
  { status }: Pick<Purchase, 'status'>,
): boolean {
  const isOpen = paymentStatus === 'PENDING' && canceledAt === null
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
  const purchase = await lockPurchase(tx, secrets, billet.transactionId)
  await applyPayment(app, tx, purchase, { billet, reference, credit: computed, paidOn })
}

/**
 * Books a suspected duplicate as money in suspense, because two people have seen a second receipt in the bank's
 * statement. What becomes of it is another decision. The purchase and the case are locked.
 */
export async function releaseHeld(
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
  const purchase = await lockPurchase(tx, secrets, billet.transactionId)
  await refundSuspendedPayment(app, tx, purchase, reference)
}
