import type { SuspenseReason } from '../../contract/suspense.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import {
  answerOrder,
  applyCredit,
  type BankNotice,
  type BilletRow,
  findContractOf,
  findEqualPayment,
  findRefusal,
  findTwinPayment,
  findTxid,
  insertNotice,
  listAccountIdsAt,
  lockBilletByOurNumber,
  lockBilletByTxid,
  lockContent,
  lockCredit,
  lockOpenBillets,
  openCase,
  parsePayment,
  type Refusal,
  sumCredit,
} from '../../modules/billets/index.ts'
import {
  type AccountName,
  accountOf,
  computePaymentEntry,
  computeSuspenseEntry,
  namePayment,
  postEntries,
} from '../../modules/ledger/index.ts'
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/db/remember.ts'
import { awaitCredit } from './credit-clearing.ts'
import type { FollowPayment } from './follow-payment.ts'
import { noonOf } from './noon.ts'

export interface SettleContext {
  readonly database: Database
  readonly clock: Clock
  /** Applies a payment beyond its billet and the books. */
  readonly followPayment?: FollowPayment | undefined
}

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
  context: SettleContext,
  notice: BankNotice,
  remember?: Remember<SettledNotice>,
): Promise<SettledNotice> {
  return context.database.transaction(async tx =>
    settleIn(context, tx, { notice, remember }, await findPaidContract(tx, notice)),
  )
}

/** The contract that a payment is for; undefined for any other notice. */
export async function findPaidContract(db: Queryable, notice: BankNotice): Promise<string | undefined> {
  return parsePayment(notice) && findContractOf(db, notice)
}

/** Settles a notice within a transaction. `contractId` is from `findPaidContract`. */
export async function settleIn(
  context: SettleContext,
  tx: Transaction,
  { notice, remember }: NoticeToSettle,
  contractId: string | undefined,
): Promise<SettledNotice> {
  const settled = await settle(context, tx, notice, contractId)
  await remember?.(tx, settled)
  return settled
}

async function settle(
  context: SettleContext,
  tx: Transaction,
  notice: BankNotice,
  contractId: string | undefined,
): Promise<SettledNotice> {
  const payment = parsePayment(notice)
  const now = context.clock.now()
  const follow = contractId === undefined ? undefined : await lockContract(context, tx, contractId)
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
  const refusal = findRefusal(billet, payment)
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
  if (equalTo !== undefined || (await isToldByOtherRail(tx, billet, notice, refusal))) {
    const reason = 'SUSPECTED_DUPLICATE'
    const expectedCentavos = refusal === undefined ? payment.amountCentavos : refusal.expectedCentavos
    return { outcome: 'held', ...about, caseId: openedFor(reason, expectedCentavos), reason }
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
    postEntries(tx, [computeSuspenseEntry({ ...received, billet, caseId, reason })], now)
    if (billet !== undefined) await follow?.({ outcome: 'suspense', billet, reference: notice.reference })
    return { outcome: 'suspense', ...about, caseId, reason }
  }
  const credit = await lockCredit(tx, billet, payment)
  const { excessCentavos } = credit
  applyCredit(tx, credit, {
    reference: namePayment(notice.reference),
    noticeReference: notice.reference,
    paidOn: payment.paidOn,
    paidAt,
    // After a Pix the bank would go on taking payments by the line.
    settles: notice.method === 'PIX' ? undefined : billet.id,
    now,
  })
  const { fineCentavos, interestCentavos } = sumCredit(credit)
  const booked = { ...received, billet, fineCentavos, interestCentavos, excessCentavos }
  postEntries(tx, [computePaymentEntry(booked)], now)
  await follow?.({
    outcome: 'credited',
    billet,
    reference: notice.reference,
    credit,
    paidOn: payment.paidOn,
  })
  const isPaid = credit.allocations.some(({ billet: { id }, left }) => id === billet.id && left === undefined)
  return {
    outcome: isPaid ? 'credited' : 'partial',
    ...about,
    ...(excessCentavos > 0 && { excessCentavos }),
  }
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
async function lockContract({ followPayment }: SettleContext, tx: Transaction, transactionId: string) {
  if (followPayment !== undefined) return followPayment(tx, transactionId)
  // A part payment may pay any open billet of the contract: without a purchase to lock, they are locked in one order.
  await lockOpenBillets(tx, { transactionId, kind: 'installment' })
  return undefined
}

function lockBillet(tx: Transaction, notice: BankNotice): Promise<BilletRow | undefined> {
  const txid = findTxid(notice)
  if (txid !== undefined) return lockBilletByTxid(tx, txid)
  const { bank, ourNumber } = notice
  return ourNumber === undefined ? Promise.resolve(undefined) : lockBilletByOurNumber(tx, bank, ourNumber)
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
