import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import {
  composeTxid,
  coverBillets,
  getAccountOf,
  issueBillets,
  type ReadSandboxRegistration,
} from '../../modules/billets/index.ts'
import { requiresInvoice } from '../../modules/credit/index.ts'
import { findCurrentInvoice } from '../../modules/invoices/index.ts'
import {
  accountOf,
  computeBalance,
  computeContractEntry,
  computeRefundEntry,
  postEntries,
} from '../../modules/ledger/index.ts'
import { insertLoans, type Loan, openLoan } from '../../modules/loans/index.ts'
import { openCharges } from '../../modules/pix/index.ts'
import { computeDueDates } from '../../modules/pricing/index.ts'
import { computeTransfer, describePayer, type Purchase } from '../../modules/transactions/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { NumberMarks } from '../../platform/deployment/number-marks.ts'
import { postWithRefunds } from '../refunds/post-refunds.ts'

export interface Completion {
  readonly completedAt: Date
  readonly transferCentavos: Centavos
  /** Undefined while the transfer waits for an invoice. */
  readonly transferDueAt: Date | undefined
  /** Money of an earlier contract covers all of this one. */
  readonly isPaidUp: boolean
}

/**
 * The contract starts: installment billets are issued, the debt is booked and the transfer to the retailer is
 * scheduled.
 */
export async function completeContract(
  context: {
    readonly secrets: Secrets
    readonly clock: Clock
    readonly marks?: NumberMarks | undefined
    readonly readSandboxRegistration?: ReadSandboxRegistration | undefined
  },
  tx: Transaction,
  purchase: Purchase,
  now: Date,
): Promise<Completion> {
  const { retailerId, id: transactionId, downPaymentCentavos, contract } = purchase
  const [account, balance, needsInvoice, invoice, sandboxRegistration] = await Promise.all([
    getAccountOf(tx, context.secrets, retailerId),
    computeBalance(tx, accountOf.customer(transactionId)),
    requiresInvoice(tx, purchase.decisionId),
    findCurrentInvoice(tx, transactionId),
    context.readSandboxRegistration?.(retailerId, tx),
  ])
  const creditCentavos = -balance - downPaymentCentavos
  if (creditCentavos < 0) throw new Error(`transaction ${transactionId} completes without its down payment`)
  const credited = spreadCredit(contract.installmentCentavos, contract.numberOfInstallments, creditCentavos)
  const today = calendarDateAt(now)
  const dueDates = computeDueDates(contract.firstDueDate, contract.numberOfInstallments)
  postEntries(tx, [composeContractEntry(purchase, now)], now)
  insertLoans(tx, [composeLoan(purchase, today, credited)])
  const billets = await issueBillets(
    tx,
    context.secrets,
    {
      retailerId,
      transactionId,
      account,
      payer: describePayer(purchase),
      issuedAt: now,
      issuedOn: today,
      sandboxRegistration,
      downPaymentCentavos: 0,
      installments: dueDates.map((dueDate, index) => ({
        // A replacement contract keeps its predecessor's dates, but no billet can be due in the past.
        dueDate: dueDate < today ? today : dueDate,
        amountCentavos: contract.installmentCentavos - (credited[index] ?? 0) || contract.installmentCentavos,
      })),
    },
    context.marks,
  )
  openCharges(tx, billets.map(composeTxid), now)
  const covered = billets.filter(
    ({ installmentNumber }) => credited[installmentNumber - 1] === contract.installmentCentavos,
  )
  if (covered.length > 0) coverBillets(tx, covered, now)
  refundExcess(tx, purchase, creditCentavos - contract.totalCentavos, now)
  return {
    completedAt: now,
    transferCentavos: computeTransfer(purchase),
    transferDueAt: needsInvoice && invoice?.state !== 'VALIDATED' ? undefined : now,
    isPaidUp: covered.length === billets.length,
  }
}

/**
 * The credit per installment, in order. A billet asks for the rest; a fully credited one shows its full amount as paid.
 */
function spreadCredit(installmentCentavos: Centavos, count: number, creditCentavos: Centavos): Centavos[] {
  let left = creditCentavos
  return Array.from({ length: count }, () => {
    const part = Math.min(left, installmentCentavos)
    left -= part
    return part
  })
}

function composeContractEntry(purchase: Purchase, now: Date) {
  const { contract, netLoanCentavos } = purchase
  return computeContractEntry({
    retailerId: purchase.retailerId,
    transactionId: purchase.id,
    startedAt: now,
    downPaymentCentavos: purchase.downPaymentCentavos,
    installmentsCentavos: contract.totalCentavos,
    transferCentavos: netLoanCentavos - contract.retentionCentavos - contract.cmCentavos,
    commissionCentavos: contract.cmCentavos,
    retentionCentavos: contract.retentionCentavos,
    iofCentavos: contract.totalIofCentavos,
    interestCentavos: contract.totalCentavos - contract.amortizationTotalCentavos,
    feeCentavos: contract.tcCentavos,
    premiumCentavos: contract.premiumCentavos,
  })
}

/** What the books go on with: the interest of each installment is earned by the day. */
function composeLoan(purchase: Purchase, today: CalendarDate, credited: readonly Centavos[]): Loan {
  const { contract } = purchase
  return openLoan({
    transactionId: purchase.id,
    retailerId: purchase.retailerId,
    startedOn: today,
    firstDueDate: contract.firstDueDate,
    interestRatePM: contract.interestRatePM,
    interestCentavos: contract.totalCentavos - contract.amortizationTotalCentavos,
    feeCentavos: contract.tcCentavos,
    retentionCentavos: contract.retentionCentavos,
    openCentavos: credited.map(part => contract.installmentCentavos - part),
  })
}

function refundExcess(tx: Transaction, purchase: Purchase, excessCentavos: Centavos, now: Date): void {
  if (excessCentavos <= 0) return
  const entry = computeRefundEntry({
    retailerId: purchase.retailerId,
    transactionId: purchase.id,
    reference: `refund:excess:${purchase.id}`,
    refundable: new Map([[accountOf.customer(purchase.id), excessCentavos]]),
    decidedAt: now,
  })
  if (entry !== undefined) postWithRefunds(tx, [entry], now)
}
