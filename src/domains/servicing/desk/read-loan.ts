import type { App } from '../../../app/app.ts'
import type { LoanState } from '../../../contract/desk-loans.ts'
import { RequestError } from '../../../contract/errors.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { recordAudit } from '../../audit/index.ts'
import { type FormalNotice, type Listing, listFormalNotices, listListingsOf } from '../../collection/index.ts'
import { listContractsOf } from '../../credit/index.ts'
import {
  type Decision,
  listDecisions,
  nameOperators,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
} from '../../desk/index.ts'
import { readContractBooks } from '../../ledger/index.ts'
import { findLoan, type Loan, listAllowances } from '../../loans/index.ts'
import { listMessagesAbout } from '../../messaging/index.ts'
import type { Operator } from '../../operators/index.ts'
import { listPurchases, listRenegotiations, type Purchase } from '../../purchases/index.ts'
import { readBillet, readDebt, readReceivables } from '../../receivables/index.ts'

const LISTED = 200

type ReceivablesReading = Awaited<ReturnType<typeof readReceivables>>

/** A contract and what is owed on it today. */
export interface OwedLoan {
  readonly purchase: Purchase
  readonly retailerName: string
  readonly startedOn: CalendarDate
  readonly state: LoanState
  readonly debt: ReceivablesReading['debt']
  /** Absent where the books are of version 1. */
  readonly loan: Loan | undefined
}

type ContractBooks = Awaited<ReturnType<typeof readContractBooks>>

export interface LoanRecord extends OwedLoan, ReceivablesReading, ContractBooks {
  /** On this debt, waiting for its customer or being paid. */
  readonly agreement: Awaited<ReturnType<typeof listRenegotiations>>[number] | undefined
  readonly messages: Awaited<ReturnType<typeof listMessagesAbout>>
  /** The oldest first. */
  readonly notices: readonly FormalNotice[]
  readonly listings: readonly Listing[]
  readonly allowanceCentavos: Centavos
  /** About the write-off, and what was waived; the newest first. */
  readonly decisions: readonly Decision[]
  readonly attention: SubjectAttention
  readonly operators: OperatorNames
}

/** Everything about one contract. The read is recorded in the audit log first. */
export async function readLoan(app: App, operator: Operator, transactionId: string): Promise<LoanRecord> {
  const { database, secrets, clock, realClock } = app
  const purchase = await getContract(app, transactionId)
  const note = { operatorId: operator.id, action: 'loan.view', subject: transactionId, details: {} } as const
  await recordAudit(database, note, realClock.now())
  const { retailerId, customer } = purchase
  const about = { retailerId, transactionId, phone: customer.phone }
  const [receivables, [agreement], messages, books] = await Promise.all([
    readReceivables(app, purchase, calendarDateAt(clock.now())),
    listRenegotiations(database, { livingOn: transactionId }),
    listMessagesAbout(database, secrets, about, LISTED),
    readContractBooks(database, transactionId, LISTED),
  ])
  const [owed, collected] = await Promise.all([
    describeLoan(app, purchase, receivables.debt),
    readCollection(app, transactionId),
  ])
  return { ...owed, ...collected, ...receivables, ...books, agreement, messages }
}

/** What was done about the delay, and what is proposed. */
async function readCollection(
  app: App,
  transactionId: string,
): Promise<
  Pick<LoanRecord, 'notices' | 'listings' | 'allowanceCentavos' | 'decisions' | 'attention' | 'operators'>
> {
  const { database, secrets } = app
  const [notices, listings, allowances, written, waived, { attention, operators }] = await Promise.all([
    listFormalNotices(database, [transactionId]),
    listListingsOf(database, [transactionId]),
    listAllowances(database, [transactionId]),
    listDecisions(database, secrets, { kind: 'loan', id: transactionId }),
    listDecisions(database, secrets, { kind: 'waiver', id: transactionId }),
    readAttention(app, 'loan', [transactionId]),
  ])
  const decisions = [...written, ...waived].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return {
    notices: notices.get(transactionId) ?? [],
    listings,
    allowanceCentavos: allowances.get(transactionId) ?? 0,
    decisions,
    attention: attention(transactionId),
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}

/** Only purchases whose contract has begun: before that there is no debt, and the desk must not show all purchases. */
async function listContracts({ database, secrets }: App, ids: readonly string[]): Promise<Purchase[]> {
  const purchases = await listPurchases(database, secrets, { ids })
  return [...purchases.values()].filter(({ completedAt }) => completedAt !== undefined)
}

export async function getContract(app: App, transactionId: string): Promise<Purchase> {
  const [purchase] = isId(transactionId) ? await listContracts(app, [transactionId]) : []
  if (purchase === undefined) throw new RequestError('desk_not_found')
  return purchase
}

async function describeLoan(
  { database, retailers }: App,
  purchase: Purchase,
  debt: OwedLoan['debt'],
): Promise<OwedLoan> {
  const [retailer, loan] = await Promise.all([
    retailers.getRetailer(purchase.retailerId),
    findLoan(database, purchase.id),
  ])
  return {
    purchase,
    retailerName: retailer.name,
    startedOn: calendarDateAt(purchase.completedAt ?? purchase.createdAt),
    state: computeState(purchase, debt, loan),
    debt,
    loan,
  }
}

function computeState(
  { status }: Purchase,
  { overdue }: OwedLoan['debt'],
  loan: Loan | undefined,
): LoanState {
  if (status === 'CLOSED') return 'PAID'
  if (status !== 'OPEN') return 'CANCELED'
  // An agreement holds the debt, whatever it was before.
  if (loan?.suspendedBy != null) return 'RENEGOTIATED'
  if (loan?.writtenOffOn != null) return 'WRITTEN_OFF'
  if (loan?.acceleratedOn != null) return 'ACCELERATED'
  return overdue.some(({ daysLate }) => daysLate > 0) ? 'LATE' : 'CURRENT'
}

const FOUND = 20

/**
 * Contracts by transaction, order, CPF or our-number, the newest first. Only exact matches, and each is noted under the
 * purchase found: nobody can browse the customers of the lender.
 */
export async function searchLoans(app: App, operator: Operator, search: string): Promise<OwedLoan[]> {
  if (search === '') return []
  const found = (await findContracts(app, search)).slice(0, FOUND)
  await noteFound(app, operator, found)
  const today = calendarDateAt(app.clock.now())
  return Promise.all(
    found.map(async purchase => describeLoan(app, purchase, await readDebt(app, purchase, today))),
  )
}

/** An order id may look like an id, a CPF or an our-number, so the text is searched as everything that it can be. */
async function findContracts(app: App, search: string): Promise<Purchase[]> {
  const { database, secrets } = app
  const digits = search.replaceAll(/[.\s/-]/g, '')
  const cpfIndex = /^\d{11}$/.test(digits) ? secrets.computeBlindIndex('cpf', digits) : undefined
  const ourNumber = /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
  const [byOrder, byCpf, byNumber] = await Promise.all([
    listByOrder(app, search),
    cpfIndex && listContractsOf(database, cpfIndex),
    ourNumber === undefined ? undefined : readBillet(app, { ourNumber }),
  ])
  const ids = new Set([
    ...(isId(search) ? [search] : []),
    ...byOrder,
    ...(byCpf ?? []).map(({ transactionId }) => transactionId),
    ...(byNumber === undefined ? [] : [byNumber.billet.transactionId]),
  ])
  const contracts = await listContracts(app, [...ids])
  return contracts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

async function listByOrder({ database, secrets, retailers }: App, orderId: string): Promise<string[]> {
  const known = await retailers.listRetailers()
  const retailerIds = known.map(({ id }) => id)
  const purchases = await listPurchases(database, secrets, { orderId, retailerIds, limit: FOUND })
  return [...purchases.keys()]
}

/** Not the text that was searched: it may be a CPF. */
async function noteFound(
  { database, realClock }: App,
  operator: Operator,
  found: readonly Purchase[],
): Promise<void> {
  const note = { operatorId: operator.id, action: 'loan.search', details: { found: found.length } } as const
  const notes = found.length === 0 ? [note] : found.map(({ id }) => ({ ...note, subject: id }))
  await Promise.all(notes.map(each => recordAudit(database, each, realClock.now())))
}
