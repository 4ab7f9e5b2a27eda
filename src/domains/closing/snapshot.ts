import { nextBusinessDay } from '../../brazil/business-days.ts'
import { addMonths, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { computeStage, type Loan } from '../loans/index.ts'

/** Kinds of accounts that belong to one contract, and where a snapshot keeps them. */
export const CONTRACT_KINDS = {
  customer: 'customerCentavos',
  'unearned-interest': 'unearnedCentavos',
  'deferred-fee': 'deferredFeeCentavos',
  'deferred-retention': 'deferredRetentionCentavos',
  'deferred-cost': 'deferredCostCentavos',
  'deferred-late-charges': 'deferredChargesCentavos',
  restructuring: 'restructuringCentavos',
  allowance: 'allowanceCentavos',
  'memo-written-off': 'writtenOffCentavos',
} as const satisfies Readonly<Record<string, keyof SnapshotRow>>

type ContractBalances = {
  readonly [Member in (typeof CONTRACT_KINDS)[keyof typeof CONTRACT_KINDS]]: Centavos
}

/** A contract at a month end. Balances are signed as in the books: debits are positive. */
export interface SnapshotRow {
  readonly transactionId: string
  readonly customerCentavos: Centavos
  readonly unearnedCentavos: Centavos
  readonly deferredFeeCentavos: Centavos
  readonly deferredRetentionCentavos: Centavos
  readonly deferredCostCentavos: Centavos
  readonly deferredChargesCentavos: Centavos
  readonly restructuringCentavos: Centavos
  readonly allowanceCentavos: Centavos
  readonly writtenOffCentavos: Centavos
  /** Null, as everything below, where money is held for a contract that has not begun. */
  readonly retailerId: string | null
  /** Blind index of who sold it, where it was sold by a payment link. */
  readonly sellerIndex: Buffer | null
  /** The month of release is that of this day. */
  readonly startedOn: CalendarDate | null
  readonly firstDueDate: CalendarDate | null
  readonly interestRatePM: number | null
  /** By installment: face value that is not paid. */
  readonly openCentavos: readonly Centavos[] | null
  /** Interest is earned up to this day. */
  readonly accruedThrough: CalendarDate | null
  readonly acceleratedOn: CalendarDate | null
  readonly writtenOffOn: CalendarDate | null
  readonly daysPastDue: number | null
  readonly stage: 1 | 2 | 3 | null
  readonly isAgreement: boolean
}

/** What the assets hold of a contract before its allowance: the installments at present value, and what a concession took off. */
export const computeGross = (
  row: Pick<SnapshotRow, 'customerCentavos' | 'unearnedCentavos' | 'restructuringCentavos'>,
): Centavos => row.customerCentavos + row.unearnedCentavos + row.restructuringCentavos

export const NO_BALANCES: ContractBalances = {
  customerCentavos: 0,
  unearnedCentavos: 0,
  deferredFeeCentavos: 0,
  deferredRetentionCentavos: 0,
  deferredCostCentavos: 0,
  deferredChargesCentavos: 0,
  restructuringCentavos: 0,
  allowanceCentavos: 0,
  writtenOffCentavos: 0,
}

/** An installment as it was asked for, and what was paid of it since, the newest first. */
export interface InstallmentHistory {
  readonly installmentNumber: number
  readonly faceCentavos: Centavos
  readonly payments: readonly { readonly paidOn: CalendarDate; readonly faceCentavos: Centavos }[]
}

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, each) => total + each, 0)

/**
 * What was open by installment when the books held `owedCentavos`. Events since then have changed the loan: the newest
 * payments are taken back until the sum fits. Where something else has changed it, a cancellation for instance, the last
 * installments are taken as open, because payments pay the oldest first.
 */
function computeOpenAt(
  open: readonly Centavos[],
  owedCentavos: Centavos,
  history: readonly InstallmentHistory[],
): readonly Centavos[] {
  if (sum(open) === owedCentavos) return open
  const payments = history
    .flatMap(({ installmentNumber, payments: each }) =>
      each.map(payment => ({ installmentNumber, ...payment })),
    )
    .toSorted((one, other) => (one.paidOn < other.paidOn ? 1 : one.paidOn > other.paidOn ? -1 : 0))
  const restored = [...open]
  for (const { installmentNumber, faceCentavos } of payments) {
    restored[installmentNumber - 1] = (restored[installmentNumber - 1] ?? 0) + faceCentavos
    if (sum(restored) === owedCentavos) return restored
    if (sum(restored) > owedCentavos) break
  }
  return fillFromLast(open.length, owedCentavos, history)
}

function fillFromLast(
  count: number,
  owedCentavos: Centavos,
  history: readonly InstallmentHistory[],
): readonly Centavos[] {
  const faces = new Map(
    history.map(({ installmentNumber, faceCentavos }) => [installmentNumber, faceCentavos]),
  )
  const filled = new Array<Centavos>(count).fill(0)
  let left = Math.max(0, owedCentavos)
  for (let index = count - 1; index >= 0 && left > 0; index--) {
    const face = index === 0 ? left : Math.min(left, faces.get(index + 1) ?? left)
    filled[index] = face
    left -= face
  }
  return filled
}

/** Of the oldest open installment, from its due date; none while it may still be paid in time on the next business day. */
function computeDaysPastDue(
  firstDueDate: CalendarDate,
  open: readonly Centavos[],
  day: CalendarDate,
): number {
  const oldest = open.findIndex(face => face > 0)
  if (oldest === -1) return 0
  const dueDate = addMonths(firstDueDate, oldest)
  return day > nextBusinessDay(dueDate) ? daysBetween(dueDate, day) : 0
}

/** What is known of a contract beside the books. */
export interface ContractFacts {
  readonly loan: Loan | undefined
  readonly stage: 1 | 2 | 3 | undefined
  readonly sellerIndex: Buffer | undefined
  readonly isAgreement: boolean
  readonly history: readonly InstallmentHistory[]
}

export function composeRow(
  transactionId: string,
  monthEnd: CalendarDate,
  balances: ContractBalances,
  { loan, stage, sellerIndex, isAgreement, history }: ContractFacts,
): SnapshotRow {
  const none = {
    retailerId: null,
    sellerIndex: null,
    startedOn: null,
    firstDueDate: null,
    interestRatePM: null,
    openCentavos: null,
    accruedThrough: null,
    acceleratedOn: null,
    writtenOffOn: null,
    daysPastDue: null,
    stage: null,
  }
  if (loan === undefined || loan.startedOn > monthEnd)
    return { transactionId, ...balances, ...none, isAgreement }
  const { retailerId, startedOn, firstDueDate, interestRatePM, accruedThrough } = loan
  const untilEnd = (day: CalendarDate | null): CalendarDate | null =>
    day !== null && day <= monthEnd ? day : null
  const writtenOffOn = untilEnd(loan.writtenOffOn)
  const owedCentavos = writtenOffOn === null ? balances.customerCentavos : balances.writtenOffCentavos
  const openCentavos = computeOpenAt(loan.openCentavos, owedCentavos, history)
  const daysPastDue = computeDaysPastDue(firstDueDate, openCentavos, monthEnd)
  const isLeft = writtenOffOn === null && hasLeftSince(loan, monthEnd)
  return {
    transactionId,
    ...balances,
    retailerId,
    sellerIndex: sellerIndex ?? null,
    startedOn,
    firstDueDate,
    interestRatePM,
    openCentavos,
    accruedThrough: accruedThrough !== null && accruedThrough > monthEnd ? monthEnd : accruedThrough,
    acceleratedOn: untilEnd(loan.acceleratedOn),
    writtenOffOn,
    daysPastDue,
    stage: stage ?? (isLeft ? findStage(loan, daysPastDue, monthEnd) : null),
    isAgreement,
  }
}

/**
 * Paid, canceled, written off or sold after the month end: where that was before the month was provided for, nothing is
 * provided for any more, and the allowance is the one of the month before.
 */
const hasLeftSince = ({ endedOn, writtenOffOn, assignedOn }: Loan, monthEnd: CalendarDate): boolean =>
  [endedOn, writtenOffOn, assignedOn].some(day => day !== null && day > monthEnd)

const findStage = ({ problemSince, curedOn }: Loan, daysPastDue: number, monthEnd: CalendarDate): 1 | 2 | 3 =>
  computeStage(daysPastDue, {
    isProblemAsset: problemSince !== null && problemSince <= monthEnd,
    isCured: curedOn !== null && curedOn <= monthEnd,
  })

/** The row as the keyed hash covers it: the order of the fields is part of the format. */
export const describeRow = (row: SnapshotRow): readonly unknown[] => [
  row.transactionId,
  ...Object.values(CONTRACT_KINDS).map(member => row[member]),
  row.retailerId,
  row.sellerIndex?.toString('hex') ?? null,
  row.startedOn,
  row.firstDueDate,
  row.interestRatePM,
  row.openCentavos,
  row.accruedThrough,
  row.acceleratedOn,
  row.writtenOffOn,
  row.daysPastDue,
  row.stage,
  row.isAgreement,
]
