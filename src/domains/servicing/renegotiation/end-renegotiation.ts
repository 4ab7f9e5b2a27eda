import type { App } from '../../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { divideCentavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { accountOf, computeGenuineBalance, type Entry, findEntry, postEntries } from '../../ledger/index.ts'
import {
  closeSuspendedLoan,
  endLoan,
  findLoans,
  findOldestUnpaid,
  type Loan,
  lockLoan,
  resumeLoan,
} from '../../loans/index.ts'
import { advancePurchase, listRenegotiations, lockPurchase, type Purchase } from '../../purchases/index.ts'
import { computeLastKeptDay } from '../../quoting/index.ts'
import { isReadBeyond, reverseWaivers, reviveDebt } from '../../receivables/index.ts'
import {
  computeRenegotiationBrokenEntry,
  computeRenegotiationChargesEntry,
  nameRenegotiation,
  nameRestructuring,
} from './entries.ts'
import { countForOriginal, lockCurrentOriginal, lockOriginal } from './open-renegotiation.ts'

interface BrokenRenegotiation {
  /** Locked. */
  readonly original: Purchase
  /** What was paid under the agreement covers all of the old debt. */
  readonly isPaidUp: boolean
}

/**
 * A broken agreement ends, and the debt does not: its billets are canceled, the original's debt is in the books again,
 * every payment counts for it on the day on which it was made, and new billets ask for the rest. None of it is refunded,
 * nothing is forgiven, and the retailer's money is untouched. The agreement is locked.
 */
export async function breakRenegotiation(
  app: App,
  tx: Transaction,
  agreement: Purchase,
  now: Date,
): Promise<BrokenRenegotiation> {
  const { secrets } = app
  const original = await lockOriginal(secrets, tx, agreement)
  const { completedAt: takenOverAt } = agreement
  if (takenOverAt === undefined) throw new Error(`agreement ${agreement.id} did not begin`)
  const loan = await lockLoan(tx, agreement.id)
  if (loan === undefined) throw new Error(`agreement ${agreement.id} is not booked`)
  const debts = { ended: { ...agreement, loan }, original, takenOverAt }
  const { open, payments, isPaidUp } = await reviveDebt(app, tx, debts, now)
  const renegotiation = await bookBroken(tx, secrets, loan, now)
  const takenOverOn = calendarDateAt(takenOverAt)
  const resumed = await resume(tx, { agreement, original, renegotiation, takenOverOn, open })
  const counting = { original, loan: resumed, agreementId: agreement.id, source: 'recovery' } as const
  countForOriginal(app, tx, counting, payments)
  return { original, isPaidUp }
}

/** Returns the entry that began the agreement. */
async function bookBroken(tx: Transaction, secrets: Secrets, loan: Loan, now: Date): Promise<Entry> {
  const { transactionId: id } = loan
  const [renegotiation, charges, restructuring] = await Promise.all([
    findEntry(tx, secrets, nameRenegotiation(id)),
    computeGenuineBalance(tx, secrets, accountOf.deferredLateCharges(id)),
    findEntry(tx, secrets, nameRestructuring(id)),
  ])
  if (renegotiation === undefined) throw new Error(`agreement ${id} is not booked`)
  const entry = computeRenegotiationBrokenEntry({
    renegotiation,
    restructuring,
    left: {
      interestCentavos: loan.unearnedCentavos,
      chargesCentavos: -charges,
      restructuringCentavos: loan.restructuringCentavos,
    },
    brokenAt: now,
  })
  postEntries(tx, secrets, [entry], now)
  await reverseWaivers(tx, secrets, loan, now)
  endLoan(tx, loan, calendarDateAt(now))
  return renegotiation
}

/** The original's loan is as it was when the agreement began. `open` is asked for by its billets. */
async function resume(
  tx: Transaction,
  about: {
    readonly agreement: Purchase
    readonly original: Purchase
    readonly renegotiation: Entry
    readonly takenOverOn: CalendarDate
    readonly open: Awaited<ReturnType<typeof reviveDebt>>['open']
  },
): Promise<Loan> {
  const { agreement, original, renegotiation, takenOverOn, open } = about
  const { id: transactionId } = original
  const suspended = await lockLoan(tx, transactionId)
  if (suspended?.suspendedBy !== agreement.id)
    throw new Error(`agreement ${agreement.id} does not hold the debt of ${transactionId}`)
  const openCentavos = suspended.openCentavos.map(() => 0)
  for (const { installmentNumber, faceCentavos } of open) openCentavos[installmentNumber - 1] = faceCentavos
  const unearned = accountOf.unearnedInterest(transactionId)
  const unearnedCentavos =
    renegotiation.postings.find(({ account }) => account === unearned)?.amountCentavos ?? 0
  return resumeLoan(tx, suspended, { openCentavos, unearnedCentavos, takenOverOn })
}

const PAGE = 500

/**
 * Ends agreements of which an installment is more than 30 days overdue, once a payment made by then would be known.
 * Returns how many were broken. Safe with any number of workers: each agreement ends once.
 */
export async function breakOverdueRenegotiations(app: App): Promise<number> {
  const { database, clock } = app
  let broken = 0
  let isRead = false
  for (let after = ''; ; ) {
    const page = await listRenegotiations(database, { openAfter: after, limit: PAGE })
    const today = calendarDateAt(clock.now())
    const loans = await findLoans(
      database,
      page.map(({ id }) => id),
    )
    for (const loan of loans) {
      if (findBrokenDay(loan, today) === undefined) continue
      if (!isRead) await app.readBank?.()
      isRead = true
      if (await breakOne(app, loan.transactionId)) broken += 1
    }
    if (page.length < PAGE) return broken
    after = page.at(-1)?.originalId ?? after
  }
}

/** The last day on which the installment could be paid; undefined while it is not over. */
function findBrokenDay(loan: Loan, today: CalendarDate): CalendarDate | undefined {
  const dueDate = findOldestUnpaid(loan, today)
  const lastDay = dueDate && computeLastKeptDay(dueDate)
  return lastDay !== undefined && lastDay < today ? lastDay : undefined
}

function breakOne(app: App, id: string): Promise<boolean> {
  return app.database.transaction(async tx => {
    const agreement = await lockPurchase(tx, app.secrets, id)
    if (agreement?.status !== 'OPEN') return false
    // Read again under the lock: it may have been paid meanwhile.
    const loan = await lockLoan(tx, id)
    const lastDay = loan && findBrokenDay(loan, calendarDateAt(app.clock.now()))
    if (lastDay === undefined) return false
    if (!(await isReadBeyond(tx, { transactionId: id, kind: 'installment' }, lastDay))) return false
    await advancePurchase(app, tx, agreement, 'renegotiation-failed')
    return true
  })
}

/**
 * An agreement that was paid ends the debt for good: the original's loan ends with it, and what was deferred of its fee
 * and retention is earned. Returns the original, locked, which is to be closed.
 */
export async function closeRenegotiation(
  secrets: Secrets,
  tx: Transaction,
  agreement: Purchase,
  now: Date,
): Promise<Purchase> {
  const original = await lockOriginal(secrets, tx, agreement)
  await earnCharges(tx, secrets, agreement, `paid:${agreement.id}`, now)
  const loan = await lockLoan(tx, original.id)
  if (loan?.suspendedBy !== agreement.id)
    throw new Error(`agreement ${agreement.id} does not hold the debt of ${original.id}`)
  closeSuspendedLoan(tx, secrets, loan, { reference: `agreement-paid:${agreement.id}`, now })
  return original
}

/**
 * Charges of the old delay became part of the agreement's installments: with each payment as much of them is earned as
 * of the installments is paid, on the sum since the start. The agreement is locked.
 */
export async function earnCharges(
  tx: Transaction,
  secrets: Secrets,
  { id: transactionId, retailerId, contract }: Purchase,
  reference: string,
  now: Date,
): Promise<void> {
  const account = accountOf.deferredLateCharges(transactionId)
  const [loan, begun, balance] = await Promise.all([
    lockLoan(tx, transactionId),
    findEntry(tx, secrets, nameRenegotiation(transactionId)),
    computeGenuineBalance(tx, secrets, account),
  ])
  if (loan === undefined || begun === undefined) throw new Error(`agreement ${transactionId} is not booked`)
  const { totalCentavos } = contract
  const openCentavos = loan.openCentavos.reduce((sum, open) => sum + open, 0)
  const charged = -(begun.postings.find(posting => posting.account === account)?.amountCentavos ?? 0)
  const earnedCentavos = divideCentavos(charged * (totalCentavos - openCentavos), totalCentavos)
  const amountCentavos = earnedCentavos - (charged + balance)
  if (amountCentavos === 0) return
  const earned = { retailerId, transactionId, reference, amountCentavos, paidAt: now }
  postEntries(tx, secrets, [computeRenegotiationChargesEntry(earned)], now)
}

/**
 * Ends an agreement that its customer is about to sign, if the debt is not what it was offered for any more. Returns it as
 * it is then; undefined for everything else.
 */
export async function endLapsed(app: App, { id, renegotiates }: Purchase): Promise<Purchase | undefined> {
  if (renegotiates === undefined) return undefined
  const { database, secrets } = app
  return database.transaction(async tx => {
    const agreement = await lockPurchase(tx, secrets, id)
    if (agreement?.status !== 'PENDING') return agreement
    const isCurrent = (await lockCurrentOriginal(secrets, tx, agreement)) !== undefined
    return isCurrent ? undefined : advancePurchase(app, tx, agreement, 'deadline-passed')
  })
}
