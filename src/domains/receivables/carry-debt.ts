import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { listGenuineEntries, sumPostings } from '../ledger/index.ts'
import type { Loan } from '../loans/index.ts'
import { applyCredits, lockOpenBillets, reviveBillets } from './billets/billet-payments.ts'
import { creditInParts, listPaidParts, type PaidPart, sumCredit } from './billets/credit.ts'
import { describeDebt, type Imputation } from './billets/debt.ts'
import { listBillets } from './billets/store/billets.ts'
import { listReceivedParts, type RecordedPart } from './billets/store/recorded-payments.ts'
import { cancelBillets, issueAnew } from './issue-receivables.ts'
import { checkLoan } from './reconcile-loans.ts'

interface NamedContract {
  readonly id: string
  readonly retailerId: string
}

/** Money that came for one contract and pays another on the day on which it was paid. */
interface CarriedPayment {
  /** Of the entry that counts it there. */
  readonly reference: string
  readonly paidOn: CalendarDate
  readonly amountCentavos: Centavos
  /** As it was booked on the contract that it came for. */
  readonly from: Imputation
  readonly discountCentavos: Centavos
  /** What the bank has taken back of it since: it pays nothing there. */
  readonly takenBackCentavos: Centavos
}

/** With what it pays there, which the caller books. */
interface CountedPayment extends CarriedPayment {
  readonly parts: readonly PaidPart[]
  readonly paid: Imputation
  readonly excessCentavos: Centavos
}

/**
 * Another contract takes over the debt: its down payment pays the original, and the original's billets are canceled.
 * Throws where the loan is not what billets and books say. The original is locked.
 */
export async function carryDebt(
  app: App,
  tx: Transaction,
  original: NamedContract & { readonly loan: Loan },
  entry: CarriedPayment | undefined,
  now: Date,
): Promise<CountedPayment | undefined> {
  const { retailerId, id: transactionId, loan } = original
  await checkLoan(tx, app.secrets, loan)
  const counted = entry && (await creditCarried(app, tx, transactionId, entry))
  await cancelBillets(tx, app.secrets, { retailerId, transactionId }, now)
  return counted
}

/**
 * The contract that took over a debt at that moment ends unpaid, and the debt is that of the original again: the one's
 * billets are canceled, the other's are open as they were, and the money that was paid on the installments of the one
 * pays them. The bank has written them off, so that new billets ask for the rest. Throws where the loan of the contract
 * that ends is not what billets and books say. Both are locked.
 */
export async function reviveDebt(
  app: App,
  tx: Transaction,
  {
    ended,
    original,
    takenOverAt,
  }: {
    readonly ended: NamedContract & { readonly loan: Loan }
    readonly original: NamedContract
    readonly takenOverAt: Date
  },
  now: Date,
): Promise<{
  /** Before the payments. */
  readonly open: readonly { readonly installmentNumber: number; readonly faceCentavos: Centavos }[]
  /** The oldest first. */
  readonly payments: readonly CountedPayment[]
  readonly isPaidUp: boolean
}> {
  const { secrets } = app
  const { retailerId, id: transactionId, loan } = ended
  await checkLoan(tx, secrets, loan)
  const billets = await listBillets(tx, secrets, retailerId, transactionId)
  const ids = billets.filter(({ kind }) => kind !== 'down-payment').map(({ id }) => id)
  const received = await listReceivedParts(tx, secrets, ids)
  await cancelBillets(tx, secrets, { retailerId, transactionId }, now)
  await reviveBillets(tx, secrets, original.id, takenOverAt)
  const open = await lockOpenBillets(tx, secrets, { transactionId: original.id, kind: 'installment' })
  const carried = [...Map.groupBy(received, part => part.reference)]
  const payments: CountedPayment[] = []
  for (const payment of await takeOffReturns(tx, secrets, transactionId, carried.map(describeReturned)))
    payments.push(await creditCarried(app, tx, original.id, payment))
  return {
    open: open.map(({ billet }) => ({
      installmentNumber: billet.installmentNumber,
      faceCentavos: describeDebt(billet).openFaceCentavos,
    })),
    payments,
    isPaidUp: (await issueAnew(app, tx, original.id, now)) === 0,
  }
}

interface ReturnedPayment extends CarriedPayment {
  /** The reference of the entry that has counted it so far. */
  readonly countedBy: string
}

/**
 * What the bank took back without our request paid nothing, and leaves suspense short: it comes off the payments
 * that it was taken from. Money that waits in suspense for the contract makes up for it.
 */
async function takeOffReturns(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
  payments: readonly ReturnedPayment[],
): Promise<CarriedPayment[]> {
  const entries = await listGenuineEntries(tx, secrets, { transactionIds: [transactionId] })
  const sumSuspense = (of: typeof entries): Centavos => sumPostings(of, account => account === 'suspense')
  const returns = Map.groupBy(
    entries.filter(({ kind }) => kind === 'pix-return'),
    ({ memo }) => memo.of,
  )
  let missing = Math.max(0, sumSuspense(entries))
  return payments.map(payment => {
    const returned = sumSuspense(returns.get(payment.countedBy) ?? [])
    const takenBackCentavos = Math.min(missing, returned, payment.amountCentavos)
    missing -= takenBackCentavos
    return { ...payment, takenBackCentavos, amountCentavos: payment.amountCentavos - takenBackCentavos }
  })
}

function describeReturned([reference, parts]: [string, readonly RecordedPart[]]): ReturnedPayment {
  const [first] = parts
  if (first === undefined) throw new Error('a payment has parts')
  const sum = (part: keyof Imputation | 'discountCentavos'): Centavos =>
    parts.reduce((total, each) => total + each[part], 0)
  const from = {
    faceCentavos: sum('faceCentavos'),
    fineCentavos: sum('fineCentavos'),
    interestCentavos: sum('interestCentavos'),
  }
  const discountCentavos = sum('discountCentavos')
  return {
    countedBy: reference,
    reference: `carried-back:${reference}`,
    paidOn: first.paidOn,
    // What an early settlement was let off is not money that came in.
    amountCentavos: from.faceCentavos + from.fineCentavos + from.interestCentavos - discountCentavos,
    from,
    discountCentavos,
    takenBackCentavos: 0,
  }
}

/** The oldest installment first, and in it interest of the delay, installment, fine. */
async function creditCarried(
  { secrets, clock }: App,
  tx: Transaction,
  transactionId: string,
  payment: CarriedPayment,
): Promise<CountedPayment> {
  const { reference, paidOn, amountCentavos } = payment
  const open = await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' })
  const credit = creditInParts(open, { amountCentavos, paidOn, method: 'BILLET' })
  const applied = { credit, reference, reportReference: reference, paidOn, paidAt: noonOf(paidOn) }
  // Nothing is left of a payment that the bank took back whole.
  if (amountCentavos > 0) applyCredits(tx, secrets, [{ ...applied, settles: undefined }], clock.now())
  const { excessCentavos } = credit
  return { ...payment, parts: listPaidParts(credit, paidOn), paid: sumCredit(credit), excessCentavos }
}
