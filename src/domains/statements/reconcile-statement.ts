import type { App } from '../../app/app.ts'
import { addBusinessDays } from '../../brazil/business-days.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { accountOf, composeEntry, type Entry, postEntries, readBankPostings } from '../ledger/index.ts'
import { listAccounts } from '../lender/index.ts'
import { closeDifferences, type Difference, openDifferences } from './difference-store.ts'
import { type BookItem, matchLines, type OpenLine } from './match-lines.ts'
import type { LineCategory } from './statement.ts'
import {
  findFirstStatement,
  findStatement,
  insertMatches,
  listMatched,
  listOpenLines,
  setLineState,
  sumUnbookedLines,
} from './store.ts'

/** What other modules expect to see on an account and have not booked, such as payouts on their way. */
export type ListExpected = (
  tx: Transaction,
  accountId: string,
) => Promise<readonly Omit<BookItem, 'isBooked'>[]>

export interface Reconciliation {
  readonly accountId: string
  readonly day: CalendarDate
  readonly matchedLines: number
  /** Lines that the books do not know, and entries that the bank does not show, one by one. */
  readonly openLines: readonly OpenLine[]
  readonly openItems: readonly BookItem[]
  readonly closingCentavos: Centavos
  /** In the books, with what the account held before its first statement. */
  readonly bookCentavos: Centavos
  /** Not 0 only if the statement and the books cannot both be right. */
  readonly unexplainedCentavos: Centavos
}

const WINDOW_DAYS = 90
const expectNothing: ListExpected = async () => []

/** Undefined for an account without a statement until that day. */
export function reconcileStatement(
  { database, secrets, clock }: App,
  accountId: string,
  day: CalendarDate,
  listExpected: ListExpected = expectNothing,
): Promise<Reconciliation | undefined> {
  return database.transaction(async tx => {
    const [first, statement] = await Promise.all([
      findFirstStatement(tx, accountId),
      findStatement(tx, accountId, day),
    ])
    if (first === undefined || statement === undefined) return undefined
    const { lastDay } = statement
    const now = clock.now()
    const lines = await listOpenLines(tx, accountId, lastDay)
    const fees = lines.filter(({ category, amountCentavos }) => category === 'fee' && amountCentavos < 0)
    bookFees(tx, secrets, accountId, fees, now)
    const others = lines.filter(line => !fees.includes(line))
    const listedFrom = [first.firstDay, addDays(lastDay, -WINDOW_DAYS)].toSorted().at(-1) ?? first.firstDay
    const days = { summedFrom: first.firstDay, listedFrom, until: lastDay }
    const { sumCentavos, postings } = await readBankPostings(tx, accountId, days)
    const items = await listItems(tx, postings, await listExpected(tx, accountId))
    const { matches, contradicted } = matchLines(others, items)
    insertMatches(
      tx,
      matches.flatMap(({ line, items: found }) => found.map(item => ({ ...item, key: line.key }))),
      now,
    )
    const matchedKeys = [...fees.map(({ key }) => key), ...matches.map(({ line }) => line.key)]
    const matchedItems = new Set(matches.flatMap(match => match.items))
    setLineState(tx, matchedKeys, 'MATCHED')
    closeDifferences(tx, [...matchedKeys, ...[...matchedItems].map(({ reference }) => reference)], now)
    const openLines = others.filter(({ key }) => !matchedKeys.includes(key))
    const openItems = items.filter(item => !matchedItems.has(item) && item.isBooked)
    const today = calendarDateAt(now)
    const overdue = openLines.filter(line => contradicted.includes(line) || isOverdue(line.postedOn, today))
    const keysOf = (some: readonly OpenLine[]) => some.map(({ key }) => key)
    setLineState(tx, keysOf(overdue), 'SUSPENSE')
    setLineState(tx, keysOf(openLines.filter(line => !overdue.includes(line))), 'IN_TRANSIT')
    openDifferences(
      tx,
      [
        ...overdue.map((line): Difference => describeLine(accountId, line)),
        ...openItems
          .filter(item => isOverdue(item.day, today))
          .map((item): Difference => describeItem(accountId, item)),
      ],
      now,
    )
    const unbooked = await sumUnbookedLines(tx, accountId, lastDay)
    const bookCentavos = first.openingCentavos + sumCentavos
    const unshown = openItems.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
    return {
      accountId,
      day: lastDay,
      matchedLines: matchedKeys.length,
      openLines,
      openItems,
      closingCentavos: statement.closingCentavos,
      bookCentavos,
      unexplainedCentavos: statement.closingCentavos - bookCentavos - unbooked + unshown,
    }
  })
}

/** Every account until yesterday: the statement of today is not complete. */
export async function reconcileAccounts(app: App): Promise<number> {
  const yesterday = addDays(calendarDateAt(app.clock.now()), -1)
  const { accounts } = await listAccounts(app.database, app.secrets)
  let reconciled = 0
  for (const { id } of accounts)
    if ((await reconcileStatement(app, id, yesterday)) !== undefined) reconciled += 1
  return reconciled
}

/** The statement is the only report of what a bank charges, so it is booked as it stands there. */
function bookFees(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
  fees: readonly OpenLine[],
  now: Date,
): void {
  if (fees.length === 0) return
  const entries = fees.map(({ key, amountCentavos, postedOn }) =>
    computeTariffEntry({
      key,
      lenderAccountId: accountId,
      amountCentavos: -amountCentavos,
      chargedAt: noonOf(postedOn),
    }),
  )
  postEntries(tx, secrets, entries, now)
  insertMatches(
    tx,
    fees.map(({ key, amountCentavos }) => ({
      reference: `tariff:${key}`,
      key,
      amountCentavos,
      isBooked: true,
    })),
    now,
  )
}

/** What no line of a statement was matched with before. */
async function listItems(
  tx: Transaction,
  postings: Awaited<ReturnType<typeof readBankPostings>>['postings'],
  expected: Awaited<ReturnType<ListExpected>>,
): Promise<BookItem[]> {
  const items = [
    ...postings.map((posting): BookItem => ({ ...posting, category: categoryOf(posting), isBooked: true })),
    ...expected.map((item): BookItem => ({ ...item, isBooked: false })),
  ]
  const known = await listMatched(
    tx,
    items.map(({ reference }) => reference),
  )
  return items.filter(({ reference }) => !known.has(reference))
}

function categoryOf({
  kind,
  amountCentavos,
}: Pick<Entry, 'kind'> & { readonly amountCentavos: Centavos }): LineCategory {
  if (kind === 'credit') return 'collection'
  return (kind === 'payment' || kind === 'suspense') && amountCentavos > 0 ? 'pix' : 'other'
}

const describeLine = (accountId: string, { key, amountCentavos, postedOn }: OpenLine): Difference => ({
  accountId,
  side: 'BANK',
  reference: key,
  amountCentavos,
  happenedOn: postedOn,
})
const describeItem = (accountId: string, { reference, amountCentavos, day }: BookItem): Difference => ({
  accountId,
  side: 'BOOKS',
  reference,
  amountCentavos,
  happenedOn: day,
})

/** What the bank took from the account for its services, as its statement shows it. */
export function computeTariffEntry(tariff: {
  /** Of the statement's line. */
  readonly key: string
  readonly lenderAccountId: string
  readonly amountCentavos: Centavos
  readonly chargedAt: Date
}): Entry {
  const { key, lenderAccountId, amountCentavos, chargedAt } = tariff
  return composeEntry({
    kind: 'tariff',
    retailerId: undefined,
    transactionId: undefined,
    reference: `tariff:${key}`,
    occurredAt: chargedAt,
    memo: {},
    postings: [
      { account: 'bank-tariff', amountCentavos },
      { account: accountOf.bank(lenderAccountId), amountCentavos: -amountCentavos },
    ],
  })
}

/** Files of a day may come in this many business days later; then a difference is a case. */
const PATIENCE_BUSINESS_DAYS = 2

const isOverdue = (since: CalendarDate, today: CalendarDate): boolean =>
  addBusinessDays(since, PATIENCE_BUSINESS_DAYS) < today
