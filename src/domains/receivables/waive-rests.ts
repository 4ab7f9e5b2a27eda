import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { findWaivedRests } from '../credit/index.ts'
import { accountOf, listGenuineEntries, postEntries, sumPostings } from '../ledger/index.ts'
import { bookAccruals, composeAccruals, lockLoan } from '../loans/index.ts'
import {
  type Credit,
  describeReduction,
  describeWaiver,
  hasSmallRest,
  nameWaiver,
  sumImputation,
  waiveSmallRests,
} from './billets/credit.ts'
import { computeDue, describeDebt, type Imputation } from './billets/debt.ts'
import type { BilletRow } from './billets/store/billet-row.ts'
import { changeBillets, isPaidUp, markPaid } from './billets/store/billets.ts'
import { placeOrders } from './billets/store/orders.ts'
import { insertPayments, insertWaivers, listWaivers } from './billets/store/recorded-payments.ts'
import { computeWaiverEntry, computeWaiversReversedEntry } from './entries.ts'
import { computeReductions, listPayoffs, type Reductions } from './payoff/store.ts'

interface NamedContract {
  readonly retailerId: string
  readonly transactionId: string
}

/**
 * What a payment leaves of installments that it otherwise pays is waived up to the policy's sum, over the life of the
 * contract. Its billets are locked, so that two payments cannot use the same sum.
 */
export async function waiveRests(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, transactionId }: NamedContract,
  credit: Credit,
): Promise<Credit> {
  if (!hasSmallRest(credit)) return credit
  const [limitCentavos, { byPolicyCentavos }] = await Promise.all([
    findWaivedRests(tx, secrets, retailerId),
    sumWaivers(tx, secrets, transactionId),
  ])
  return waiveSmallRests(credit, limitCentavos - byPolicyCentavos)
}

/** What was taken off a contract without being paid: by early payments, and by waivers. Throws ForgedRow. */
export async function sumReductions(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<Reductions & Waived> {
  const [payoffs, waived] = await Promise.all([
    listPayoffs(db, secrets, transactionId),
    sumWaivers(db, secrets, transactionId),
  ])
  return { ...computeReductions(payoffs), ...waived }
}

/** What a customer was let off. */
interface Waived {
  readonly byPolicyCentavos: Centavos
  readonly byPeopleCentavos: Centavos
}

async function sumWaivers(db: Queryable, secrets: Secrets, transactionId: string): Promise<Waived> {
  let byPolicyCentavos = 0
  let byPeopleCentavos = 0
  for (const waiver of await listWaivers(db, secrets, transactionId)) {
    if (waiver.decisionId === null) byPolicyCentavos += sumImputation(waiver)
    else byPeopleCentavos += sumImputation(waiver)
  }
  return { byPolicyCentavos, byPeopleCentavos }
}

interface WaivedInstallment extends Imputation {
  readonly reference: string
  readonly installmentNumber: number
  readonly billetId: string
  readonly dueDate: CalendarDate
  readonly daysLate: number
  readonly openFaceCentavos: Centavos
  /** Nothing of the contract is open any more. */
  readonly isPaidUp: boolean
}

/**
 * People let the customer off what is open of an installment today: it is settled without money, and earns what is left of
 * its interest. Purchase and billet are locked, and the billet is open.
 */
export async function waiveInstallment(
  { secrets, clock }: App,
  tx: Transaction,
  billet: BilletRow,
  decisionId: string,
): Promise<WaivedInstallment> {
  const now = clock.now()
  const day = calendarDateAt(now)
  const { retailerId, transactionId, installmentNumber } = billet
  const debt = describeDebt(billet)
  const { fineCentavos, interestCentavos, daysLate } = computeDue(debt, day)
  const waived = { faceCentavos: debt.openFaceCentavos, fineCentavos, interestCentavos }
  const reference = nameWaiver(decisionId)
  const waiver = { billet, reference, waivedOn: day, decisionId, ...waived }
  insertPayments(tx, secrets, describeReduction(waiver))
  insertWaivers(tx, secrets, [describeWaiver(waiver)])
  changeBillets(tx, secrets, [{ billet, to: markPaid(noonOf(day), reference) }])
  placeOrders(tx, 'write-off', [billet], now)
  const loan = await lockLoan(tx, transactionId)
  if (loan === undefined || (loan.endedOn !== null && waived.faceCentavos > 0))
    throw new Error(`contract ${transactionId} is not running`)
  if (waived.faceCentavos > 0) {
    const names = { retailerId, transactionId, reference, waivedAt: now, loan }
    postEntries(tx, secrets, [computeWaiverEntry({ ...names, faceCentavos: waived.faceCentavos })], now)
  }
  const paid = [{ installmentNumber, faceCentavos: waived.faceCentavos }]
  // A loan of which only charges were open has ended already.
  if (loan.endedOn === null) bookAccruals(tx, secrets, [composeAccruals(loan, { reference, day, paid })], now)
  return {
    ...waived,
    reference,
    installmentNumber,
    billetId: billet.id,
    dueDate: debt.dueDate,
    daysLate,
    openFaceCentavos: debt.openFaceCentavos,
    isPaidUp: await isPaidUp(tx, secrets, transactionId),
  }
}

/**
 * A contract that ends as if it had never been gives back what was paid, and nothing that was waived. Idempotent; the
 * contract is locked.
 */
export async function reverseWaivers(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, transactionId }: NamedContract,
  now: Date,
): Promise<void> {
  if ((await listWaivers(tx, secrets, transactionId)).length === 0) return
  const entries = await listGenuineEntries(tx, secrets, { transactionIds: [transactionId], accounts: [] })
  const own = entries.filter(({ kind }) => kind === 'waiver' || kind === 'waiver-reversed')
  const claim = accountOf.memoWrittenOff(transactionId)
  const amountCentavos = sumPostings(own, account => account === 'waived')
  const claimCentavos = -sumPostings(own, account => account === claim)
  if (amountCentavos === 0 && claimCentavos === 0) return
  const reversed = { retailerId, transactionId, amountCentavos, claimCentavos, reversedAt: now }
  postEntries(tx, secrets, [computeWaiversReversedEntry(reversed)], now)
}
