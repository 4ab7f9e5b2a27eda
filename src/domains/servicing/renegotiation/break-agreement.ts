import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import {
  accountOf,
  bookAccruals,
  computeAgreementBrokenEntry,
  computeGenuineBalance,
  type Entry,
  endLoan,
  findEntry,
  type Loan,
  lockLoan,
  markSuspended,
  nameRenegotiation,
  postEntries,
  resumeLoan,
} from '../../books/index.ts'
import { lockOriginal, type Purchase, type Refund } from '../../purchases/index.ts'
import {
  cancelBillets,
  describeDebt,
  listBillets,
  listReceivedParts,
  lockOpenBillets,
  type ReceivedPart,
  reviveBillets,
} from '../../receivables/index.ts'
import { type AgreementPayment, countForOriginal } from './count-payment.ts'
import { issueAnew } from './issue-anew.ts'

export interface BrokenAgreement {
  readonly refund: Refund
  /** Locked. */
  readonly original: Purchase
  /** What was paid under the agreement covers all of the old debt. */
  readonly isPaidUp: boolean
}

/**
 * A broken agreement ends, and the debt does not: its billets are canceled, the original's debt is in the books again,
 * every payment counts for it on the day on which it was made, and new billets ask for the rest. Nothing is refunded,
 * nothing is forgiven, and the retailer's money is untouched. The agreement is locked.
 */
export async function breakAgreement(
  app: App,
  tx: Transaction,
  agreement: Purchase,
  now: Date,
): Promise<BrokenAgreement> {
  const { secrets } = app
  const { id: transactionId, retailerId } = agreement
  const original = await lockOriginal(secrets, tx, agreement)
  const payments = await listPayments(app, tx, agreement)
  await cancelBillets(tx, secrets, { retailerId, transactionId }, now)
  const renegotiation = await bookBroken(tx, secrets, agreement, now)
  let loan = await resume(tx, secrets, { agreement, original, renegotiation })
  for (const payment of payments) {
    const accrued = await countForOriginal(app, tx, { original, loan }, payment)
    bookAccruals(tx, secrets, [accrued], now)
    loan = accrued.loan
  }
  bookAccruals(tx, secrets, [{ entries: [], loan }], now)
  markSuspended(tx, original.id, null)
  const isPaidUp = (await issueAnew(app, tx, original, now)) === 0
  return { original, isPaidUp, refund: { valueCentavos: 0, maxRefundDate: calendarDateAt(now) } }
}

/** What was paid on the agreement's installments, the oldest first. Its down payment counts for the original already. */
async function listPayments(
  { secrets }: App,
  tx: Transaction,
  { retailerId, id }: Purchase,
): Promise<AgreementPayment[]> {
  const billets = await listBillets(tx, secrets, retailerId, id)
  const ids = billets.filter(({ kind }) => kind !== 'down-payment').map(billet => billet.id)
  const parts = await listReceivedParts(tx, secrets, ids)
  return [...Map.groupBy(parts, ({ reference }) => reference).values()].map(of => describePayment(id, of))
}

function describePayment(agreementId: string, parts: readonly ReceivedPart[]): AgreementPayment {
  const [first] = parts
  if (first === undefined) throw new Error('a payment has parts')
  const sum = (part: keyof AgreementPayment['from'] | 'discountCentavos'): Centavos =>
    parts.reduce((total, each) => total + each[part], 0)
  const from = {
    faceCentavos: sum('faceCentavos'),
    fineCentavos: sum('fineCentavos'),
    interestCentavos: sum('interestCentavos'),
  }
  return {
    agreementId,
    reference: `carried-back:${first.reference}`,
    paidOn: first.paidOn,
    // What an early settlement was let off is not money that came in.
    amountCentavos: from.faceCentavos + from.fineCentavos + from.interestCentavos - sum('discountCentavos'),
    from,
    discountCentavos: sum('discountCentavos'),
  }
}

/** Returns the entry that began the agreement. */
async function bookBroken(tx: Transaction, secrets: Secrets, agreement: Purchase, now: Date): Promise<Entry> {
  const { id } = agreement
  const [renegotiation, loan, charges, restructuring] = await Promise.all([
    findEntry(tx, secrets, nameRenegotiation(id)),
    lockLoan(tx, id),
    computeGenuineBalance(tx, secrets, accountOf.deferredLateCharges(id)),
    computeGenuineBalance(tx, secrets, accountOf.restructuring(id)),
  ])
  if (renegotiation === undefined || loan === undefined) throw new Error(`agreement ${id} is not booked`)
  const entry = computeAgreementBrokenEntry({
    renegotiation,
    left: { interestCentavos: loan.unearnedCentavos, chargesCentavos: -charges },
    restructuringCentavos: -restructuring,
    brokenAt: now,
  })
  postEntries(tx, secrets, [entry], now)
  bookAccruals(tx, secrets, [{ entries: [], loan: endLoan(loan, calendarDateAt(now)) }], now)
  return renegotiation
}

/** The original's billets are open again, and its loan is as it was when the agreement began. */
async function resume(
  tx: Transaction,
  secrets: Secrets,
  about: { readonly agreement: Purchase; readonly original: Purchase; readonly renegotiation: Entry },
): Promise<Loan> {
  const { agreement, original, renegotiation } = about
  const { id: transactionId } = original
  const suspended = await lockLoan(tx, transactionId)
  if (suspended?.suspendedBy !== agreement.id || agreement.completedAt === undefined)
    throw new Error(`agreement ${agreement.id} does not hold the debt of ${transactionId}`)
  await reviveBillets(tx, secrets, transactionId, agreement.completedAt)
  const openCentavos = suspended.openCentavos.map(() => 0)
  for (const { billet } of await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' }))
    openCentavos[billet.installmentNumber - 1] = describeDebt(billet).openFaceCentavos
  const unearned = accountOf.unearnedInterest(transactionId)
  const unearnedCentavos =
    renegotiation.postings.find(({ account }) => account === unearned)?.amountCentavos ?? 0
  return resumeLoan(suspended, { openCentavos, unearnedCentavos })
}
