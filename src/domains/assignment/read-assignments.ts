import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { recordAudit } from '../audit/index.ts'
import { listDecisions, nameOperators, noteList, readAttention } from '../desk/index.ts'
import { accountOf, computeBalances, type Entry, listGenuineEntries, sumPostings } from '../ledger/index.ts'
import { sumAssigned } from '../loans/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Payee } from '../payouts/index.ts'
import { getFund } from './assign-contracts.ts'
import { findAssignment, listAssignments, listLines } from './assignment-store.ts'
import { parseRules } from './eligibility.ts'
import { insertFund, listFunds } from './fund-store.ts'

const PAGE = 200

export async function createFund(
  { database, secrets, clock }: App,
  made: { readonly name: string; readonly payee: Payee; readonly rules: unknown; readonly createdBy: string },
): Promise<string> {
  const now = clock.now()
  const fund = { ...made, rules: parseRules(made.rules), id: newId(now.getTime()), createdAt: now }
  await database.transaction(tx => insertFund(tx, secrets, fund))
  return fund.id
}

/** The funds with what they own, are owed and owe, and the newest batches. */
export async function readAssignments({ database, secrets }: App) {
  const [funds, assignments, owned] = await Promise.all([
    listFunds(database, secrets),
    listAssignments(database, secrets, PAGE),
    sumAssigned(database),
  ])
  const accounts = funds.flatMap(({ id }) => [accountOf.fundPayable(id), accountOf.fundReceivable(id)])
  const balances = await computeBalances(database, accounts)
  return {
    assignments,
    funds: funds.map(fund => ({
      ...fund,
      ownedCentavos: owned.get(fund.id) ?? 0,
      payableCentavos: -(balances.get(accountOf.fundPayable(fund.id)) ?? 0),
      receivableCentavos: balances.get(accountOf.fundReceivable(fund.id)) ?? 0,
    })),
  }
}

export async function readAssignmentsAtDesk(app: App, operator: Operator) {
  const read = await readAssignments(app)
  await noteList(app, operator, 'assignment.list', { found: read.assignments.length })
  return read
}

export async function readAssignment(app: App, operator: Operator, assignmentId: string) {
  const { database, secrets, realClock } = app
  const found = isId(assignmentId) ? await findAssignment(database, secrets, assignmentId) : undefined
  if (found === undefined) throw new RequestError('desk_not_found')
  const note = {
    operatorId: operator.id,
    action: 'assignment.view',
    subject: assignmentId,
    details: {},
  } as const
  await recordAudit(database, note, realClock.now())
  const subject = { kind: 'assignment', id: assignmentId } as const
  const [lines, decisions, { attention, operators }, fund] = await Promise.all([
    listLines(database, assignmentId),
    listDecisions(database, secrets, subject),
    readAttention(app, subject.kind, [assignmentId]),
    getFund(app, found.assignment.fundId),
  ])
  return {
    ...found,
    fund,
    lines,
    decisions,
    attention: attention(assignmentId),
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}

/** COLLECTION: a customer paid; BUY_BACK: the lender bought back; PAYOUT: an order, and its return if it failed. */
type StatementKind = 'COLLECTION' | 'BUY_BACK' | 'PAYOUT' | 'OTHER'

export interface FundStatement {
  readonly openingCentavos: Centavos
  readonly lines: readonly {
    readonly date: CalendarDate
    readonly kind: StatementKind
    readonly transactionId: string | undefined
    /** Positive: owed to the fund. */
    readonly amountCentavos: Centavos
    readonly balanceCentavos: Centavos
  }[]
  readonly closingCentavos: Centavos
}

/** What a fund is owed over some days. Opening and lines add up to the closing; only genuine entries count. */
export async function readFundStatement(
  app: App,
  { fundId, from, to }: { readonly fundId: string; readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<FundStatement> {
  const { database, secrets } = app
  await getFund(app, fundId)
  const account = accountOf.fundPayable(fundId)
  const entries = await listGenuineEntries(database, secrets, { accounts: [account] })
  const dated = entries
    .map(entry => ({ entry, date: calendarDateAt(entry.occurredAt) }))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const owedBy = (each: readonly Entry[]): Centavos => -sumPostings(each, name => name === account)
  const openingCentavos = owedBy(dated.filter(({ date }) => date < from).map(({ entry }) => entry))
  let balanceCentavos = openingCentavos
  const lines = dated
    .filter(({ date }) => date >= from && date <= to)
    .map(({ entry, date }) => {
      const amountCentavos = owedBy([entry])
      balanceCentavos += amountCentavos
      const { transactionId } = entry
      return { date, kind: nameKind(entry), transactionId, amountCentavos, balanceCentavos }
    })
  return { openingCentavos, lines, closingCentavos: balanceCentavos }
}

function nameKind({ kind }: Entry): StatementKind {
  if (kind === 'collection') return 'COLLECTION'
  if (kind === 'assignment-ended') return 'BUY_BACK'
  return kind.startsWith('payout-') ? 'PAYOUT' : 'OTHER'
}
