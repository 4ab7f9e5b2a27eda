import type { SuspenseReason } from '../../../contract/suspense.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type BankReport, BankReportError, type BilletKind } from './billet.ts'
import { NOTHING_PAID } from './compose.ts'
import {
  type BilletDebt,
  computeAsked,
  computeDue,
  computeLastPayDate,
  countDelay,
  type Due,
  describeDebt,
  findFace,
  type Imputation,
  imputeInFull,
  imputePart,
  isAccepted,
  sumDebt,
} from './debt.ts'
import type { BilletRow } from './store/billet-row.ts'
import type { RecordedPart, Waiver } from './store/recorded-payments.ts'

export interface Payment {
  readonly amountCentavos: Centavos
  /** The customer's day, which counts. */
  readonly paidOn: CalendarDate
  readonly creditedOn?: CalendarDate | undefined
  readonly method: BankReport['method']
}

/** Why a payment cannot pay its billet. */
export interface Refusal {
  readonly reason: SuspenseReason
  readonly expectedCentavos: Centavos | null
}

/** What a payment pays on one billet. */
interface Allocation {
  readonly billet: BilletRow
  readonly imputation: Imputation
  /** Of the face value that it takes off, what is not paid because it is not due yet; undefined for what is due. */
  readonly discountCentavos?: Centavos | undefined
  /** Of the face value that it takes off, what the lender lets go. */
  readonly releasedCentavos?: Centavos | undefined
  /** Undefined when the billet is paid, or the rest of it waived. */
  readonly left: BilletDebt | undefined
  /** What was left of it and is too little to be collected. */
  readonly waived?: Imputation | undefined
}

/** What stands in the face value and nobody pays; undefined for what is paid whole. */
export const sumUnpaid = ({
  discountCentavos,
  releasedCentavos,
}: Pick<Allocation, 'discountCentavos' | 'releasedCentavos'>): Centavos | undefined =>
  discountCentavos === undefined && releasedCentavos === undefined
    ? undefined
    : (discountCentavos ?? 0) + (releasedCentavos ?? 0)

export interface Credit {
  readonly allocations: readonly Allocation[]
  /** Paid beyond the amount due: owed back at once, never a prepayment that nobody asked for. */
  readonly excessCentavos: Centavos
}

/** What a payment paid on one billet. */
export interface PaidPart extends Imputation {
  readonly billetId: string
  readonly kind: BilletKind
  readonly installmentNumber: number
  /** Of the installment, also where the billet is a second copy. */
  readonly dueDate: CalendarDate
  readonly daysLate: number
  /** Of the face value, before the payment. */
  readonly openFaceCentavos: Centavos
  /** Of the face value that it takes off, what is not paid: it is not due yet, or the lender lets it go. */
  readonly discountCentavos: Centavos | undefined
  readonly leftCentavos: Centavos
  /** Was left of it, and is not asked for. */
  readonly waivedCentavos: Centavos
  readonly isPaid: boolean
}

/** A payment that was credited. */
export interface CreditedPayment {
  /** That the payment was made for. */
  readonly billet: Pick<BilletRow, 'id' | 'kind' | 'retailerId' | 'transactionId'>
  /** The bank's. */
  readonly reference: string
  readonly paidOn: CalendarDate
  readonly parts: readonly PaidPart[]
  /** Nothing is left to pay on an OPEN contract. */
  readonly isPaidUp: boolean
  /** CPF or CNPJ of whoever paid, where the bank says it. */
  readonly payer?: string | undefined
}

export const listPaidParts = ({ allocations }: Credit, paidOn: CalendarDate): PaidPart[] =>
  allocations.map(({ billet, imputation, left, waived, ...unpaid }) => {
    const debt = describeDebt(billet)
    return {
      ...imputation,
      billetId: billet.id,
      kind: billet.kind,
      installmentNumber: billet.installmentNumber,
      dueDate: debt.dueDate,
      daysLate: countDelay(debt, paidOn),
      openFaceCentavos: debt.openFaceCentavos,
      discountCentavos: sumUnpaid(unpaid),
      leftCentavos: left === undefined ? 0 : sumDebt(left),
      waivedCentavos: waived === undefined ? 0 : sumImputation(waived),
      isPaid: left === undefined,
    }
  })

/**
 * Undefined when the payment can be credited. "Already paid" is checked last, so that every other reason is the same in
 * whatever order the payments of one billet arrive.
 */
export function findRefusal(billet: BilletRow | undefined, { paidOn }: Payment): Refusal | undefined {
  if (billet === undefined) return { reason: 'UNKNOWN_BILLET', expectedCentavos: null }
  const { amountCentavos, canceledAt, paymentStatus } = billet
  if (canceledAt) return { reason: 'AFTER_CANCEL', expectedCentavos: amountCentavos }
  if (paidOn > computeLastPayDate(billet)) return { reason: 'AFTER_EXPIRY', expectedCentavos: amountCentavos }
  if (paymentStatus !== 'PAID') return undefined
  return { reason: 'ALREADY_PAID', expectedCentavos: computeCharges(billet, paidOn).totalCentavos }
}

/** A part payment of a debt on record, and how it was imputed. */
interface PartPayment extends Imputation {
  readonly billetId: string
  readonly paidOn: CalendarDate
}

/**
 * A billet that is neither paid nor canceled, with the payments on record in the order of their days: for a second copy
 * also those of the billets before it.
 */
export interface OpenBillet {
  readonly billet: BilletRow
  readonly parts: readonly PartPayment[]
}

/** The billet is paid, with or without an excess; undefined when the payment is too short for that. */
export function creditInFull(open: OpenBillet, payment: Payment): Credit | undefined {
  const { restCentavos, ...allocation } = allocate(open, payment)
  return allocation.left === undefined
    ? { allocations: [allocation], excessCentavos: restCentavos }
    : undefined
}

/** Whether the payment pays all that the billet asks for. */
export function isPaidInFullBy(billet: Parameters<typeof describeDebt>[0], payment: Payment): boolean {
  return sumDebt(impute(describeDebt(billet), payment).left) === 0
}

/**
 * A payment too short for its billet pays the contract's oldest open billets (Civil Code, art. 355). Its own is among
 * them and asks for more than was paid.
 */
export function creditInParts(open: readonly OpenBillet[], payment: Payment): Credit {
  const allocations: Allocation[] = []
  let rest = payment.amountCentavos
  for (const each of open.toSorted((a, b) => a.billet.installmentNumber - b.billet.installmentNumber)) {
    if (rest === 0) break
    const { restCentavos, ...allocation } = allocate(each, { ...payment, amountCentavos: rest })
    allocations.push(allocation)
    rest = restCentavos
  }
  return { allocations, excessCentavos: rest }
}

/** Of a contract that is due as a whole, what is paid beyond one billet pays the others, the oldest first. */
export function creditBeyond(full: Credit, others: readonly OpenBillet[], payment: Payment): Credit {
  const rest = creditInParts(others, { ...payment, amountCentavos: full.excessCentavos })
  return {
    allocations: [...full.allocations, ...rest.allocations],
    excessCentavos: rest.excessCentavos,
  }
}

interface Imputed {
  readonly imputation: Imputation
  readonly left: BilletDebt
  readonly restCentavos: Centavos
}

/** An amount that banks may ask for pays everything; any other pays what it can, and the rest is left over. */
function impute(debt: BilletDebt, payment: Payment): Imputed {
  const { amountCentavos, paidOn } = payment
  const day = listDays(debt, payment).find(each => isAccepted(debt, each, payment))
  if (day !== undefined) {
    const left = { ...debt, openFaceCentavos: 0, openFineCentavos: 0, openInterestCentavos: 0 }
    return { imputation: imputeInFull(debt, day, amountCentavos), left, restCentavos: 0 }
  }
  const { imputation, left } = imputePart(debt, paidOn, amountCentavos)
  return { imputation, left, restCentavos: amountCentavos - sumImputation(imputation) }
}

/**
 * Bank reports do not arrive in the order in which customers pay. Where later payments of the billet are on record, all are
 * imputed again in the order of their days, and this payment takes the difference: charges for a delay that it shows
 * never to have occurred are taken back.
 */
function allocate(
  { billet, parts }: OpenBillet,
  payment: Payment,
): Allocation & { readonly restCentavos: Centavos } {
  // What was claimed on the day of an acceleration stays claimed.
  const isInOrder = billet.claimedFrom !== null || parts.every(({ paidOn }) => paidOn <= payment.paidOn)
  const { imputation, left, restCentavos } = isInOrder
    ? impute(describeDebt(billet), payment)
    : imputeAnew(billet, parts, payment)
  return { billet, imputation, left: sumDebt(left) === 0 ? undefined : left, restCentavos }
}

function imputeAnew(billet: BilletRow, parts: readonly PartPayment[], payment: Payment): Imputed {
  const known = parts.map(part => ({
    paidOn: part.paidOn,
    amountCentavos: sumImputation(part),
    method: 'BILLET' as const,
  }))
  const paidBeforeCopy = parts
    .filter(({ billetId }) => billetId !== billet.id)
    .reduce((sum, { faceCentavos }) => sum + faceCentavos, 0)
  let left = describeDebt({ ...billet, ...NOTHING_PAID, faceCentavos: findFace(billet) + paidBeforeCopy })
  let restCentavos = 0
  const totals = { faceCentavos: 0, fineCentavos: 0, interestCentavos: 0 }
  const add = (imputation: Imputation, sign: 1 | -1): void => {
    for (const part of ['faceCentavos', 'fineCentavos', 'interestCentavos'] as const)
      totals[part] += sign * imputation[part]
  }
  for (const each of [...known, payment].toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : 1))) {
    const imputed = impute(left, each)
    add(imputed.imputation, 1)
    left = imputed.left
    restCentavos += imputed.restCentavos
  }
  for (const part of parts) add(part, -1)
  return { imputation: totals, left, restCentavos }
}

export const sumImputation = ({ faceCentavos, fineCentavos, interestCentavos }: Imputation): Centavos =>
  faceCentavos + fineCentavos + interestCentavos

/**
 * Banks charge what is overdue up to the day of the credit when it was paid on a day without business. A customer who
 * paid in time is never charged.
 */
function listDays(debt: BilletDebt, { paidOn, creditedOn }: Payment): CalendarDate[] {
  const isOverdue = computeDue(debt, paidOn).totalCentavos > debt.openFaceCentavos
  return isOverdue && creditedOn !== undefined && creditedOn > paidOn ? [paidOn, creditedOn] : [paidOn]
}

/** By kind, over all billets. */
export function sumCredit({ allocations }: Credit): Imputation {
  const sum = (part: keyof Imputation): Centavos =>
    allocations.reduce((total, { imputation }) => total + imputation[part], 0)
  return {
    faceCentavos: sum('faceCentavos'),
    fineCentavos: sum('fineCentavos'),
    interestCentavos: sum('interestCentavos'),
  }
}

/** What a billet asks for on a day. */
export function computeCharges(billet: Parameters<typeof describeDebt>[0], paidOn: CalendarDate): Due {
  return computeAsked(describeDebt(billet), paidOn)
}

/** Undefined for a report without a payment. */
export function parsePayment(report: BankReport): Payment | undefined {
  const { reference, kind, bank, amountCentavos, paidOn, pixTxid, ourNumber } = report
  const refuse = (problem: string): never => {
    throw new BankReportError('INVALID', `${reference}: ${problem}`)
  }
  if (reference === '' || reference.length > 200) refuse('a report has a reference of at most 200 characters')
  if (!/^[0-9]{3}$/.test(bank)) refuse(`${bank} is not the code of a bank`)
  if (ourNumber !== undefined && !Number.isSafeInteger(ourNumber)) refuse('the our-number is not a number')
  if (pixTxid?.includes('\0')) refuse('the txid is not text')
  if (kind !== 'paid') return undefined
  if (amountCentavos === undefined || !Number.isSafeInteger(amountCentavos) || amountCentavos < 1)
    return refuse('a payment has an amount')
  if (paidOn === undefined) return refuse('a payment has a date')
  return { amountCentavos, paidOn, creditedOn: report.creditedOn, method: report.method }
}

/** An installment is otherwise paid when no more than this part of it is left: a smaller payment was one on purpose. */
const LARGEST_REST = 0.1

/** What of a debt is let off when nothing of it is asked for any more. */
const describeRest = (left: BilletDebt): Imputation => ({
  faceCentavos: left.openFaceCentavos,
  fineCentavos: left.openFineCentavos ?? 0,
  interestCentavos: left.openInterestCentavos,
})

/**
 * Small against the installment that it is left of. A down payment is not a debt: without all of it there is no contract.
 */
function isSmall(billet: BilletRow, left: BilletDebt): boolean {
  return billet.kind === 'installment' && sumDebt(left) <= findFace(billet) * LARGEST_REST
}

export const hasSmallRest = ({ allocations }: Credit): boolean =>
  allocations.some(({ billet, left }) => left !== undefined && isSmall(billet, left))

/** The same credit with small rests waived, as long as what is waived under the contract stays within the limit. */
export function waiveSmallRests(credit: Credit, limitCentavos: Centavos): Credit {
  let leftOfLimit = limitCentavos
  const allocations = credit.allocations.map(allocation => {
    const { billet, left } = allocation
    if (left === undefined || !isSmall(billet, left) || sumDebt(left) > leftOfLimit) return allocation
    leftOfLimit -= sumDebt(left)
    return { ...allocation, left: undefined, waived: describeRest(left) }
  })
  return { ...credit, allocations }
}

export const nameWaiver = (reference: string): string => `waiver:${reference}`

/** A waiver of a locked billet. */
interface BilletWaiver extends Imputation {
  readonly billet: BilletRow
  /** Of its ledger entry. */
  readonly reference: string
  readonly waivedOn: CalendarDate
  /** Undefined: by the policy. */
  readonly decisionId?: string | undefined
}

export const describeWaiver = ({ billet, decisionId, ...waiver }: BilletWaiver): Waiver => ({
  ...waiver,
  billetId: billet.id,
  transactionId: billet.transactionId,
  installmentNumber: billet.installmentNumber,
  decisionId: decisionId ?? null,
})

/** What it takes off the face value, as a reduction that nobody paid. Charges are not in the books before they are paid. */
export const describeReduction = ({
  billet,
  reference,
  waivedOn: paidOn,
  faceCentavos,
}: BilletWaiver): RecordedPart[] =>
  faceCentavos === 0
    ? []
    : [
        {
          reference,
          billetId: billet.id,
          paidOn,
          faceCentavos,
          fineCentavos: 0,
          interestCentavos: 0,
          discountCentavos: faceCentavos,
        },
      ]
