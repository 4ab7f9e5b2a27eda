import type { Centavos } from '../../kernel/money.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Entry, findEntries, listEntries } from '../ledger/index.ts'
import {
  listPaidBillets,
  listUnpaidOf,
  type PaidBillet,
  sumCoveredBillets,
} from './billets/store/reconciliation.ts'
import {
  findDifferingBillet,
  listRecorded,
  listRecordedPayments,
  type RecordedPayment,
} from './billets/store/recorded-payments.ts'
import { reconcileLoans } from './reconcile-loans.ts'

/** An entry by which money came to a customer's account. */
interface Receipt {
  readonly kind: Entry['kind']
  /** Of the billet that it pays, where it pays one. */
  readonly billetId: string | undefined
  /** Of the suspense case that it opens or settles. */
  readonly caseId: string | undefined
  /** The contract whose customer is credited, and by how much. */
  readonly creditedTo: string | undefined
  readonly creditedCentavos: Centavos
  readonly owedBackCentavos: Centavos
}

/** Kinds of entries that pay a billet. */
const PAYING: readonly Entry['kind'][] = [
  'payment',
  'case-credit',
  'early-settlement',
  'recovery',
  'collection',
]

async function findReceipts(db: Database, references: readonly string[]): Promise<Map<string, Receipt>> {
  const entries = await findEntries(db, references)
  return new Map([...entries].map(([reference, entry]) => [reference, describeReceipt(entry)]))
}

function describeReceipt({ kind, memo: { billetId, caseId }, postings }: Entry): Receipt {
  const isCustomers = (account: string): boolean =>
    account.startsWith('customer:') ||
    ((kind === 'recovery' || kind === 'waiver') && account.startsWith('memo-written-off:')) ||
    ((kind === 'collection' || kind === 'waiver') && account.startsWith('memo-assigned:'))
  const credit = postings.find(({ account, amountCentavos }) => amountCentavos < 0 && isCustomers(account))
  return {
    kind,
    billetId: billetId?.toString(),
    caseId: caseId?.toString(),
    creditedTo: credit?.account.split(':')[1],
    creditedCentavos: -(credit?.amountCentavos ?? 0),
    owedBackCentavos: -(postings.find(({ account }) => account === 'refunds-due')?.amountCentavos ?? 0),
  }
}

interface BilletFault {
  readonly billetId: string
  readonly problem: string
}

const PAGE = 1_000

/** Compares billets and loans with the books. `fault` is the first difference. */
export async function reconcileReceivables(database: Database): Promise<{
  readonly paidCount: number
  readonly runningCount: number
  readonly fault: string | undefined
}> {
  const { paidCount, fault } = await reconcileBillets(database)
  if (fault !== undefined)
    return {
      paidCount,
      runningCount: 0,
      fault: `billets and books differ at billet ${fault.billetId}: ${fault.problem}`,
    }
  const loans = await reconcileLoans(database)
  return {
    paidCount,
    runningCount: loans.runningCount,
    fault:
      loans.fault && `contract ${loans.fault.transactionId} and its books differ: ${loans.fault.problem}`,
  }
}

/**
 * Compares billets, the record of their payments and the books, in all directions: a billet is paid, or paid in part, if
 * and only if the books hold the money for it. Returns the first difference, or how many billets are paid.
 */
export async function reconcileBillets(
  database: Database,
): Promise<{ readonly paidCount: number; readonly fault: BilletFault | undefined }> {
  let paidCount = 0
  for (let after = ''; ; ) {
    const billets = await listPaidBillets(database, after, PAGE)
    const fault = await findUnfunded(database, billets)
    paidCount += billets.length
    if (fault !== undefined) return { paidCount, fault }
    if (billets.length < PAGE) break
    after = billets.at(-1)?.id ?? after
  }
  const fault =
    (await findMisrecorded(database)) ?? (await findUnbooked(database)) ?? (await findUncredited(database))
  return { paidCount, fault }
}

const UNFUNDED = 'it is marked as paid, but the books hold no money for it'
const UNCREDITED = 'the books hold the money for it, but it is not marked as paid'

/** A billet that contradicts the record of its payments. */
async function findMisrecorded(database: Database): Promise<BilletFault | undefined> {
  const differing = await findDifferingBillet(database)
  return differing && { billetId: differing.billetId, problem: differing.isPaid ? UNFUNDED : UNCREDITED }
}

/** A payment of billets that is not in the books, or with other amounts. */
async function findUnbooked(database: Database): Promise<BilletFault | undefined> {
  for (let after = ''; ; ) {
    const payments = await listRecordedPayments(database, after, PAGE)
    const receipts = await findReceipts(
      database,
      payments.flatMap(({ reference }) => [reference, nameCharges(reference)]),
    )
    const wrong = payments.find(payment => !isBooked(payment, receipts))
    if (wrong !== undefined) return { billetId: wrong.billetId, problem: UNFUNDED }
    if (payments.length < PAGE) return undefined
    after = payments.at(-1)?.reference ?? after
  }
}

const nameCharges = (reference: string): string => `${reference}:charges`

/**
 * Money from suspense, or from an agreement, reaches the customer's account with the late charges, which another entry
 * takes from there; so does what an agreement's money was too much by.
 */
function isBooked(payment: RecordedPayment, receipts: ReadonlyMap<string, Receipt>): boolean {
  const receipt = receipts.get(payment.reference)
  if (receipt === undefined || payment.contractCount !== 1) return false
  const isOfAgreement = receipt.kind === 'agreement-payment'
  const charges = isOfAgreement ? receipts.get(nameCharges(payment.reference)) : undefined
  const isWhole = receipt.kind === 'case-credit' || isOfAgreement
  const credited = isWhole ? payment.paidCentavos + (charges?.owedBackCentavos ?? 0) : payment.faceCentavos
  return (
    receipt.creditedCentavos === credited && (credited === 0 || receipt.creditedTo === payment.transactionId)
  )
}

/** A billet marked as paid, without the money. */
async function findUnfunded(
  database: Database,
  paid: readonly PaidBillet[],
): Promise<BilletFault | undefined> {
  // Those with a record of their payments are compared by it.
  const billets = paid.filter(({ isRecorded }) => !isRecorded)
  const covered = billets.filter(isCovered)
  const [received, carried, sums] = await Promise.all([
    findReceipts(database, billets.map(nameReceipt)),
    findReceipts(database, covered.map(nameCarryOver)),
    sumCoveredBillets(
      database,
      covered.map(({ transactionId }) => transactionId),
    ),
  ])
  const caseIds = [...received.values()].flatMap(({ caseId }) =>
    caseId === undefined ? [] : [`case:${caseId}`],
  )
  const credits = await findReceipts(database, caseIds)
  for (const billet of billets) {
    const receipt = received.get(nameReceipt(billet))
    const isFunded = isCovered(billet)
      ? (carried.get(nameCarryOver(billet))?.creditedCentavos ?? 0) >= (sums.get(billet.transactionId) ?? 0)
      : paysFor(billet, receipt?.kind === 'suspense' ? credits.get(`case:${receipt.caseId}`) : receipt)
    if (!isFunded) return { billetId: billet.id, problem: UNFUNDED }
  }
  return undefined
}

const isCovered = ({ id, paidBy }: PaidBillet): boolean => paidBy === `carry-over:${id}`
const nameReceipt = ({ paidBy }: PaidBillet): string => `payment:${paidBy}`
const nameCarryOver = ({ transactionId }: PaidBillet): string => `carry-over:${transactionId}`

/**
 * A payoff billet asks for less than the face values that it pays. Paid on another day, it may pay fewer of them; where only
 * late charges are open, it credits nothing to the customer's account.
 */
function paysFor(billet: PaidBillet, receipt: Receipt | undefined): boolean {
  if (receipt === undefined || receipt.billetId !== billet.id) return false
  const { creditedTo, creditedCentavos } = receipt
  return billet.kind === 'settlement'
    ? creditedCentavos === 0 || creditedTo === billet.transactionId
    : creditedCentavos >= billet.amountCentavos && creditedTo === billet.transactionId
}

/** Money in the books for a billet that is not paid, without a record by billet: booked by an earlier program. */
async function findUncredited(database: Database): Promise<BilletFault | undefined> {
  for (let after = ''; ; ) {
    const receipts = await listEntries(database, { kinds: PAYING, after, limit: PAGE })
    const recorded = await listRecorded(
      database,
      receipts.map(({ reference }) => reference),
    )
    const billetIds = receipts.flatMap(({ reference, memo: { billetId } }) =>
      typeof billetId !== 'string' || recorded.has(reference) ? [] : [billetId],
    )
    const [billetId] = await listUnpaidOf(database, billetIds)
    if (billetId !== undefined) return { billetId, problem: UNCREDITED }
    if (receipts.length < PAGE) return undefined
    after = receipts.at(-1)?.id ?? after
  }
}
