import type { App } from '../../app/app.ts'
import type { SuspenseReason } from '../../contract/suspense.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Remember, Transaction } from '../../platform/db/database.ts'
import {
  type AccountName,
  type AccruedLoan,
  accountOf,
  bookAccruals,
  computePaymentEntry,
  computeSuspenseEntry,
  type Entry,
  namePayment,
  postEntries,
  turnIntoRecovery,
} from '../books/index.ts'
import type { FollowedPurchase } from '../servicing/index.ts'
import { accruePayment } from './accrue-payment.ts'
import { listAccountIdsAt } from './billets/accounts.ts'
import { findContractOf } from './billets/belonging.ts'
import type { BankNotice } from './billets/billet.ts'
import { type AppliedCredit, applyCredits, lockCredit, lockOpenBillets } from './billets/billet-payments.ts'
import type { BilletRow } from './billets/billet-row.ts'
import { findEqualPayment, findTwinPayment, insertNotice, lockContent } from './billets/notices.ts'
import { answerOrder } from './billets/order-answers.ts'
import { findRefusal, parsePayment, type Refusal, sumCredit } from './billets/settlement.ts'
import { lockBilletByOurNumber, lockBilletByTxid, lockLivingBillet } from './billets/store.ts'
import { openCase } from './billets/suspense-cases.ts'
import { findTxid } from './billets/txid.ts'
import { awaitCredit } from './credit-clearing.ts'
import {
  composeSettlementEntry,
  lockSettlementCredit,
  lockSettlementRefusal,
} from './payoff/credit-settlement.ts'
import { endPaidCharges } from './pix/charge-store.ts'
import { postWithRefunds } from './refunds/post-refunds.ts'

export interface SettledNotice {
  /**
   * credited: the billet is paid; partial: it or older ones are paid in part; suspense: a case was opened; held: a case
   * was opened for a suspected duplicate, and nothing was booked; noted: no payment involved; repeated: known before.
   */
  readonly outcome: 'credited' | 'partial' | 'suspense' | 'held' | 'noted' | 'repeated'
  readonly billetId?: string
  readonly caseId?: string
  readonly reason?: SuspenseReason
  /** Owed back because it was paid beyond the amount due. */
  readonly excessCentavos?: Centavos
}

export interface NoticeToSettle {
  readonly notice: BankNotice
  readonly remember?: Remember<SettledNotice> | undefined
}

/** Books one bank notice exactly once: all of its effects commit together with its reference. */
export async function settleNotice(
  app: App,
  notice: BankNotice,
  remember?: Remember<SettledNotice>,
): Promise<SettledNotice> {
  const { secrets } = app
  return app.database.transaction(async tx => {
    const contractId = await findPaidContract(tx, notice)
    const { booking, finish } = await prepareNotice(app, tx, { notice, remember }, contractId)
    if (booking !== undefined) bookPayments(tx, secrets, [booking], app.clock.now())
    return finish()
  })
}

/** The contract that a payment is for; undefined for any other notice. */
export async function findPaidContract(db: Queryable, notice: BankNotice): Promise<string | undefined> {
  return parsePayment(notice) && findContractOf(db, notice)
}

/** What a credited payment writes. */
export interface Booking {
  readonly applied: AppliedCredit
  readonly entry: Entry
  readonly accrued: AccruedLoan | undefined
  /** Of the charge at the PSP that was paid. */
  readonly txid: string | undefined
}

/** A notice whose rows are locked. First `booking` has to be written, for several notices at once, then `finish` called. */
export interface PreparedNotice {
  readonly booking: Booking | undefined
  readonly finish: () => Promise<SettledNotice>
}

/** The bookings are of different contracts. */
export function bookPayments(
  tx: Transaction,
  secrets: Secrets,
  bookings: readonly Booking[],
  now: Date,
): void {
  if (bookings.length === 0) return
  endPaidCharges(
    tx,
    bookings.flatMap(({ txid }) => txid ?? []),
  )
  applyCredits(
    tx,
    secrets,
    bookings.map(({ applied }) => applied),
    now,
  )
  postWithRefunds(
    tx,
    secrets,
    bookings.map(({ entry }) => entry),
    now,
  )
  bookAccruals(
    tx,
    secrets,
    bookings.flatMap(({ accrued }) => accrued ?? []),
    now,
  )
}

/** `contractId` is from `findPaidContract`. */
export async function prepareNotice(
  app: App,
  tx: Transaction,
  { notice, remember }: NoticeToSettle,
  contractId: string | undefined,
): Promise<PreparedNotice> {
  const { booking, finish } = await prepare(app, tx, notice, contractId)
  return {
    booking,
    async finish() {
      const settled = await finish()
      await remember?.(tx, settled)
      return settled
    },
  }
}

const NO_CONTRACT = { purchase: undefined, follow: undefined } as const

const finished = (settled: SettledNotice): PreparedNotice => ({
  booking: undefined,
  finish: async () => settled,
})

async function prepare(
  app: App,
  tx: Transaction,
  notice: BankNotice,
  contractId: string | undefined,
): Promise<PreparedNotice> {
  const { secrets } = app
  const payment = parsePayment(notice)
  const now = app.clock.now()
  const { follow, purchase } =
    contractId === undefined ? NO_CONTRACT : await lockContract(app, tx, contractId)
  if (payment !== undefined) lockContent(tx, notice)
  const [isNew, title, equalTo] = await Promise.all([
    insertNotice(tx, notice, now),
    lockBillet(tx, secrets, notice),
    payment && findEqualPayment(tx, { ...notice, ...payment }),
  ])
  if (!isNew) return finished({ outcome: 'repeated' })
  if (title !== undefined) await answerOrder(tx, title, notice, now)
  // Money for a billet that was replaced pays the one in its place: it is the same debt.
  const isReplaced = payment !== undefined && title !== undefined && title.canceledAt !== null
  const billet = isReplaced ? await lockLivingBillet(tx, secrets, title.id) : title
  const about = billet === undefined ? {} : { billetId: billet.id }
  if (payment === undefined) return finished({ outcome: 'noted', ...about })
  const asked = billet?.kind === 'settlement' ? { billet, purchase, payment } : undefined
  const refusal =
    asked === undefined ? findRefusal(billet, payment) : await lockSettlementRefusal(tx, secrets, asked)
  const openedFor = (reason: SuspenseReason, expectedCentavos: Centavos | null): string =>
    openCase(tx, secrets, {
      noticeReference: notice.reference,
      billetId: billet?.id ?? null,
      reason,
      amountCentavos: payment.amountCentavos,
      expectedCentavos,
      openedAt: now,
    })
  // Money that did not come must not be in the books, so a suspected duplicate is booked when it is released.
  if (equalTo !== undefined || (await isToldByOtherRail(tx, billet, notice, refusal))) {
    const reason = 'SUSPECTED_DUPLICATE'
    endPaidCharges(tx, listPaidCharges(notice))
    const expectedCentavos = refusal === undefined ? payment.amountCentavos : refusal.expectedCentavos
    return finished({ outcome: 'held', ...about, caseId: openedFor(reason, expectedCentavos), reason })
  }
  const paidAt = noonOf(payment.paidOn)
  const received = {
    reference: notice.reference,
    receivedIn: await findReceivingAccount(tx, notice, billet),
    amountCentavos: payment.amountCentavos,
    receivedAt: paidAt,
  }
  awaitCredit(tx, received)
  // Without a follower, these statements travel with the COMMIT.
  if (refusal !== undefined || billet === undefined) {
    const { reason, expectedCentavos } = refusal ?? { reason: 'UNKNOWN_BILLET', expectedCentavos: null }
    const caseId = openedFor(reason, expectedCentavos)
    postEntries(tx, secrets, [computeSuspenseEntry({ ...received, billet, caseId, reason })], now)
    endPaidCharges(tx, listPaidCharges(notice))
    if (billet !== undefined) await follow?.({ outcome: 'suspense', billet, reference: notice.reference })
    return finished({ outcome: 'suspense', ...about, caseId, reason })
  }
  const settled =
    asked && (await lockSettlementCredit(tx, secrets, { ...asked, reference: notice.reference }))
  const credit = settled?.credit ?? (await lockCredit(tx, secrets, billet, payment))
  const { excessCentavos } = credit
  const applied = {
    credit,
    reference: namePayment(notice.reference),
    noticeReference: notice.reference,
    paidOn: payment.paidOn,
    paidAt,
    // After a Pix the bank would go on taking payments by the line.
    settles: notice.method === 'PIX' ? undefined : title?.id,
    fulfils: settled !== undefined && billet.canceledAt === null ? billet : undefined,
  }
  const { fineCentavos, interestCentavos } = sumCredit(credit)
  const charges = { fineCentavos, interestCentavos, excessCentavos }
  const entry =
    settled === undefined
      ? computePaymentEntry({ ...received, billet, ...charges })
      : composeSettlementEntry(billet, settled, received)
  const paid = { billet, credit, reference: entry.reference, day: payment.paidOn }
  const accrued = await accruePayment(tx, paid)
  const booked =
    typeof accrued?.loan.writtenOffOn !== 'string'
      ? entry
      : turnIntoRecovery(entry, billet.transactionId, sumCredit(credit).faceCentavos)
  return {
    booking: { applied, entry: booked, accrued, txid: listPaidCharges(notice)[0] },
    async finish() {
      const { paidOn } = payment
      await follow?.({ outcome: 'credited', billet, reference: notice.reference, credit, paidOn })
      const isPaid =
        settled !== undefined ||
        credit.allocations.some(({ billet: { id }, left }) => id === billet.id && left === undefined)
      return {
        outcome: isPaid ? 'credited' : 'partial',
        ...about,
        ...(excessCentavos > 0 && { excessCentavos }),
      }
    },
  }
}

/** A static code of a down payment pays it as well as its charge does, which then has to be removed. */
function listPaidCharges(notice: BankNotice): string[] {
  const txid = findTxid(notice)
  return notice.method === 'PIX' && txid !== undefined && !isId(txid) ? [txid] : []
}

/** The PSP and the bank's return file may both tell of the Pix that settled a title. */
async function isToldByOtherRail(
  tx: Transaction,
  billet: BilletRow | undefined,
  notice: BankNotice,
  refusal: Refusal | undefined,
): Promise<boolean> {
  if (billet === undefined || refusal?.reason !== 'ALREADY_PAID') return false
  return (await findTwinPayment(tx, billet.id, notice)) !== undefined
}

/**
 * Everything that changes a purchase locks it before its billets; the reverse order could deadlock with a cancellation.
 */
async function lockContract(
  { secrets, followPayment }: App,
  tx: Transaction,
  transactionId: string,
): Promise<FollowedPurchase | typeof NO_CONTRACT> {
  if (followPayment !== undefined) return followPayment(tx, transactionId)
  // A part payment may pay any open billet of the contract: without a purchase to lock, they are locked in one order.
  await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' })
  return NO_CONTRACT
}

function lockBillet(tx: Transaction, secrets: Secrets, notice: BankNotice): Promise<BilletRow | undefined> {
  const txid = findTxid(notice)
  if (txid !== undefined) return lockBilletByTxid(tx, secrets, txid)
  const { bank, ourNumber } = notice
  return ourNumber === undefined
    ? Promise.resolve(undefined)
    : lockBilletByOurNumber(tx, secrets, bank, ourNumber)
}

/**
 * Pix is on the account at once. A billet's payment is told first and credited on a later day; until then it waits on
 * the clearing account.
 */
export async function findReceivingAccount(
  tx: Transaction,
  { bank, method }: Pick<BankNotice, 'bank' | 'method'>,
  billet: BilletRow | undefined,
): Promise<AccountName> {
  const [only, ...others] = billet === undefined ? await listAccountIdsAt(tx, bank) : [billet.accountId]
  if (only === undefined || others.length > 0) return accountOf.unidentifiedBank(bank)
  if (method === 'PIX') return accountOf.bank(only)
  return accountOf.clearing(only)
}
