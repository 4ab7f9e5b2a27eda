import type { SuspenseReason } from '../../contract/suspense.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import {
  answerOrder,
  type BankNotice,
  type BilletRow,
  computeSettlement,
  findContractOf,
  findEqualPayment,
  findTwinPayment,
  findTxid,
  insertNotice,
  listAccountIdsAt,
  lockBilletByOurNumber,
  lockBilletByTxid,
  lockContent,
  markPaid,
  openCase,
  parsePayment,
  placeOrders,
  type Settlement,
} from '../../modules/billets/index.ts'
import {
  type AccountName,
  accountOf,
  computePaymentEntry,
  computeSuspenseEntry,
  postEntries,
} from '../../modules/ledger/index.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/db/remember.ts'
import type { FollowPayment } from './follow-payment.ts'

export interface SettleContext {
  readonly database: Database
  readonly clock: Clock
  /** Applies a payment beyond its billet and the books. */
  readonly followPayment?: FollowPayment | undefined
}

export interface SettledNotice {
  /**
   * credited: the billet is paid; suspense: a case was opened; held: a case was opened for a suspected duplicate, and
   * nothing was booked; noted: no payment involved; repeated: known before.
   */
  readonly outcome: 'credited' | 'suspense' | 'held' | 'noted' | 'repeated'
  readonly billetId?: string
  readonly caseId?: string
  readonly reason?: SuspenseReason
}

/** Books one bank notice exactly once: all of its effects commit together with its reference. */
export async function settleNotice(
  context: SettleContext,
  notice: BankNotice,
  remember?: Remember<SettledNotice>,
): Promise<SettledNotice> {
  return context.database.transaction(async tx => {
    const settled = await settleIn(context, tx, notice)
    await remember?.(tx, settled)
    return settled
  })
}

async function settleIn(context: SettleContext, tx: Transaction, notice: BankNotice): Promise<SettledNotice> {
  const payment = parsePayment(notice)
  const now = context.clock.now()
  const follow = payment && (await followBillet(context, tx, notice))
  if (payment !== undefined) lockContent(tx, notice)
  const [isNew, billet, equalTo] = await Promise.all([
    insertNotice(tx, notice, now),
    lockBillet(tx, notice),
    payment && findEqualPayment(tx, { ...notice, ...payment }),
  ])
  if (!isNew) return { outcome: 'repeated' }
  const about = billet === undefined ? {} : { billetId: billet.id }
  if (billet !== undefined) await answerOrder(tx, billet, notice, now)
  if (payment === undefined) return { outcome: 'noted', ...about }
  const settlement = computeSettlement(billet, payment)
  const openedFor = (reason: SuspenseReason, expectedCentavos: Centavos | null): string =>
    openCase(tx, {
      noticeReference: notice.reference,
      billetId: billet?.id ?? null,
      reason,
      amountCentavos: payment.amountCentavos,
      expectedCentavos,
      openedAt: now,
    })
  // Money that did not come must not be in the books, so a suspected duplicate is booked when it is released.
  if (equalTo !== undefined || (await isToldByOtherRail(tx, billet, notice, settlement))) {
    const reason = 'SUSPECTED_DUPLICATE'
    const caseId = openedFor(
      reason,
      settlement.credited ? payment.amountCentavos : settlement.expectedCentavos,
    )
    return { outcome: 'held', ...about, caseId, reason }
  }
  const paidAt = noonOf(payment.paidOn)
  const received = {
    reference: notice.reference,
    receivedIn: await findReceivingAccount(tx, notice.bank, billet),
    amountCentavos: payment.amountCentavos,
    receivedAt: paidAt,
  }
  // Without a follower, these statements travel with the COMMIT.
  if (billet !== undefined && settlement.credited) {
    const { fineCentavos, interestCentavos } = settlement
    markPaid(tx, billet.id, { paidAt, reference: notice.reference })
    postEntries(tx, [computePaymentEntry({ ...received, billet, fineCentavos, interestCentavos })], now)
    // The bank would go on taking payments by the line.
    if (notice.method === 'PIX') placeOrders(tx, 'write-off', [billet], now)
    await follow?.({ outcome: 'credited', billet, reference: notice.reference, paidAt })
    return { outcome: 'credited', ...about }
  }
  if (settlement.credited) throw new Error('a payment was credited to no billet')
  const { reason, expectedCentavos } = settlement
  const caseId = openedFor(reason, expectedCentavos)
  postEntries(tx, [computeSuspenseEntry({ ...received, billet, caseId, reason })], now)
  if (billet !== undefined)
    await follow?.({ outcome: 'suspense', billet, reference: notice.reference, paidAt })
  return { outcome: 'suspense', ...about, caseId, reason }
}

/** The PSP and the bank's return file may both tell of the Pix that settled a title. */
async function isToldByOtherRail(
  tx: Transaction,
  billet: BilletRow | undefined,
  notice: BankNotice,
  settlement: Settlement,
): Promise<boolean> {
  if (billet === undefined || settlement.credited || settlement.reason !== 'ALREADY_PAID') return false
  return (await findTwinPayment(tx, billet.id, notice)) !== undefined
}

/**
 * Everything that changes a purchase locks it before its billets; the reverse order could deadlock with a cancellation.
 */
async function followBillet({ followPayment }: SettleContext, tx: Transaction, notice: BankNotice) {
  const transactionId = followPayment && (await findContractOf(tx, notice))
  return transactionId === undefined ? undefined : followPayment?.(tx, transactionId)
}

function lockBillet(tx: Transaction, notice: BankNotice): Promise<BilletRow | undefined> {
  const txid = findTxid(notice)
  if (txid !== undefined) return lockBilletByTxid(tx, txid)
  const { bank, ourNumber } = notice
  return ourNumber === undefined ? Promise.resolve(undefined) : lockBilletByOurNumber(tx, bank, ourNumber)
}

/** Banks report days, not hours: noon is that day in every time zone of Brazil. */
export const noonOf = (day: CalendarDate): Date => new Date(`${day}T12:00:00-03:00`)

export async function findReceivingAccount(
  tx: Transaction,
  bank: string,
  billet: BilletRow | undefined,
): Promise<AccountName> {
  if (billet !== undefined) return accountOf.bank(billet.accountId)
  const [only, ...others] = await listAccountIdsAt(tx, bank)
  return only !== undefined && others.length === 0 ? accountOf.bank(only) : accountOf.unidentifiedBank(bank)
}
