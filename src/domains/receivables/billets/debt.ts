import { computePayableUntil, nextBusinessDay } from '../../../brazil/business-days.ts'
import {
  type ChargeRange,
  computeDailyLateInterest,
  computeFineRange,
  computeInterestRange,
  computeLateFine,
  computeLateInterest,
  computeTruncatedInterest,
  isLate,
} from '../../../brazil/late-charges.ts'
import { type CalendarDate, daysBetween } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { BankReport, Billet, BilletKind } from './billet.ts'

/** What is still owed on one billet. */
export interface BilletDebt {
  readonly kind: BilletKind
  readonly dueDate: CalendarDate
  readonly openFaceCentavos: Centavos
  /** Undefined until a late payment was charged: the fine is charged once, on the face value open when the delay began. */
  readonly openFineCentavos: Centavos | undefined
  /** Interest up to `interestFrom` that is not paid. */
  readonly openInterestCentavos: Centavos
  /** The due date, or the day of the last late part payment. */
  readonly interestFrom: CalendarDate
  /** The whole contract is due from this day on, and no fine is added any more. */
  readonly claimedFrom?: CalendarDate | undefined
  /** What the second copy asks for that stands for this debt. */
  readonly secondCopy?: AskedByCopy | undefined
}

interface AskedByCopy {
  readonly dueDate: CalendarDate
  readonly amountCentavos: Centavos
}

export interface Due {
  readonly daysLate: number
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly totalCentavos: Centavos
}

/** The face value, or charges of a delay; of a second copy, since it was issued. */
export function isPaidInPart(billet: Parameters<typeof describeDebt>[0]): boolean {
  const { partPaidCentavos, openFineCentavos, openInterestCentavos, originalDueDate } = billet
  if (originalDueDate) return findAskedByCopy(describeDebt(billet), billet.dueDate) === undefined
  return partPaidCentavos > 0 || typeof openFineCentavos === 'number' || openInterestCentavos > 0
}

export function describeDebt(billet: {
  readonly kind: BilletKind
  readonly dueDate: CalendarDate
  readonly amountCentavos: Centavos
  readonly partPaidCentavos: Centavos
  readonly openFineCentavos: Centavos | null | undefined
  readonly openInterestCentavos: Centavos
  readonly interestFrom: CalendarDate | null | undefined
  readonly faceCentavos?: Centavos | null | undefined
  readonly originalDueDate?: CalendarDate | null | undefined
  readonly claimedFrom?: CalendarDate | null | undefined
}): BilletDebt {
  const { originalDueDate, dueDate: printedDueDate, amountCentavos } = billet
  const dueDate = originalDueDate ?? printedDueDate
  return {
    kind: billet.kind,
    dueDate,
    openFaceCentavos: findFace(billet) - billet.partPaidCentavos,
    openFineCentavos: billet.openFineCentavos ?? undefined,
    openInterestCentavos: billet.openInterestCentavos,
    interestFrom: billet.interestFrom ?? dueDate,
    ...(originalDueDate && { secondCopy: { dueDate: printedDueDate, amountCentavos } }),
    ...(billet.claimedFrom && { claimedFrom: billet.claimedFrom }),
  }
}

/** The face value that payments of a billet add up to: a second copy asks for charges besides. */
export const findFace = (billet: {
  readonly amountCentavos: Centavos
  readonly faceCentavos?: Centavos | null | undefined
}): Centavos => billet.faceCentavos ?? billet.amountCentavos

/** As the law counts them: from the due date, and none for a payment by the next business day. */
export const countDelay = ({ dueDate }: Pick<BilletDebt, 'dueDate'>, day: CalendarDate): number =>
  isLate(dueDate, day) ? daysBetween(dueDate, day) : 0

/**
 * A second copy asks for charges up to its due date, even if it is paid before; afterwards for whole centavos a
 * day. Undefined for other billets, and as soon as something was paid: the debt is then less than the copy says.
 */
function findAskedByCopy(debt: BilletDebt, paidOn: CalendarDate): Centavos | undefined {
  const { secondCopy, interestFrom, openFaceCentavos } = debt
  if (secondCopy === undefined || interestFrom > secondCopy.dueDate) return undefined
  const { dueDate, amountCentavos } = secondCopy
  if (computeDue(debt, dueDate).totalCentavos !== amountCentavos) return undefined
  const days = isLate(dueDate, paidOn) ? daysBetween(dueDate, paidOn) : 0
  return amountCentavos + days * computeDailyLateInterest(openFaceCentavos)
}

/** What the billet of a debt asks for on a day: for a second copy no less than what stands on it. */
export function computeAsked(debt: BilletDebt, paidOn: CalendarDate): Due {
  const { secondCopy } = debt
  const isBefore = secondCopy !== undefined && paidOn < secondCopy.dueDate
  return computeDue(debt, isBefore && findAskedByCopy(debt, paidOn) ? secondCopy.dueDate : paidOn)
}

/**
 * What is owed on a day. A down payment is never late: there is no debt before it, and its Pix code has a fixed amount.
 */
export function computeDue(debt: BilletDebt, paidOn: CalendarDate): Due {
  const { openFaceCentavos, openInterestCentavos } = debt
  const daysLate = countDaysLate(debt, paidOn)
  const fineCentavos =
    debt.openFineCentavos ?? (isChargeable(debt, paidOn) ? computeLateFine(openFaceCentavos) : 0)
  const interestCentavos = openInterestCentavos + computeLateInterest(openFaceCentavos, daysLate)
  return {
    daysLate,
    fineCentavos,
    interestCentavos,
    totalCentavos: openFaceCentavos + fineCentavos + interestCentavos,
  }
}

const isChargeable = ({ kind, dueDate, claimedFrom }: BilletDebt, paidOn: CalendarDate): boolean =>
  kind === 'installment' && (isLate(dueDate, paidOn) || (claimedFrom !== undefined && paidOn > claimedFrom))

/** Bank reports may arrive in another order than the payments were made: a day before the last charged one adds nothing. */
const countDaysLate = (debt: BilletDebt, paidOn: CalendarDate): number =>
  isChargeable(debt, paidOn) ? Math.max(0, daysBetween(debt.interestFrom, paidOn)) : 0

/** Amounts from `leastCentavos` to `mostCentavos` pay the debt in full: banks round the same charges differently. */
export function computeAcceptance(debt: BilletDebt, paidOn: CalendarDate): ChargeRange {
  const days = countDaysLate(debt, paidOn)
  return addUp(debt, computeFines(debt, paidOn), computeInterestRange(debt.openFaceCentavos, days))
}

/**
 * The receiving bank of a Pix truncates, and counts a delay from the postponed due date (manual of the Central Bank,
 * annex III).
 */
export function computePixAcceptance(debt: BilletDebt, paidOn: CalendarDate): ChargeRange {
  const first = nextBusinessDay(debt.dueDate)
  const from = debt.interestFrom > first ? debt.interestFrom : first
  const days = isChargeable(debt, paidOn) ? Math.max(0, daysBetween(from, paidOn)) : 0
  const { leastCentavos } = computeFines(debt, paidOn)
  const fine = { leastCentavos, mostCentavos: leastCentavos }
  return addUp(debt, fine, computeTruncatedInterest(debt.openFaceCentavos, days))
}

function computeFines(debt: BilletDebt, paidOn: CalendarDate): ChargeRange {
  if (debt.openFineCentavos === undefined && isChargeable(debt, paidOn))
    return computeFineRange(debt.openFaceCentavos)
  const fineCentavos = debt.openFineCentavos ?? 0
  return { leastCentavos: fineCentavos, mostCentavos: fineCentavos }
}

function addUp(
  { openFaceCentavos, openInterestCentavos }: BilletDebt,
  fine: ChargeRange,
  interest: ChargeRange,
): ChargeRange {
  const fixed = openFaceCentavos + openInterestCentavos
  return {
    leastCentavos: fixed + fine.leastCentavos + interest.leastCentavos,
    mostCentavos: fixed + fine.mostCentavos + interest.mostCentavos,
  }
}

export function isAccepted(
  debt: BilletDebt,
  paidOn: CalendarDate,
  { amountCentavos, method }: { readonly amountCentavos: Centavos; readonly method: BankReport['method'] },
): boolean {
  const ranges = [computeAcceptance(debt, paidOn)]
  if (method === 'PIX') ranges.push(computePixAcceptance(debt, paidOn))
  const asked = findAskedByCopy(debt, paidOn)
  if (asked !== undefined) ranges.push({ leastCentavos: asked, mostCentavos: asked })
  return ranges.some(
    ({ leastCentavos, mostCentavos }) => leastCentavos <= amountCentavos && amountCentavos <= mostCentavos,
  )
}

/** How much of a payment goes to each part of a debt. */
export interface Imputation {
  readonly faceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
}

/** An accepted amount pays everything: what it leaves for the charges is all of them. */
export function imputeInFull(debt: BilletDebt, paidOn: CalendarDate, amountCentavos: Centavos): Imputation {
  const chargesCentavos = amountCentavos - debt.openFaceCentavos
  const fineCentavos = Math.min(computeDue(debt, paidOn).fineCentavos, chargesCentavos)
  const interestCentavos = chargesCentavos - fineCentavos
  return { faceCentavos: debt.openFaceCentavos, fineCentavos, interestCentavos }
}

/**
 * Interest first (Civil Code, art. 354), then the installment. The fine is not interest and comes last, which is the
 * mildest lawful order.
 */
export function imputePart(
  debt: BilletDebt,
  paidOn: CalendarDate,
  amountCentavos: Centavos,
): { readonly imputation: Imputation; readonly left: BilletDebt } {
  const due = computeDue(debt, paidOn)
  const interestCentavos = Math.min(amountCentavos, due.interestCentavos)
  const faceCentavos = Math.min(amountCentavos - interestCentavos, debt.openFaceCentavos)
  const fineCentavos = Math.min(amountCentavos - interestCentavos - faceCentavos, due.fineCentavos)
  const isCharged = isChargeable(debt, paidOn)
  return {
    imputation: { faceCentavos, fineCentavos, interestCentavos },
    left: {
      ...debt,
      openFaceCentavos: debt.openFaceCentavos - faceCentavos,
      openFineCentavos:
        isCharged || debt.openFineCentavos !== undefined ? due.fineCentavos - fineCentavos : undefined,
      openInterestCentavos: due.interestCentavos - interestCentavos,
      interestFrom: isCharged && paidOn > debt.interestFrom ? paidOn : debt.interestFrom,
    },
  }
}

export const sumDebt = ({
  openFaceCentavos,
  openFineCentavos = 0,
  openInterestCentavos,
}: BilletDebt): Centavos => openFaceCentavos + openFineCentavos + openInterestCentavos

export interface OldestFirst {
  readonly imputation: Imputation
  /** The debts after the payment, in the order in which they were given. */
  readonly left: readonly BilletDebt[]
  /** What remains when everything that is due is paid. */
  readonly restCentavos: Centavos
}

/**
 * A payment that names no installment pays the oldest due one first (Civil Code, art. 355), and each in the order of
 * imputePart. An installment that is not due yet takes nothing: its prepayment has a discount, which is not computed
 * here. `debts` are in order of their due dates.
 */
export function imputeOldestFirst(
  debts: readonly BilletDebt[],
  paidOn: CalendarDate,
  amountCentavos: Centavos,
): OldestFirst {
  let restCentavos = amountCentavos
  let total: Imputation = { faceCentavos: 0, fineCentavos: 0, interestCentavos: 0 }
  const left = debts.map(debt => {
    const isAhead = debt.claimedFrom === undefined && debt.dueDate > paidOn
    if (restCentavos === 0 || isAhead) return debt
    const { imputation, left } = imputePart(debt, paidOn, restCentavos)
    total = addImputations(total, imputation)
    restCentavos -= imputation.faceCentavos + imputation.fineCentavos + imputation.interestCentavos
    return left
  })
  return { imputation: total, left, restCentavos }
}

function addImputations(a: Imputation, b: Imputation): Imputation {
  return {
    faceCentavos: a.faceCentavos + b.faceCentavos,
    fineCentavos: a.fineCentavos + b.fineCentavos,
    interestCentavos: a.interestCentavos + b.interestCentavos,
  }
}

/** After the due date of an installment, or of its second copy. */
export const INSTALLMENT_EXPIRES_AFTER_DAYS = 30

/** The last day on which a payment counts. */
export function computeLastPayDate(
  billet: Pick<Billet, 'kind' | 'dueDate' | 'expirationDate'>,
): CalendarDate {
  return billet.kind === 'installment'
    ? computePayableUntil(billet.dueDate, INSTALLMENT_EXPIRES_AFTER_DAYS)
    : billet.expirationDate
}
