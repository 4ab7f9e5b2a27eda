import type { App } from '../../app/app.ts'
import type { SuspenseReason } from '../../contract/suspense.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Queryable, Remember, Transaction } from '../../platform/db/database.ts'
import { type AccountName, accountOf, type Entry, postEntries } from '../ledger/index.ts'
import { listAccountIdsAt } from '../lender/index.ts'
import { bookAccruals, composeAccruals, isOffBooks, type Loan, lockLoan } from '../loans/index.ts'
import { postWithRefunds } from '../refunds/index.ts'
import { type BankReport, findTxid } from './billets/billet.ts'
import { type AppliedCredit, applyCredits, lockCredit, lockOpenBillets } from './billets/billet-payments.ts'
import {
  type Credit,
  type CreditedPayment,
  findRefusal,
  listPaidParts,
  nameWaiver,
  parsePayment,
  type Refusal,
  sumCredit,
} from './billets/credit.ts'
import { answerOrder } from './billets/orders.ts'
import {
  findEqualPayment,
  findTwinPayment,
  insertReport,
  lockContent,
  tellClearing,
} from './billets/store/bank-reports.ts'
import type { BilletRow } from './billets/store/billet-row.ts'
import {
  findContractOf,
  isPaidUp,
  lockBilletByOurNumber,
  lockBilletByTxid,
  lockLivingBillet,
} from './billets/store/billets.ts'
import { openCase } from './billets/store/suspense-cases.ts'
import {
  computePaymentEntry,
  computeSuspenseEntry,
  computeWaiverEntry,
  namePayment,
  turnIntoCollection,
  turnIntoRecovery,
} from './entries.ts'
import { lowerBillets } from './issue-receivables.ts'
import {
  composePayoffEntry,
  lockPayoffCredit,
  lockPayoffRefusal,
  type PaidContract,
} from './payoff/credit-payoff.ts'
import { endPaidCharges } from './pix/charge-store.ts'
import { waiveRests } from './waive-rests.ts'

export interface BookedReport {
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

interface ReportToBook {
  readonly report: BankReport
  readonly remember?: Remember<BookedReport> | undefined
}

/** Books one bank report exactly once: all of its effects commit together with its reference. */
export async function creditPayment(
  app: App,
  report: BankReport,
  remember?: Remember<BookedReport>,
): Promise<BookedReport> {
  const { secrets } = app
  return app.database.transaction(async tx => {
    const contractId = await findPaidContract(tx, report)
    const { booking, finish } = await prepareReport(app, tx, { report, remember }, contractId)
    if (booking !== undefined) bookPayments(tx, secrets, [booking], app.clock.now())
    return finish()
  })
}

/** The contract that a payment is for; undefined for any other report. */
async function findPaidContract(db: Queryable, report: BankReport): Promise<string | undefined> {
  return parsePayment(report) && findContractOf(db, report)
}

/** What a credited payment writes. */
interface Booking {
  readonly applied: AppliedCredit
  readonly entries: readonly Entry[]
  readonly accrued: ReturnType<typeof composeAccruals> | undefined
  /** Of the charge at the PSP that was paid. */
  readonly txid: string | undefined
}

/** A report whose rows are locked. First `booking` has to be written, for several reports at once, then `finish` called. */
interface PreparedReport {
  readonly booking: Booking | undefined
  readonly finish: () => Promise<BookedReport>
}

/** The bookings are of different contracts. */
function bookPayments(tx: Transaction, secrets: Secrets, bookings: readonly Booking[], now: Date): void {
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
    bookings.flatMap(({ entries }) => entries),
    now,
  )
  bookAccruals(
    tx,
    secrets,
    bookings.flatMap(({ accrued }) => accrued ?? []),
    now,
  )
}

interface CreditToBook {
  readonly billet: BilletRow
  readonly applied: AppliedCredit
  /** The first one pays the billet. */
  readonly entries: readonly Entry[]
  /** Of the entry that pays the billet. */
  readonly reference: string
  readonly day: CalendarDate
}

/** Of a contract that was written off or sold, charges are part of what is recovered or owed to the fund. */
async function composeBooking(
  tx: Transaction,
  { billet, applied, entries, reference, day }: CreditToBook,
): Promise<Booking> {
  const { credit } = applied
  const accrued = await accruePayment(tx, { billet, credit, reference, day })
  const { faceCentavos } = sumCredit(credit)
  const turn = (entry: Entry): Entry =>
    typeof accrued?.loan.assignedTo === 'string'
      ? turnIntoCollection(entry, billet.transactionId, faceCentavos, accrued.loan.assignedTo)
      : turnIntoRecovery(entry, billet.transactionId, faceCentavos)
  const booked = accrued !== undefined && isOffBooks(accrued.loan) ? entries.slice(0, 1).map(turn) : entries
  const waived = composeWaiver({ billet, applied, loan: accrued?.loan, waivedAt: entries[0]?.occurredAt })
  return { applied, entries: [...booked, ...waived], accrued, txid: undefined }
}

/** What the payment leaves of installments and is not asked for; late charges are not in the books before they are paid. */
function composeWaiver(about: {
  readonly billet: BilletRow
  readonly applied: AppliedCredit
  readonly loan: Loan | undefined
  readonly waivedAt: Date | undefined
}): Entry[] {
  const { billet, applied, loan, waivedAt = applied.paidAt } = about
  const { retailerId, transactionId } = billet
  const faceCentavos = applied.credit.allocations.reduce(
    (sum, { waived }) => sum + (waived?.faceCentavos ?? 0),
    0,
  )
  if (faceCentavos === 0) return []
  const reference = nameWaiver(applied.reference)
  return [computeWaiverEntry({ retailerId, transactionId, reference, faceCentavos, waivedAt, loan })]
}

/** Credits money to a locked billet: what it pays, what it earns, the entries and the refund of the excess. */
export async function bookCredit(app: App, tx: Transaction, credit: CreditToBook): Promise<void> {
  bookPayments(tx, app.secrets, [await composeBooking(tx, credit)], app.clock.now())
}

/** `contractId` is from `findPaidContract`. */
async function prepareReport(
  app: App,
  tx: Transaction,
  { report, remember }: ReportToBook,
  contractId: string | undefined,
): Promise<PreparedReport> {
  const { booking, finish } = await prepare(app, tx, report, contractId)
  return {
    booking,
    async finish() {
      const settled = await finish()
      await remember?.(tx, settled)
      return settled
    },
  }
}

const finished = (settled: BookedReport): PreparedReport => ({
  booking: undefined,
  finish: async () => settled,
})

async function prepare(
  app: App,
  tx: Transaction,
  report: BankReport,
  contractId: string | undefined,
): Promise<PreparedReport> {
  const { secrets } = app
  const payment = parsePayment(report)
  const now = app.clock.now()
  const purchase = contractId === undefined ? undefined : await lockContract(app, tx, contractId)
  if (payment !== undefined) lockContent(tx, report)
  const [isNew, title, equalTo] = await Promise.all([
    insertReport(tx, report, now),
    lockBillet(tx, secrets, report),
    payment && findEqualPayment(tx, { ...report, ...payment }),
  ])
  if (!isNew) return finished({ outcome: 'repeated' })
  if (title !== undefined) await answerOrder(tx, title, report, now)
  // Money for a billet that was replaced pays the one in its place: it is the same debt.
  const isReplaced = payment !== undefined && title !== undefined && title.canceledAt !== null
  const billet = isReplaced ? await lockLivingBillet(tx, secrets, title.id) : title
  const about = billet === undefined ? {} : { billetId: billet.id }
  if (payment === undefined) return finished({ outcome: 'noted', ...about })
  const asked = billet?.kind === 'settlement' ? { billet, purchase, payment } : undefined
  const refusal =
    asked === undefined ? findRefusal(billet, payment) : await lockPayoffRefusal(tx, secrets, asked)
  const openedFor = (reason: SuspenseReason, expectedCentavos: Centavos | null): string =>
    openCase(tx, secrets, {
      reportReference: report.reference,
      billetId: billet?.id ?? null,
      reason,
      amountCentavos: payment.amountCentavos,
      expectedCentavos,
      openedAt: now,
    })
  // Money that did not come must not be in the books, so a suspected duplicate is booked when it is released.
  if (equalTo !== undefined || (await isReportedByOtherRail(tx, billet, report, refusal))) {
    const reason = 'SUSPECTED_DUPLICATE'
    endPaidCharges(tx, listPaidCharges(report))
    const expectedCentavos = refusal === undefined ? payment.amountCentavos : refusal.expectedCentavos
    return finished({ outcome: 'held', ...about, caseId: openedFor(reason, expectedCentavos), reason })
  }
  const paidAt = noonOf(payment.paidOn)
  const received = {
    reference: report.reference,
    receivedIn: await findReceivingAccount(tx, report, billet),
    amountCentavos: payment.amountCentavos,
    receivedAt: paidAt,
  }
  awaitCredit(tx, received)
  if (refusal !== undefined || billet === undefined) {
    const { reason, expectedCentavos } = refusal ?? { reason: 'UNKNOWN_BILLET', expectedCentavos: null }
    const caseId = openedFor(reason, expectedCentavos)
    postEntries(tx, secrets, [computeSuspenseEntry({ ...received, billet, caseId, reason })], now)
    endPaidCharges(tx, listPaidCharges(report))
    await app.reactions.paymentSuspended(app, tx, purchase, report.reference)
    return finished({ outcome: 'suspense', ...about, caseId, reason })
  }
  const settled = asked && (await lockPayoffCredit(tx, secrets, { ...asked, reference: report.reference }))
  const computed = settled?.credit ?? (await lockCredit(tx, secrets, billet, payment))
  const credit = await waiveRests(tx, secrets, billet, computed)
  const { excessCentavos } = credit
  const applied = {
    credit,
    reference: namePayment(report.reference),
    reportReference: report.reference,
    paidOn: payment.paidOn,
    paidAt,
    // After a Pix the bank would still accept payments by the line.
    settles: report.method === 'PIX' ? undefined : title?.id,
    fulfils: settled !== undefined && billet.canceledAt === null ? billet : undefined,
  }
  const { fineCentavos, interestCentavos } = sumCredit(credit)
  const charges = { fineCentavos, interestCentavos, excessCentavos }
  const entry =
    settled === undefined
      ? computePaymentEntry({ ...received, billet, ...charges })
      : composePayoffEntry(billet, settled, received)
  const paid = { billet, applied, entries: [entry], reference: entry.reference, day: payment.paidOn }
  return {
    booking: { ...(await composeBooking(tx, paid)), txid: listPaidCharges(report)[0] },
    async finish() {
      const { paidOn } = payment
      const { reference, payer } = report
      if (settled !== undefined) await lowerBillets(app, tx, credit)
      await followCredit(app, tx, purchase, { billet, reference, credit, paidOn, payer })
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

/** Tells the domains above of money that was credited to a billet of a locked purchase. */
export async function followCredit(
  app: App,
  tx: Transaction,
  purchase: PaidContract,
  credited: Omit<CreditedPayment, 'parts' | 'isPaidUp' | 'billet'> & {
    readonly billet: BilletRow
    readonly credit: Credit
  },
): Promise<void> {
  const { credit, ...payment } = credited
  const parts = listPaidParts(credit, payment.paidOn)
  const mayBePaidUp =
    purchase?.status === 'OPEN' && payment.billet.kind !== 'down-payment' && parts.some(each => each.isPaid)
  const isLast = mayBePaidUp && (await isPaidUp(tx, app.secrets, purchase.id))
  await app.reactions.paymentCredited(app, tx, purchase, { ...payment, parts, isPaidUp: isLast })
}

/** A static code of a down payment pays it as well as its charge does, which then has to be removed. */
function listPaidCharges(report: BankReport): string[] {
  const txid = findTxid(report)
  return report.method === 'PIX' && txid !== undefined && !isId(txid) ? [txid] : []
}

/** The PSP and the bank's return file may both report the Pix that settled a title. */
async function isReportedByOtherRail(
  tx: Transaction,
  billet: BilletRow | undefined,
  report: BankReport,
  refusal: Refusal | undefined,
): Promise<boolean> {
  if (billet === undefined || refusal?.reason !== 'ALREADY_PAID') return false
  return (await findTwinPayment(tx, billet.id, report)) !== undefined
}

/**
 * Everything that changes a purchase locks it before its billets; the reverse order could deadlock with a cancellation.
 */
async function lockContract(app: App, tx: Transaction, transactionId: string): Promise<PaidContract> {
  const { secrets, reactions } = app
  const purchase = await reactions.lockContract(tx, secrets, transactionId)
  // A part payment may pay any open billet of the contract: without a purchase to lock, they are locked in one order.
  if (purchase === undefined) await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' })
  return purchase
}

function lockBillet(tx: Transaction, secrets: Secrets, report: BankReport): Promise<BilletRow | undefined> {
  const txid = findTxid(report)
  if (txid !== undefined) return lockBilletByTxid(tx, secrets, txid)
  const { bank, ourNumber } = report
  return ourNumber === undefined
    ? Promise.resolve(undefined)
    : lockBilletByOurNumber(tx, secrets, bank, ourNumber)
}

/**
 * Pix is on the account at once. A billet's payment is reported first and credited on a later day; until then it waits on
 * the clearing account.
 */
export async function findReceivingAccount(
  tx: Transaction,
  { bank, method }: Pick<BankReport, 'bank' | 'method'>,
  billet: BilletRow | undefined,
): Promise<AccountName> {
  const [only, ...others] = billet === undefined ? await listAccountIdsAt(tx, bank) : [billet.accountId]
  if (only === undefined || others.length > 0) return accountOf.unidentifiedBank(bank)
  if (method === 'PIX') return accountOf.bank(only)
  return accountOf.clearing(only)
}

const CLEARING = 'clearing:'

/** Money that was booked on a clearing account is credited on the day that its report names. */
export function awaitCredit(
  tx: Transaction,
  { reference, receivedIn }: { readonly reference: string; readonly receivedIn: AccountName },
): void {
  if (receivedIn.startsWith(CLEARING)) tellClearing(tx, reference, receivedIn.slice(CLEARING.length))
}

export type CreditPayment = (item: ReportToBook) => Promise<BookedReport>

const MAX_ITEMS = 32
/** One fills the database while the other one fills this process. */
const MAX_BATCHES = 2

/**
 * Bank reports that arrive together share a transaction: their statements travel together, and one flush to disk serves all.
 * When one of them fails, each is booked alone and gets its own outcome.
 */
export function createPaymentBatcher(app: App): CreditPayment {
  return createBatcher<ReportToBook, BookedReport>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    run: items => app.database.transaction(tx => creditTogether(app, tx, items)),
  })
}

/**
 * Contracts are locked in the order of their ids, and reports of none are written after them in the order of their
 * references, so that two batches cannot deadlock. Reports of one contract follow one another: each has to see what the
 * one before it paid.
 */
async function creditTogether(
  app: App,
  tx: Transaction,
  items: readonly ReportToBook[],
): Promise<BookedReport[]> {
  const { secrets } = app
  const found = await Promise.all(items.map(({ report }) => findPaidContract(tx, report)))
  const byContract = Map.groupBy(items, item => found[items.indexOf(item)])
  const outcomes = new Map<ReportToBook, BookedReport>()
  const settleAll = async (round: readonly (readonly [ReportToBook, string | undefined])[]) => {
    const prepared = await endAll(round.map(([item, contract]) => prepareReport(app, tx, item, contract)))
    const bookings = prepared.flatMap(({ booking }) => booking ?? [])
    bookPayments(tx, secrets, bookings, app.clock.now())
    const settled = await endAll(prepared.map(({ finish }) => finish()))
    for (const [at, [item]] of round.entries()) outcomes.set(item, settled[at] as BookedReport)
  }
  const others = byContract.get(undefined) ?? []
  byContract.delete(undefined)
  const contracts = [...byContract].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const rounds = Math.max(0, ...contracts.map(([, ofContract]) => ofContract.length))
  for (let round = 0; round < rounds; round++)
    await settleAll(
      contracts.flatMap(([contractId, ofContract]) => {
        const item = ofContract[round]
        return item === undefined ? [] : [[item, contractId] as const]
      }),
    )
  const byReference = others.toSorted((a, b) => (a.report.reference < b.report.reference ? -1 : 1))
  await settleAll(byReference.map(item => [item, undefined] as const))
  return items.map(item => {
    const outcome = outcomes.get(item)
    if (outcome === undefined) throw new Error(`${item.report.reference} was not credited`)
    return outcome
  })
}

/** Fails with the first failure, but not before all have ended: the transaction must not end under any of them. */
async function endAll<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

/**
 * What a credited payment earns of the contract's interest. Undefined where no loan is affected, as by a down payment.
 * The purchase is locked.
 */
async function accruePayment(
  tx: Transaction,
  payment: {
    readonly billet: { readonly kind: string; readonly transactionId: string }
    readonly credit: Credit
    /** Of the payment's entry. */
    readonly reference: string
    readonly day: CalendarDate
  },
): Promise<ReturnType<typeof composeAccruals> | undefined> {
  const { billet, credit, reference, day } = payment
  const loan = billet.kind === 'down-payment' ? undefined : await lockLoan(tx, billet.transactionId)
  if (loan === undefined || loan.endedOn !== null) return undefined
  const paid = credit.allocations.map(({ billet: { installmentNumber }, imputation, waived }) => ({
    installmentNumber,
    faceCentavos: imputation.faceCentavos + (waived?.faceCentavos ?? 0),
  }))
  // What the assets do not hold has no interest that a discount could end.
  const discountCentavos = isOffBooks(loan)
    ? 0
    : credit.allocations.reduce((sum, each) => sum + (each.discountCentavos ?? 0), 0)
  return composeAccruals(loan, { reference, day, paid, discountCentavos })
}
