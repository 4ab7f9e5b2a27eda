import type { App } from '../../app/app.ts'
import { nextBusinessDay } from '../../brazil/business-days.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import type { Centavos } from '../../kernel/money.ts'
import { sumBooked } from '../ledger/index.ts'
import { listAccounts } from '../lender/index.ts'
import { reconcileStatement } from '../statements/index.ts'
import { CONTRACT_KINDS } from './snapshot.ts'
import { findClosing } from './store.ts'
import { FIRST_HASH, type SnapshotTotals } from './totals.ts'

/** One line of a month's trial balance. Signed as in the books: a debit is positive. */
export interface BalanceLine {
  /** What stands before the colon in an account's name. */
  readonly kind: string
  readonly openingCentavos: Centavos
  readonly debitCentavos: Centavos
  readonly creditCentavos: Centavos
  readonly closingCentavos: Centavos
}

/** An account of the lender at the month end, as the bank and the books have it. */
export interface BankComparison {
  readonly accountId: string
  /** Absent where no statement covers the day. */
  readonly statementCentavos?: Centavos
  readonly bookCentavos?: Centavos
  readonly openLines: number
  readonly openItems: number
}

type Difference =
  | {
      readonly what: 'account'
      readonly account: string
      readonly contractsCentavos: Centavos
      readonly booksCentavos: Centavos
    }
  | { readonly what: 'debits'; readonly centavos: Centavos }
  | { readonly what: 'unprovided'; readonly contracts: number }
  | { readonly what: 'bank'; readonly account: string; readonly centavos: Centavos }

type Remark =
  | { readonly what: 'no-statement'; readonly account: string }
  | {
      readonly what: 'open-lines'
      readonly account: string
      readonly lines: number
      readonly entries: number
    }

export interface ClosingResult {
  readonly totals: SnapshotTotals
  readonly balances: readonly BalanceLine[]
  readonly banks: readonly BankComparison[]
  /** The month is not closed while there is one. */
  readonly differences: readonly Difference[]
  /** The people who close the month weigh them. */
  readonly remarks: readonly Remark[]
  /** Of the month before, which the hashes of this one follow. */
  readonly previousHash: string
}

const BEFORE_ALL = parseCalendarDate('0001-01-01')

const findMonthBefore = (monthEnd: CalendarDate): CalendarDate =>
  addDays(parseCalendarDate(`${monthEnd.slice(0, 8)}01`), -1)

/** Where a month's books begin: after the month closed before it, or with the first entry. */
export interface Opening {
  readonly after: CalendarDate
  readonly balances: readonly BalanceLine[]
  readonly hash: string
}

export async function findOpening({ database, secrets }: App, monthEnd: CalendarDate): Promise<Opening> {
  const previous = findMonthBefore(monthEnd)
  const closing = await findClosing(database, secrets, previous)
  if (closing?.state !== 'CLOSED') return { after: BEFORE_ALL, balances: [], hash: FIRST_HASH }
  const { balances } = parseResult(closing.result)
  return { after: previous, balances, hash: closing.hash ?? FIRST_HASH }
}

/** What a complete snapshot stored. */
export function parseResult(text: string | null): ClosingResult {
  if (text === null) throw new Error('the snapshot of the month is not complete')
  return JSON.parse(text) as ClosingResult
}

/** From the entries. The first month that is closed opens with what was booked before it. */
export async function computeBalances(
  { database }: App,
  monthEnd: CalendarDate,
  opening: Opening,
): Promise<BalanceLine[]> {
  const monthBefore = findMonthBefore(monthEnd)
  const before =
    opening.after === monthBefore
      ? opening.balances
      : composeBalances([], await sumBooked(database, { after: opening.after, through: monthBefore }))
  return composeBalances(before, await sumBooked(database, { after: monthBefore, through: monthEnd }))
}

function composeBalances(
  opening: readonly BalanceLine[],
  movements: Awaited<ReturnType<typeof sumBooked>>,
): BalanceLine[] {
  const before = new Map(opening.map(({ kind, closingCentavos }) => [kind, closingCentavos]))
  const moved = new Map(movements.map(each => [each.kind, each]))
  return [...new Set([...before.keys(), ...moved.keys()])].toSorted().map(kind => {
    const openingCentavos = before.get(kind) ?? 0
    const { debitCentavos = 0, creditCentavos = 0 } = moved.get(kind) ?? {}
    const closingCentavos = openingCentavos + debitCentavos - creditCentavos
    return { kind, openingCentavos, debitCentavos, creditCentavos, closingCentavos }
  })
}

/** Everything that the people who close a month look at. */
export async function compareBooks(
  app: App,
  monthEnd: CalendarDate,
  totals: SnapshotTotals,
): Promise<ClosingResult> {
  const opening = await findOpening(app, monthEnd)
  const balances = await computeBalances(app, monthEnd, opening)
  const banks = await compareBanks(app, monthEnd)
  return {
    totals,
    balances,
    banks: banks.map(({ unexplainedCentavos: _, ...bank }) => bank),
    differences: [
      ...listDifferences(totals, balances),
      ...banks
        .filter(({ unexplainedCentavos }) => unexplainedCentavos !== 0)
        .map(
          ({ accountId, unexplainedCentavos }): Difference => ({
            what: 'bank',
            account: accountId,
            centavos: unexplainedCentavos,
          }),
        ),
    ],
    remarks: banks.flatMap(({ accountId, statementCentavos, openLines, openItems }): Remark[] => {
      if (statementCentavos === undefined) return [{ what: 'no-statement', account: accountId }]
      if (openLines + openItems === 0) return []
      return [{ what: 'open-lines', account: accountId, lines: openLines, entries: openItems }]
    }),
    previousHash: opening.hash,
  }
}

export function listDifferences(totals: SnapshotTotals, balances: readonly BalanceLine[]): Difference[] {
  const booked = new Map(balances.map(({ kind, closingCentavos }) => [kind, closingCentavos]))
  const sum = balances.reduce((total, { closingCentavos }) => total + closingCentavos, 0)
  return [
    ...Object.keys(CONTRACT_KINDS).flatMap((account): Difference[] => {
      const [contractsCentavos, booksCentavos] = [totals.kinds[account] ?? 0, booked.get(account) ?? 0]
      if (contractsCentavos === booksCentavos) return []
      return [{ what: 'account', account, contractsCentavos, booksCentavos }]
    }),
    ...(sum === 0 ? [] : [{ what: 'debits', centavos: sum } as const]),
    ...(totals.unprovided === 0 ? [] : [{ what: 'unprovided', contracts: totals.unprovided } as const]),
  ]
}

/** For the command line, and for refusals. */
export function describeDifference(difference: Difference): string {
  switch (difference.what) {
    case 'account':
      return `${difference.account}: contracts add up to ${write(difference.contractsCentavos)}, and the books hold ${write(difference.booksCentavos)}`
    case 'debits':
      return `debits exceed credits by ${write(difference.centavos)}`
    case 'unprovided':
      return `${difference.contracts} contracts are not provided for`
    case 'bank':
      return `account ${difference.account}: statement and books differ by ${write(difference.centavos)}, which no open line explains`
  }
}

export const describeRemark = (remark: Remark): string =>
  remark.what === 'no-statement'
    ? `account ${remark.account}: no bank statement covers the month end`
    : `account ${remark.account}: ${remark.lines} lines of the bank and ${remark.entries} entries wait for their counterpart`

/** Also books what a statement alone tells, such as tariffs: called before a snapshot is begun. */
export async function compareBanks(
  app: App,
  monthEnd: CalendarDate,
): Promise<(BankComparison & { readonly unexplainedCentavos: Centavos })[]> {
  const { accounts } = await listAccounts(app.database, app.secrets)
  const compared = []
  for (const { id: accountId } of accounts) {
    const found = await reconcileStatement(app, accountId, monthEnd)
    compared.push(
      found === undefined || nextBusinessDay(addDays(found.day, 1)) <= monthEnd
        ? { accountId, openLines: 0, openItems: 0, unexplainedCentavos: 0 }
        : {
            accountId,
            statementCentavos: found.closingCentavos,
            bookCentavos: found.bookCentavos,
            openLines: found.openLines.length,
            openItems: found.openItems.length,
            unexplainedCentavos: found.unexplainedCentavos,
          },
    )
  }
  return compared
}

const write = (centavos: Centavos): string => (centavos / 100).toFixed(2)

/** The trial balance of a month: as it was sealed, or as the books have it while the month is open. */
export async function readBalances(app: App, monthEnd: CalendarDate): Promise<readonly BalanceLine[]> {
  const closing = await findClosing(app.database, app.secrets, monthEnd)
  if (closing?.state === 'CLOSED') return parseResult(closing.result).balances
  return computeBalances(app, monthEnd, await findOpening(app, monthEnd))
}

/** What a closed month adds up to, for those who report it. */
export async function readClosedMonth(
  { database, secrets }: App,
  monthEnd: CalendarDate,
): Promise<Record<'grossCentavos' | 'provisionCentavos' | 'writtenOffCentavos', Centavos>> {
  const closing = await findClosing(database, secrets, monthEnd)
  if (closing?.state !== 'CLOSED') throw new Refused(`${monthEnd.slice(0, 7)} is not closed`)
  const { totals } = parseResult(closing.result)
  const stages = Object.values(totals.stages)
  return {
    grossCentavos: stages.reduce((sum, { grossCentavos }) => sum + grossCentavos, 0),
    provisionCentavos: stages.reduce((sum, { allowanceCentavos }) => sum + allowanceCentavos, 0),
    writtenOffCentavos: totals.kinds['memo-written-off'] ?? 0,
  }
}
