import type { App } from '../../app/app.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  computeMonthEnd,
  endOfDay,
} from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import { computeIdBound, newId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { countBooked, findFirstLaterId, sumContracts } from '../ledger/index.ts'
import { listSellerIndexes } from '../links/index.ts'
import { bookMonthEnd, type Loan, readMonthEnd } from '../loans/index.ts'
import { listPurchaseFacts } from '../purchases/index.ts'
import { listInstallmentHistory } from '../receivables/index.ts'
import { findClosedThrough } from './closed-month-store.ts'
import { compareBanks, compareBooks, findOpening } from './compare-books.ts'
import { CONTRACT_KINDS, composeRow, NO_BALANCES, type SnapshotRow } from './snapshot.ts'
import {
  type Batch,
  type ClosingRow,
  countBatchesLeft,
  findClosing,
  listBatches,
  listRunningMonths,
  lockClosing,
  planBatches,
  saveBatch,
  saveClosing,
  takeBatch,
} from './store.ts'
import {
  addTotals,
  chainBatches,
  computeBatchHash,
  NO_TOTALS,
  type SnapshotTotals,
  sumRows,
} from './totals.ts'

/** One transaction each: a killed worker loses at most this many, and statements stay far below their time-out. */
const CONTRACTS_AT_ONCE = 2_000

/** The database works on one batch while this process computes another. */
const BATCHES_AT_ONCE = 2

/**
 * Brings the books of a month to their end and takes its snapshot, or goes on with one that was interrupted. A snapshot
 * that still fits the books stays; one after which something was booked in the month is taken anew.
 */
export async function runClosing(
  app: App,
  monthEnd: CalendarDate,
  contractsAtOnce = CONTRACTS_AT_ONCE,
): Promise<ClosingRow> {
  await checkMonth(app, monthEnd)
  await bookMonth(app, monthEnd)
  await compareBanks(app, monthEnd)
  // What is told of the month while the snapshot is taken begins it anew; that ends when the banks' files are read.
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = await beginSnapshot(app, monthEnd, contractsAtOnce)
    if (begun.state === 'READY') return begun
    await takeBatches(app, monthEnd)
    const finished = await finishSnapshot(app, monthEnd)
    if (finished?.state === 'READY') return finished
  }
  throw new Refused(
    `${monthEnd.slice(0, 7)}: the books of the month keep changing, or other workers are busy with it: run it again`,
  )
}

/** Of a month that was asked for, and whose entries nobody has counted. */
const NOT_COUNTED = -1

/** Asks for the snapshot of a month: the job brings its books to their end and takes it. */
export async function beginClosing(app: App, monthEnd: CalendarDate): Promise<ClosingRow> {
  const { database, secrets } = app
  await checkMonth(app, monthEnd)
  const entryCount = await countEntries(app, monthEnd)
  return database.transaction(async tx => {
    const known = await lockClosing(tx, secrets, { monthEnd })
    const isCurrent = known?.state === 'READY' && Number(known.entryCount) === entryCount
    if (known !== undefined && (known.state !== 'READY' || isCurrent)) return known
    const asked = composeBegun(app, known, { monthEnd, entryCount: NOT_COUNTED, firstLaterId: '' })
    await saveClosing(tx, secrets, asked)
    return asked
  })
}

/** The chore: works on every snapshot that was asked for or interrupted. */
export async function continueClosings(app: App): Promise<number> {
  let ready = 0
  for (const monthEnd of await listRunningMonths(app.database))
    try {
      await runClosing(app, monthEnd)
      ready += 1
    } catch (error) {
      // Other workers hold contracts or batches of it; the next round sees to the rest.
      if (!(error instanceof Refused)) throw error
    }
  return ready
}

async function checkMonth({ database, clock }: App, monthEnd: CalendarDate): Promise<void> {
  const month = monthEnd.slice(0, 7)
  if (monthEnd >= calendarDateAt(clock.now())) throw new Refused(`${month} is not over`)
  const closedThrough = await findClosedThrough(database)
  if (closedThrough === undefined) return
  if (monthEnd <= closedThrough) throw new Refused(`${month} or a later month is already closed`)
  const next = computeMonthEnd(addDays(closedThrough, 1))
  if (monthEnd !== next) throw new Refused(`${next.slice(0, 7)} must be closed first`)
}

/** Other workers may still hold some contracts. */
async function bookMonth(app: App, monthEnd: CalendarDate): Promise<void> {
  const { isAccrued, unprovidedCount } = await bookMonthEnd(app, monthEnd)
  if (!isAccrued) throw new Refused('the interest of the month is still being booked: run it again')
  if (unprovidedCount > 0)
    throw new Refused(`${unprovidedCount} contracts are still being provided for: run it again`)
}

async function countEntries(app: App, monthEnd: CalendarDate): Promise<number> {
  const { after } = await findOpening(app, monthEnd)
  return countBooked(app.database, { after, through: monthEnd })
}

async function beginSnapshot(app: App, monthEnd: CalendarDate, contractsAtOnce: number): Promise<ClosingRow> {
  const { database, secrets } = app
  const [entryCount, foundId] = await Promise.all([
    countEntries(app, monthEnd),
    findFirstLaterId(database, monthEnd),
  ])
  // Another process may add an entry of the next month with an id of the same moment.
  const surelyBefore = computeIdBound(endOfDay(addDays(monthEnd, -1)).getTime())
  const firstLaterId = foundId !== undefined && foundId < surelyBefore ? foundId : surelyBefore
  return database.transaction(async tx => {
    const known = await lockClosing(tx, secrets, { monthEnd })
    const isCurrent = known !== undefined && Number(known.entryCount) === entryCount
    if (known !== undefined && (known.state === 'CLOSED' || isCurrent)) return known
    const begun = composeBegun(app, known, { monthEnd, entryCount, firstLaterId })
    await saveClosing(tx, secrets, begun)
    await planBatches(tx, monthEnd, contractsAtOnce)
    return begun
  })
}

/** A month end without its figures. The version goes on, so that no proposal about an earlier snapshot applies. */
function composeBegun(
  { clock }: App,
  known: ClosingRow | undefined,
  begun: Pick<ClosingRow, 'monthEnd' | 'entryCount' | 'firstLaterId'>,
): ClosingRow {
  return {
    ...begun,
    id: known?.id ?? newId(clock.now().getTime()),
    state: 'RUNNING',
    version: (known?.version ?? 0) + 1,
    startedAt: clock.now(),
    result: null,
    hash: null,
    proposedBy: null,
    closedBy: null,
    closedAt: null,
  }
}

/** Until none is left that no other worker has taken. Returns how many contracts this one has taken. */
async function takeBatches(app: App, monthEnd: CalendarDate): Promise<number> {
  const closing = await findClosing(app.database, app.secrets, monthEnd)
  if (closing?.state !== 'RUNNING') return 0
  const work = async (): Promise<number> => {
    for (let taken = 0; ; ) {
      const count = await app.database.transaction(tx => takeOne(app, tx, closing))
      if (count === undefined) return taken
      taken += count
    }
  }
  const taken = await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work))
  return taken.reduce((sum, each) => sum + each, 0)
}

async function takeOne({ secrets }: App, tx: Transaction, closing: ClosingRow): Promise<number | undefined> {
  const { monthEnd } = closing
  const batch = await takeBatch(tx, monthEnd)
  if (batch === undefined) return undefined
  const rows = await composeRows(tx, closing, batch)
  const hash = computeBatchHash(secrets, monthEnd, rows)
  const totals = JSON.stringify(sumRows(rows))
  await saveBatch(tx, monthEnd, { ...batch, contractCount: rows.length, totals, hash }, rows)
  return rows.length
}

async function composeRows(
  tx: Transaction,
  { monthEnd, firstLaterId }: ClosingRow,
  batch: Batch,
): Promise<SnapshotRow[]> {
  const [balances, { loans, stages }] = await Promise.all([
    sumContracts(tx, { kinds: Object.keys(CONTRACT_KINDS), ...batch, day: monthEnd, firstLaterId }),
    readMonthEnd(tx, monthEnd, batch),
  ])
  const booked = Map.groupBy(balances, ({ id }) => id)
  const ids = [...booked.keys()].toSorted()
  const loanOf = new Map(loans.map(loan => [loan.transactionId, loan]))
  const balancesOf = (id: string) => {
    const found = { ...NO_BALANCES }
    for (const { kind, balance } of booked.get(id) ?? [])
      Object.assign(found, { [CONTRACT_KINDS[kind as keyof typeof CONTRACT_KINDS]]: balance })
    return found
  }
  const moved = ids.filter(id => hasMoved(loanOf.get(id), balancesOf(id), monthEnd))
  const [facts, sellers, history] = await Promise.all([
    listPurchaseFacts(tx, { ids }),
    listSellerIndexes(tx, ids),
    moved.length === 0 ? [] : listInstallmentHistory(tx, moved),
  ])
  const historyOf = Map.groupBy(history, ({ transactionId }) => transactionId)
  return ids.map(id =>
    composeRow(id, monthEnd, balancesOf(id), {
      loan: findOwn(loanOf.get(id), monthEnd),
      stage: stages.get(id),
      sellerIndex: sellers.get(id),
      isAgreement: facts.get(id)?.isAgreement === true,
      history: historyOf.get(id) ?? [],
    }),
  )
}

/** A contract that a fund owned by then is not the lender's. */
const findOwn = (loan: Loan | undefined, monthEnd: CalendarDate): Loan | undefined =>
  loan !== undefined && loan.assignedOn !== null && loan.assignedOn <= monthEnd ? undefined : loan

/** Whether the loan is not any more what the books held of it at the month end. */
function hasMoved(loan: Loan | undefined, balances: typeof NO_BALANCES, monthEnd: CalendarDate): boolean {
  if (findOwn(loan, monthEnd) === undefined || loan === undefined) return false
  const isWrittenOff = loan.writtenOffOn !== null && loan.writtenOffOn <= monthEnd
  const owed = isWrittenOff ? balances.writtenOffCentavos : balances.customerCentavos
  return loan.openCentavos.reduce((sum, face) => sum + face, 0) !== owed
}

/** Undefined while other workers have batches left, or when the books have changed meanwhile. */
async function finishSnapshot(app: App, monthEnd: CalendarDate): Promise<ClosingRow | undefined> {
  const { database, secrets } = app
  const closing = await findClosing(database, secrets, monthEnd)
  if (closing?.state !== 'RUNNING' || (await countBatchesLeft(database, monthEnd)) > 0) return closing
  const batches = await listBatches(database, monthEnd)
  const totals = batches
    .map(({ totals: text }) => JSON.parse(text) as SnapshotTotals)
    .reduce(addTotals, NO_TOTALS)
  const result = await compareBooks(app, monthEnd, totals)
  if ((await countEntries(app, monthEnd)) !== Number(closing.entryCount)) return undefined
  return database.transaction(async tx => {
    const locked = await lockClosing(tx, secrets, { monthEnd })
    if (locked?.state !== 'RUNNING' || locked.version !== closing.version) return locked
    const hash = chainBatches(result.previousHash, batches)
    const ready: ClosingRow = { ...locked, state: 'READY', result: JSON.stringify(result), hash }
    await saveClosing(tx, secrets, ready)
    return ready
  })
}
