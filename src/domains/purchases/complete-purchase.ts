import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { type Centavos, divideCentavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { requiresInvoice } from '../credit/index.ts'
import { accountOf, computeGenuineBalance, postEntries } from '../ledger/index.ts'
import { startLoan } from '../loans/index.ts'
import { computeDueDates, computePartialReturn } from '../pricing/index.ts'
import { type Billet, issueReceivables, type lockDebt } from '../receivables/index.ts'
import { postWithRefunds } from '../refunds/index.ts'
import { computeContractEntry, computeRefundEntry, type IofCharge } from './entries.ts'
import { type ContractFigures, computeTransfer, describePayer, type Purchase } from './purchase.ts'

type Receivables = Parameters<typeof issueReceivables>[2]

/** How billets come to be: a preview takes no numbers for them. */
export type IssueBillets = (...args: Parameters<typeof issueReceivables>) => Promise<Billet[]>

/** From the contract that a replacement takes the place of. */
export interface TakenOver extends CarriedPayments {
  readonly iofCharge: IofCharge | undefined
}

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
  context: App,
  tx: Transaction,
  purchase: Purchase,
  now: Date,
  takenOver?: TakenOver,
  issue: IssueBillets = issueReceivables,
): Promise<Completion> {
  const { secrets } = context
  const { retailerId, id: transactionId, downPaymentCentavos, contract } = purchase
  const [balance, needsInvoice, invoice] = await Promise.all([
    computeGenuineBalance(tx, secrets, accountOf.customer(transactionId)),
    requiresInvoice(tx, secrets, purchase.decisionId),
    context.reactions.purchaseCompleted(tx, secrets, transactionId),
  ])
  const creditCentavos = -balance - downPaymentCentavos
  if (creditCentavos < 0) throw new Error(`transaction ${transactionId} completes without its down payment`)
  const credited = takenOver?.creditedCentavos ?? contract.amortizationCentavos.map(() => 0)
  const today = calendarDateAt(now)
  postEntries(tx, secrets, [composeContractEntry(purchase, now, takenOver?.iofCharge)], now)
  const isReplacement = purchase.completedAt !== undefined
  startLoan(tx, secrets, describeLoan(purchase, credited, today), { now, isReplacement })
  const isCovered = ({ installmentNumber }: Billet) =>
    credited[installmentNumber - 1] === contract.installmentCentavos
  const billets = await issue(
    context,
    tx,
    {
      retailerId,
      transactionId,
      payer: describePayer(purchase),
      issuedAt: now,
      issuedOn: today,
      downPaymentCentavos: 0,
      installments: describeInstallments(contract, credited, today, takenOver?.openCharges),
    },
    isCovered,
  )
  refundSurplus(tx, secrets, purchase, creditCentavos - credited.reduce((sum, part) => sum + part, 0), now)
  return {
    completedAt: now,
    transferCentavos: computeTransfer(purchase),
    transferDueAt: needsInvoice && invoice?.state !== 'VALIDATED' ? undefined : now,
    isPaidUp: billets.every(isCovered),
  }
}

/**
 * What the billets of a contract ask for. A replacement keeps its predecessor's dates, but an overdue installment without
 * `charges` falls due today.
 */
export function describeInstallments(
  { firstDueDate, numberOfInstallments, installmentCentavos }: ContractFigures,
  credited: readonly Centavos[],
  today: CalendarDate,
  openCharges?: ReadonlyMap<number, OpenCharges>,
): Receivables['installments'] {
  return computeDueDates(firstDueDate, numberOfInstallments).map((dueDate, index) => {
    const openCentavos = installmentCentavos - (credited[index] ?? 0)
    const charges = openCentavos === 0 ? undefined : openCharges?.get(index + 1)
    return {
      dueDate: dueDate < today && charges === undefined ? today : dueDate,
      amountCentavos: openCentavos || installmentCentavos,
      charges,
    }
  })
}

type OpenCharges = NonNullable<Receivables['installments'][number]['charges']>

function composeContractEntry(purchase: Purchase, now: Date, iofCharge: IofCharge | undefined) {
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
    iofCharge,
  })
}

/** A replacement counts from the day of the contract before it. */
function describeLoan(purchase: Purchase, credited: readonly Centavos[], today: CalendarDate) {
  const { id: transactionId, retailerId, contract, contractDate, completedAt } = purchase
  return {
    transactionId,
    retailerId,
    startedOn: completedAt === undefined ? today : (contractDate ?? calendarDateAt(completedAt)),
    firstDueDate: contract.firstDueDate,
    interestRatePM: contract.interestRatePM,
    interestCentavos: contract.totalCentavos - contract.amortizationTotalCentavos,
    feeCentavos: contract.tcCentavos,
    retentionCentavos: contract.retentionCentavos,
    openCentavos: credited.map(part => contract.installmentCentavos - part),
  }
}

/** What the customer paid beyond what is owed on a contract that replaces another one. */
export function refundSurplus(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  surplusCentavos: Centavos,
  now: Date,
): void {
  if (surplusCentavos <= 0) return
  const entry = computeRefundEntry({
    retailerId: purchase.retailerId,
    transactionId: purchase.id,
    reference: `refund:excess:${purchase.id}`,
    refundable: new Map([[accountOf.customer(purchase.id), surplusCentavos]]),
    decidedAt: now,
  })
  if (entry !== undefined) postWithRefunds(tx, secrets, [entry], now)
}

/** How the money of a contract counts for its replacement. */
export interface CarriedPayments {
  /** By installment. A billet asks for the rest; a fully credited one shows its full amount as paid. */
  readonly creditedCentavos: readonly Centavos[]
  readonly refundCentavos: Centavos
  /** By number: unpaid charges of a delay. */
  readonly openCharges: ReadonlyMap<number, OpenCharges>
}

/** An installment of the contract before that is not paid. */
type OpenInstallment = Awaited<ReturnType<typeof lockDebt>>['open'][number]

/** What was paid of the face value of each installment. */
function listPaid({ contract }: Purchase, open: readonly OpenInstallment[]): readonly Centavos[] {
  const left = new Map(open.map(each => [each.installmentNumber, each.openFaceCentavos]))
  return contract.amortizationCentavos.map(
    (_, index) => contract.installmentCentavos - (left.get(index + 1) ?? 0),
  )
}

/** What was given back counts as never bought, and the surplus is refunded. */
export function carryPayments(
  old: Purchase,
  reduced: ContractFigures,
  open: readonly OpenInstallment[],
): CarriedPayments {
  const paidCentavos = listPaid(old, open)
  const openCharges = new Map(
    open.map(each => [each.installmentNumber, shrinkCharges(each, old.contract, reduced)]),
  )
  return { ...computePartialReturn(old.contract, reduced, paidCentavos), openCharges }
}

/** Charges are a part of the installment, so what is not paid of them shrinks with it. */
function shrinkCharges(
  { openFineCentavos, openInterestCentavos, interestFrom, dueDate }: OpenInstallment,
  contract: ContractFigures,
  reduced: ContractFigures,
): OpenCharges {
  const shrink = (charge: Centavos): Centavos =>
    divideCentavos(charge * reduced.installmentCentavos, contract.installmentCentavos)
  return {
    openFineCentavos: openFineCentavos === undefined ? undefined : shrink(openFineCentavos),
    openInterestCentavos: shrink(openInterestCentavos),
    interestFrom: interestFrom === dueDate ? undefined : interestFrom,
  }
}
