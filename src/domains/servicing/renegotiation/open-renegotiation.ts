import type { App } from '../../../app/app.ts'
import { computeRestructuring } from '../../../brazil/present-value.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { noonOf } from '../../../kernel/noon.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { postEntries } from '../../ledger/index.ts'
import {
  bookAccruals,
  composeAccruals,
  type Loan,
  lockLoan,
  startLoan,
  suspendLoan,
} from '../../loans/index.ts'
import { lockPurchase, MoveRefused, type Purchase } from '../../purchases/index.ts'
import { findOffer } from '../../quoting/index.ts'
import { carryDebt, lockDebt } from '../../receivables/index.ts'
import { postWithRefunds } from '../../refunds/index.ts'
import { bookOverdueIof } from '../book-overdue-iof.ts'
import {
  computeRecoveredCountEntry,
  computeRenegotiationEntry,
  computeRenegotiationPaymentEntries,
  computeRestructuringEntry,
  computeWrittenOffRenegotiationEntry,
  nameRenegotiation,
} from './entries.ts'

/**
 * An agreement that is signed, and whose down payment is paid, takes the place of the original's debt: the original's
 * billets are canceled, and its loan stands still. The agreement's own billets are issued afterwards. The agreement is
 * locked. The original is locked after it, in this order everywhere.
 */
export async function beginRenegotiation(
  app: App,
  tx: Transaction,
  agreement: Purchase,
  now: Date,
): Promise<void> {
  const { secrets } = app
  const original = await lockCurrentOriginal(secrets, tx, agreement)
  const loan = original && (await lockLoan(tx, original.id))
  if (original === undefined || loan === undefined) throw new MoveRefused('signed', agreement)
  const entry = await carryDebt(app, tx, { ...original, loan }, describeEntry(agreement), now)
  const payments = entry === undefined ? [] : [entry]
  const counting = { original, loan, agreementId: agreement.id, source: 'down-payment' } as const
  const counted = countForOriginal(app, tx, counting, payments)
  if (loan.writtenOffOn !== null) {
    beginOffBooks(tx, secrets, { original, agreement, loan: counted, writtenOffOn: loan.writtenOffOn }, now)
    return
  }
  bookTakenOver(tx, secrets, agreement, counted, now)
  const restructuringCentavos = bookRestructuring(tx, secrets, { original, agreement }, now)
  startLoan(tx, secrets, describeLoan(agreement, calendarDateAt(now)), {
    now,
    agreement: {
      originalRatePM: original.contract.interestRatePM,
      restructuringCentavos,
      problemReason: 'restructured',
    },
  })
}

/**
 * The agreement on a debt that was written off is not an asset either: a promise adds no value to a debt that will probably
 * not be paid. Its installments are recoveries when they are paid.
 */
function beginOffBooks(
  tx: Transaction,
  secrets: Secrets,
  about: {
    readonly original: Purchase
    readonly agreement: Purchase
    readonly loan: Loan
    readonly writtenOffOn: CalendarDate
  },
  now: Date,
): void {
  const { original, agreement, loan, writtenOffOn } = about
  const { id: transactionId, retailerId, contract } = agreement
  const reference = nameRenegotiation(transactionId)
  const taken = suspendLoan(tx, secrets, loan, { agreementId: transactionId, reference, now })
  const entry = computeWrittenOffRenegotiationEntry({
    retailerId,
    transactionId,
    fromTransactionId: original.id,
    openFaceCentavos: taken.openCentavos.reduce((sum, open) => sum + open, 0),
    installmentsCentavos: contract.totalCentavos,
    iofCentavos: contract.totalIofCentavos,
    startedAt: now,
  })
  postEntries(tx, secrets, [entry], now)
  startLoan(
    tx,
    secrets,
    { ...describeLoan(agreement, calendarDateAt(now)), interestCentavos: 0 },
    {
      now,
      agreement: {
        originalRatePM: original.contract.interestRatePM,
        restructuringCentavos: 0,
        problemReason: 'written-off',
      },
      writtenOffOn,
    },
  )
}

/** The down payment counts for the original on the day on which it was paid. */
function describeEntry({ id, downPaymentCentavos: amountCentavos, downPaymentPaidAt }: Purchase) {
  if (amountCentavos === 0 || downPaymentPaidAt === undefined) return undefined
  return {
    reference: `agreement-entry:${id}`,
    paidOn: calendarDateAt(downPaymentPaidAt),
    amountCentavos,
    from: { faceCentavos: amountCentavos, fineCentavos: 0, interestCentavos: 0 },
    discountCentavos: 0,
    takenBackCentavos: 0,
  }
}

function bookTakenOver(tx: Transaction, secrets: Secrets, agreement: Purchase, loan: Loan, now: Date): void {
  const { id: transactionId, retailerId, contract, netLoanCentavos } = agreement
  const reference = nameRenegotiation(transactionId)
  const taken = suspendLoan(tx, secrets, loan, { agreementId: transactionId, reference, now })
  const openFaceCentavos = taken.openCentavos.reduce((sum, open) => sum + open, 0)
  const { unearnedCentavos } = taken
  // Charges that nobody paid are what the agreement asks for beyond the carrying amount.
  const chargesCentavos = netLoanCentavos - (openFaceCentavos - unearnedCentavos)
  const entry = computeRenegotiationEntry({
    retailerId,
    transactionId,
    fromTransactionId: loan.transactionId,
    openFaceCentavos,
    unearnedCentavos,
    installmentsCentavos: contract.totalCentavos,
    interestCentavos: contract.totalCentavos - contract.amortizationTotalCentavos,
    lateChargesCentavos: Math.max(0, chargesCentavos),
    waivedCentavos: Math.max(0, -chargesCentavos),
    iofCentavos: contract.totalIofCentavos,
    startedAt: now,
  })
  postEntries(tx, secrets, [entry], now)
}

/** Returns the loss. */
function bookRestructuring(
  tx: Transaction,
  secrets: Secrets,
  { original, agreement }: { readonly original: Purchase; readonly agreement: Purchase },
  now: Date,
): Centavos {
  const { retailerId, id: transactionId, contract, purchaseDate } = agreement
  const { adjustmentCentavos } = computeRestructuring({
    originalRatePM: original.contract.interestRatePM,
    agreedOn: purchaseDate,
    firstDueDate: contract.firstDueDate,
    numberOfInstallments: contract.numberOfInstallments,
    installmentCentavos: contract.installmentCentavos,
    carryingCentavos: contract.amortizationTotalCentavos,
  })
  if (adjustmentCentavos >= 0) return 0
  const loss = { retailerId, transactionId, lossCentavos: -adjustmentCentavos, decidedAt: now }
  postEntries(tx, secrets, [computeRestructuringEntry(loss)], now)
  return loss.lossCentavos
}

function describeLoan({ id, retailerId, contract }: Purchase, startedOn: CalendarDate) {
  return {
    transactionId: id,
    retailerId,
    startedOn,
    firstDueDate: contract.firstDueDate,
    interestRatePM: contract.interestRatePM,
    interestCentavos: contract.totalCentavos - contract.amortizationTotalCentavos,
    feeCentavos: 0,
    retentionCentavos: 0,
    openCentavos: new Array<Centavos>(contract.numberOfInstallments).fill(contract.installmentCentavos),
  }
}

/** The transaction whose debt the agreement is about. The agreement is locked before it, everywhere in this order. */
export async function lockOriginal(
  secrets: Secrets,
  tx: Transaction,
  agreement: Purchase,
): Promise<Purchase> {
  const { id, renegotiates } = agreement
  const original = renegotiates && (await lockPurchase(tx, secrets, renegotiates))
  if (!original) throw new Error(`agreement ${id} has lost its original`)
  return original
}

/**
 * The same for an agreement that is to begin; undefined when the debt is not what was offered any more. Something was
 * paid meanwhile: the agreement would ask for it again, so it lapses.
 */
export async function lockCurrentOriginal(
  secrets: Secrets,
  tx: Transaction,
  agreement: Purchase,
): Promise<Purchase | undefined> {
  const original = await lockOriginal(secrets, tx, agreement)
  const { retailerId, id: transactionId, status } = original
  const offer = await findOffer(tx, secrets, { retailerId, transactionId, id: agreement.optionId })
  if (offer === undefined || status !== 'OPEN') return undefined
  const { totalCentavos } = await lockDebt(tx, secrets, original, offer.quotedOn)
  return totalCentavos === offer.terms.debtCentavos ? original : undefined
}

/** Books the money for the original on the day on which it was paid. Returns its loan afterwards. */
export function countForOriginal(
  app: App,
  tx: Transaction,
  about: {
    readonly original: Purchase
    readonly loan: Loan
    readonly agreementId: string
    /** What the payments were under the agreement. */
    readonly source: 'down-payment' | 'recovery'
  },
  payments: readonly NonNullable<Awaited<ReturnType<typeof carryDebt>>>[],
): Loan {
  const { secrets } = app
  const { original, agreementId, source } = about
  const { retailerId, id: transactionId } = original
  const now = app.clock.now()
  let { loan } = about
  for (const { parts, paid: to, excessCentavos, ...payment } of payments) {
    const { reference, paidOn, from, discountCentavos, takenBackCentavos } = payment
    const names = { retailerId, transactionId, agreementId, reference, paidAt: noonOf(paidOn) }
    const entries =
      loan.writtenOffOn === null
        ? computeRenegotiationPaymentEntries({
            ...names,
            from,
            discountCentavos,
            takenBackCentavos,
            to,
            excessCentavos,
          })
        : [
            computeRecoveredCountEntry({
              ...names,
              from: { kind: source, faceCentavos: from.faceCentavos },
              toFaceCentavos: to.faceCentavos,
              excessCentavos,
              takenBackCentavos,
            }),
          ]
    postWithRefunds(tx, secrets, entries, now)
    bookOverdueIof(app, tx, original, { reference, parts, paidOn })
    const accrued = composeAccruals(loan, { reference, day: paidOn, paid: parts })
    bookAccruals(tx, secrets, [accrued], now)
    loan = accrued.loan
  }
  return loan
}
