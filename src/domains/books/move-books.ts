import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { lockPurchase, type Purchase } from '../purchases/index.ts'
import { lockOpenBillets } from '../receivables/index.ts'
import { accountOf } from './ledger/accounts.ts'
import { computeAccrualEntry, isNothingEarned } from './ledger/loan-entries.ts'
import { findEntry, postEntries } from './ledger/store.ts'
import { computeMoveEntry, nameMove, type Version1Balances } from './ledger/version-1.ts'
import { listUnsearched, saveSearched, sumVersion1 } from './ledger/version-1-store.ts'
import { computeAccrual } from './loans/accrual.ts'
import { type Loan, openLoan } from './loans/loan.ts'
import { insertLoans, lockLoan } from './loans/store.ts'

export interface MoveBooksContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
}

const PAGE = 1_000
/** Entries commit in another order than that of their ids: those of the last minutes are left to the next run. */
const LAG_MS = 5 * 60_000

/**
 * Books of version 1, where all interest was income on the first day, go on as those of version 2. Nothing is edited:
 * per contract, an entry moves what it left on old accounts, and another one earns what is earned by today. While an
 * upgrade runs, programs of the earlier version still write old accounts; the search therefore goes on with new entries.
 * Returns how many contracts were moved. Safe to repeat: a moved contract has nothing left to move.
 */
export async function moveBooks(context: MoveBooksContext): Promise<number> {
  const { database, clock } = context
  let moved = 0
  for (;;) {
    const entries = await listUnsearched(database, new Date(clock.now().getTime() - LAG_MS), PAGE)
    const last = entries.at(-1)
    if (last === undefined) return moved
    const ofContracts = new Map(
      entries.flatMap(({ id, transactionId, isVersion1 }) =>
        isVersion1 && transactionId !== null ? [[transactionId, id] as const] : [],
      ),
    )
    for (const [transactionId, entryId] of ofContracts)
      if (await database.transaction(tx => moveContract(context, tx, transactionId, entryId))) moved += 1
    await saveSearched(database, last.id)
    if (entries.length < PAGE) return moved
  }
}

async function moveContract(
  { secrets, clock }: MoveBooksContext,
  tx: Transaction,
  transactionId: string,
  entryId: string,
): Promise<boolean> {
  const purchase = await lockPurchase(tx, secrets, transactionId)
  if (purchase === undefined) return false
  const balances = await sumVersion1(tx, transactionId)
  const [earlier, loan] = await Promise.all([
    findEntry(tx, secrets, nameMove(transactionId)),
    lockLoan(tx, transactionId),
  ])
  const now = clock.now()
  // An earlier program may have booked again after the contract was moved.
  const reference = earlier === undefined ? nameMove(transactionId) : `${nameMove(transactionId)}:${entryId}`
  const names = { retailerId: purchase.retailerId, transactionId }
  const entry = computeMoveEntry({ ...names, reference, balances, movedAt: now })
  if (entry === undefined) return false
  postEntries(tx, secrets, [entry], now)
  // The contract of an ended purchase is reversed: tax on a delay is all that is left of it.
  if (loan === undefined && hasContract(purchase)) await startLoan(tx, secrets, purchase, balances, now)
  return true
}

const hasContract = ({ status, completedAt }: Purchase): boolean =>
  completedAt !== undefined && status !== 'CANCELED' && status !== 'ABANDONED'

async function startLoan(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  balances: Version1Balances,
  now: Date,
): Promise<void> {
  const today = calendarDateAt(now)
  const { earned, loan } = computeAccrual(await composeLoan(tx, secrets, purchase, balances), today)
  const { transactionId, retailerId } = loan
  insertLoans(tx, [loan])
  if (isNothingEarned(earned)) return
  const entry = computeAccrualEntry({
    reference: nameMove(transactionId),
    loan: { retailerId, transactionId },
    earned: [{ transactionId, ...earned }],
    occurredAt: now,
  })
  postEntries(tx, secrets, [entry], now)
}

/** As it is today: a paid installment has nothing open, and all of its interest is earned. */
async function composeLoan(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  balances: Version1Balances,
): Promise<Loan> {
  const { id: transactionId, retailerId, contract, completedAt } = purchase
  const open = new Array<Centavos>(contract.numberOfInstallments).fill(0)
  for (const { billet } of await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' }))
    open[billet.installmentNumber - 1] = billet.amountCentavos - billet.partPaidCentavos
  return openLoan({
    transactionId,
    retailerId,
    startedOn: calendarDateAt(completedAt ?? purchase.createdAt),
    firstDueDate: contract.firstDueDate,
    interestRatePM: contract.interestRatePM,
    interestCentavos: -(balances.get('interest') ?? 0),
    feeCentavos: -(balances.get('fee') ?? 0),
    retentionCentavos: -(balances.get(accountOf.retentionOfVersion1(retailerId)) ?? 0),
    openCentavos: open,
  })
}
