import { computePayoff, computePremiumRefund } from '../../../brazil/payoff.ts'
import type { LoanScale } from '../../../brazil/present-value.ts'
import { addMonths, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import type { Billet } from '../billets/billet.ts'
import { lockOpenBillets } from '../billets/billet-payments.ts'
import {
  type BilletDebt,
  computeDue,
  countDelay,
  type Due,
  describeDebt,
  imputeOldestFirst,
} from '../billets/debt.ts'
import type { BilletRow } from '../billets/store/billet-row.ts'
import { listBillets } from '../billets/store/billets.ts'

/** What a debt is read from: a purchase, as far as its debt goes. */
export interface IndebtedContract {
  readonly id: string
  readonly retailerId: string
  readonly contract: LoanScale & { readonly premiumCentavos: Centavos; readonly numberOfInstallments: number }
  readonly completedAt: Date | undefined
}

/** What a debt is computed from: the living billet of an installment. */
export type IndebtedBillet = Parameters<typeof describeDebt>[0] &
  Pick<Billet, 'id' | 'installmentNumber' | 'installmentCount'>

/** An installment that fell due on the day or before it. */
export interface OverdueDebt<Issued extends IndebtedBillet = IndebtedBillet> {
  readonly billet: Issued
  readonly installmentNumber: number
  /** Of the contract; its billet may have a later one. */
  readonly dueDate: CalendarDate
  readonly daysLate: number
  /** What is not paid of the face value. */
  readonly faceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly totalCentavos: Centavos
}

export interface FutureDebt<Issued extends IndebtedBillet = IndebtedBillet> {
  readonly billet: Issued
  readonly installmentNumber: number
  readonly dueDate: CalendarDate
  readonly faceCentavos: Centavos
  readonly presentCentavos: Centavos
}

/** What is still owed on an installment, with the charges of its delay up to the day. */
interface OpenInstallment extends BilletDebt, Due {
  readonly billetId: string
  readonly installmentNumber: number
  readonly installmentCount: number
}

/** What a customer owes on a contract on a day. Parts that were paid are not in it. */
export interface Debt<Issued extends IndebtedBillet = IndebtedBillet> {
  readonly date: CalendarDate
  /** What is not paid of each installment, whenever it falls due. */
  readonly open: readonly OpenInstallment[]
  /** The oldest first. */
  readonly overdue: readonly OverdueDebt<Issued>[]
  readonly future: readonly FutureDebt<Issued>[]
  readonly overdueCentavos: Centavos
  /** Present value of the future installments. */
  readonly presentCentavos: Centavos
  readonly discountCentavos: Centavos
  readonly totalCentavos: Centavos
  /** The part of the premium for the time after the day. It is the customer's when the contract ends on that day. */
  readonly unusedPremiumCentavos: Centavos
  /** What an amount that is paid on the day leaves of the face value of every open installment. */
  readonly computeOpenFaces: (paidCentavos: Centavos) => OpenFace[]
}

interface OpenFace {
  readonly installmentNumber: number
  readonly dueDate: CalendarDate
  readonly faceCentavos: Centavos
}

/** `billets` are the installments that are neither paid nor canceled, one for each installment. */
export function computeDebt<Issued extends IndebtedBillet>(
  purchase: Pick<IndebtedContract, 'contract' | 'completedAt'>,
  billets: readonly Issued[],
  date: CalendarDate,
): Debt<Issued> {
  const { contract: terms } = purchase
  const ordered = billets.toSorted((a, b) => a.installmentNumber - b.installmentNumber)
  const open = new Array<Centavos>(ordered[0]?.installmentCount ?? 0).fill(0)
  // Of a contract that is due as a whole nothing is ahead.
  for (const billet of ordered)
    open[billet.installmentNumber - 1] = isClaimed(billet, date) ? 0 : describeDebt(billet).openFaceCentavos
  const { future: priced } = computePayoff(terms, open, date)
  const future = ordered.flatMap(billet => {
    const found = priced.find(({ installmentNumber }) => installmentNumber === billet.installmentNumber)
    return found === undefined ? [] : [{ billet, dueDate: findDueDate(terms, billet), ...found }]
  })
  const overdue = ordered
    .filter(billet => future.every(each => each.billet !== billet))
    .map(billet => {
      const debt = describeDebt(billet)
      const { installmentNumber } = billet
      const dueDate = findDueDate(terms, billet)
      const charged = computeDue(debt, date)
      return { billet, installmentNumber, dueDate, faceCentavos: debt.openFaceCentavos, ...charged }
    })
  const overdueCentavos = overdue.reduce((sum, { totalCentavos }) => sum + totalCentavos, 0)
  const presentCentavos = future.reduce((sum, each) => sum + each.presentCentavos, 0)
  const futureCentavos = future.reduce((sum, { faceCentavos }) => sum + faceCentavos, 0)
  return {
    date,
    open: ordered.map(billet => describeOpen(billet, date)),
    overdue,
    future,
    overdueCentavos,
    presentCentavos,
    discountCentavos: futureCentavos - presentCentavos,
    totalCentavos: overdueCentavos + presentCentavos,
    unusedPremiumCentavos: computeUnusedPremium(purchase, date),
    computeOpenFaces: paidCentavos => computeOpenFaces([...overdue, ...future], date, paidCentavos),
  }
}

function computeUnusedPremium(
  { contract, completedAt }: Pick<IndebtedContract, 'contract' | 'completedAt'>,
  date: CalendarDate,
): Centavos {
  if (completedAt === undefined || contract.premiumCentavos === 0) return 0
  const { premiumCentavos, firstDueDate, numberOfInstallments } = contract
  const startedOn = calendarDateAt(completedAt)
  return computePremiumRefund({
    premiumCentavos,
    startedOn,
    firstDueDate,
    numberOfInstallments,
    settledOn: date,
  })
}

function describeOpen(billet: IndebtedBillet, date: CalendarDate): OpenInstallment {
  const { id: billetId, installmentNumber, installmentCount } = billet
  const debt = describeDebt(billet)
  // Interest counts from the last part payment, the delay from the due date.
  const daysLate = countDelay(debt, date)
  return { ...debt, ...computeDue(debt, date), daysLate, billetId, installmentNumber, installmentCount }
}

function computeOpenFaces(
  open: readonly (OverdueDebt | FutureDebt)[],
  date: CalendarDate,
  paidCentavos: Centavos,
): OpenFace[] {
  const debts = open.map(({ billet }) => describeDebt(billet))
  const { left } = imputeOldestFirst(debts, date, paidCentavos)
  return open.map(({ installmentNumber, dueDate }, index) => ({
    installmentNumber,
    dueDate,
    faceCentavos: left[index]?.openFaceCentavos ?? 0,
  }))
}

const isClaimed = ({ claimedFrom }: IndebtedBillet, date: CalendarDate): boolean =>
  typeof claimedFrom === 'string' && claimedFrom <= date

const findDueDate = ({ firstDueDate }: LoanScale, { installmentNumber }: IndebtedBillet): CalendarDate =>
  addMonths(firstDueDate, installmentNumber - 1)

/** The debt as it stands now, valued on a day. Nothing is owed before the contract starts. */
export async function readDebt(
  { database, secrets }: { readonly database: Queryable; readonly secrets: Secrets },
  purchase: IndebtedContract,
  date: CalendarDate,
): Promise<Debt<Billet>> {
  const billets = await listBillets(database, secrets, purchase.retailerId, purchase.id)
  const open = billets.filter(
    ({ kind, paymentStatus, canceledAt }) =>
      kind === 'installment' && paymentStatus === 'PENDING' && canceledAt === undefined,
  )
  return computeDebt(purchase, open, date)
}

/** The same with the billets locked. The purchase is locked already. */
export async function lockDebt(
  tx: Transaction,
  secrets: Secrets,
  purchase: IndebtedContract,
  date: CalendarDate,
): Promise<Debt<BilletRow>> {
  const open = await lockOpenBillets(tx, secrets, { transactionId: purchase.id, kind: 'installment' })
  const billets = open.map(({ billet }) => billet)
  return computeDebt(purchase, billets, date)
}
