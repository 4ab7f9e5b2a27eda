import type { App } from '../../app/app.ts'
import { BALANCE_EXITS, type BalanceExit } from '../../contract/desk-books.ts'
import { RequestError } from '../../contract/errors.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { recordAudit } from '../audit/index.ts'
import { type Decision, listDecisions, nameOperators, noteList, type OperatorNames } from '../desk/index.ts'
import { type AccountName, accountOf, computeBalances, findEntries } from '../ledger/index.ts'
import type { Operator } from '../operators/index.ts'
import { findProposed, listProposed, type ProposedEntry } from './store.ts'
import { readTaxes, type Taxes } from './taxes.ts'

/** A balance with somebody else, and how it can leave the books. */
export interface OpenBalance {
  readonly account: AccountName
  readonly retailerId: string | undefined
  readonly retailerName: string | undefined
  /** Above zero: owed to the lender. */
  readonly balanceCentavos: Centavos
  readonly exits: readonly BalanceExit[]
}

export type ProposedState = 'proposed' | 'booked' | 'declined' | 'overtaken'

export interface ShownEntry extends ProposedEntry {
  readonly state: ProposedState
}

const LISTED = 100

/** Exits by account. Commission leaves by an order too. */
const EXITS_OF: Readonly<Record<string, readonly BalanceExit[]>> = {
  clawback: ['CLAWBACK_RECEIVED'],
  'commission-payable': ['COMMISSION_PAID'],
  'iof-recoverable': ['IOF_REFUNDED', 'IOF_OFFSET'],
  'insurer-receivable': ['INSURER_RECEIVED', 'INSURER_NETTED'],
  'premium-payable': [],
}

/** Balances other than zero. */
export async function listOpenBalances(app: App): Promise<OpenBalance[]> {
  const retailers = await app.retailers.listRetailers()
  const owned = retailers.flatMap(({ id, name }) =>
    [accountOf.clawback(id), accountOf.commissionPayable(id)].map(account => ({
      account,
      retailerId: id,
      retailerName: name,
    })),
  )
  const shared = (
    ['iof-recoverable', accountOf.insurerReceivable(), accountOf.premiumPayable()] as const
  ).map(account => ({ account, retailerId: undefined, retailerName: undefined }))
  const all = [...owned, ...shared]
  const balances = await computeBalances(
    app.database,
    all.map(({ account }) => account),
  )
  return all
    .map(each => ({
      ...each,
      balanceCentavos: balances.get(each.account) ?? 0,
      exits: (EXITS_OF[each.account.split(':')[0] ?? ''] ?? []).filter(exit => BALANCE_EXITS.includes(exit)),
    }))
    .filter(({ balanceCentavos }) => balanceCentavos !== 0)
}

/** Everything that people have booked or want to book, the newest first. */
export async function listShownEntries(app: App): Promise<ShownEntry[]> {
  const { database, secrets } = app
  const proposed = await listProposed(database, secrets, LISTED)
  const shown: ShownEntry[] = []
  for (const each of proposed) shown.push({ ...each, state: (await readState(app, each)).state })
  return shown
}

async function readState(
  { database, secrets }: App,
  { id, reference }: ProposedEntry,
): Promise<{ readonly state: ProposedState; readonly decisions: readonly Decision[] }> {
  const decisions = await listDecisions(database, secrets, { kind: 'entry', id })
  const latest = decisions.at(-1)?.state ?? 'overtaken'
  if (latest !== 'done') return { state: latest, decisions }
  const isBooked = (await findEntries(database, [reference])).has(reference)
  return { state: isBooked ? 'booked' : 'overtaken', decisions }
}

interface Books {
  readonly balances: readonly OpenBalance[]
  readonly taxes: Taxes
  readonly entries: readonly ShownEntry[]
}

/** The page of the desk. */
export async function readBooks(app: App, operator: Operator, paidOn?: CalendarDate): Promise<Books> {
  const [balances, taxes, entries] = await Promise.all([
    listOpenBalances(app),
    readTaxes(app, paidOn),
    listShownEntries(app),
  ])
  await noteList(app, operator, 'books.list', { found: balances.length })
  return { balances, taxes, entries }
}

interface EntryRecord extends ShownEntry {
  readonly decisions: readonly Decision[]
  readonly operators: OperatorNames
  /** Of a manual entry: the proposal that reverses it, and is booked or waits. */
  readonly reversalId: string | undefined
}

/** Throws RequestError when there is none. */
export async function readEntryCase(app: App, operator: Operator, id: string): Promise<EntryRecord> {
  const { database, realClock } = app
  const record = await findEntryRecord(app, id)
  const note = { operatorId: operator.id, action: 'books.view', subject: id, details: {} } as const
  await recordAudit(database, note, realClock.now())
  return record
}

export async function findEntryRecord(app: App, id: string): Promise<EntryRecord> {
  const { database, secrets } = app
  const proposed = isId(id) ? await findProposed(database, secrets, id) : undefined
  if (proposed === undefined) throw new RequestError('desk_not_found')
  const { state, decisions } = await readState(app, proposed)
  const reversals = (await listShownEntries(app)).filter(
    ({ reference, state: each }) =>
      reference === `manual-reversed:${id}` && (each === 'booked' || each === 'proposed'),
  )
  return {
    ...proposed,
    state,
    decisions,
    operators: await nameOperators(app, decisions, [proposed.proposedBy]),
    reversalId: reversals[0]?.id,
  }
}

/** The document of an entry; its bytes are compared with the hash that the row holds. */
export async function openEntryFile(app: App, operator: Operator, id: string): Promise<Buffer> {
  const { database, secrets, files, realClock } = app
  const proposed = isId(id) ? await findProposed(database, secrets, id) : undefined
  if (proposed?.attachment === undefined) throw new RequestError('desk_not_found')
  const note = { operatorId: operator.id, action: 'books.open', subject: id, details: {} } as const
  await recordAudit(database, note, realClock.now())
  return files.getStored(proposed.attachment.fileName)
}
