import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import { ForgedRow } from '../../platform/crypto/row-mac.ts'
import { countBooked } from '../ledger/index.ts'
import { findClosedThrough } from './closed-month-store.ts'
import {
  computeBalances,
  describeDifference,
  findOpening,
  listDifferences,
  parseResult,
} from './compare-books.ts'
import { type ClosingRow, findClosing, listBatches, listBatchRows } from './store.ts'
import {
  addTotals,
  chainBatches,
  computeBatchHash,
  NO_TOTALS,
  type SnapshotTotals,
  sumRows,
} from './totals.ts'

interface ClosingReport {
  readonly closing: ClosingRow
  readonly contracts: number
  /** The first thing that is not as it was sealed. */
  readonly fault: string | undefined
}

/** Recomputes a snapshot from its rows, its seals from the month before, and its balances from the entries of the month. */
export async function verifyClosing(app: App, monthEnd: CalendarDate): Promise<ClosingReport> {
  const { database, secrets } = app
  const closing = await findClosing(database, secrets, monthEnd).catch((error: unknown) => {
    if (error instanceof ForgedRow) throw new Refused(error.message)
    throw error
  })
  if (closing === undefined) throw new Refused(`there is no snapshot of ${monthEnd.slice(0, 7)}`)
  if (closing.state === 'RUNNING')
    throw new Refused(`the snapshot of ${monthEnd.slice(0, 7)} is not complete`)
  const { totals, fault } = await verifyRows(app, closing)
  return { closing, contracts: totals.contracts, fault: fault ?? (await findBookFault(app, closing, totals)) }
}

async function verifyRows(
  { database, secrets }: App,
  { monthEnd, result, hash }: ClosingRow,
): Promise<{ readonly totals: SnapshotTotals; readonly fault: string | undefined }> {
  let totals = NO_TOTALS
  const batches = await listBatches(database, monthEnd)
  for (const batch of batches) {
    const rows = await listBatchRows(database, monthEnd, batch)
    totals = addTotals(totals, sumRows(rows))
    if (computeBatchHash(secrets, monthEnd, rows) !== batch.hash)
      return { totals, fault: `contracts of batch ${batch.number} are not as they were sealed` }
  }
  const parsed = parseResult(result)
  if (chainBatches(parsed.previousHash, batches) !== hash)
    return { totals, fault: 'a batch was removed, added or replaced' }
  if (JSON.stringify(totals) !== JSON.stringify(parsed.totals))
    return { totals, fault: 'the contracts do not add up to the totals that were sealed' }
  return { totals, fault: undefined }
}

async function findBookFault(
  app: App,
  { monthEnd, state, result, entryCount }: ClosingRow,
  totals: SnapshotTotals,
): Promise<string | undefined> {
  const { database } = app
  const opening = await findOpening(app, monthEnd)
  const sealed = parseResult(result)
  if (opening.hash !== sealed.previousHash) return 'it does not follow the closing of the month before'
  const days = { after: opening.after, through: monthEnd }
  const count = await countBooked(database, days)
  if (count !== Number(entryCount))
    return `${count} entries count in the month, and ${entryCount} did when the snapshot was taken`
  const balances = await computeBalances(app, monthEnd, opening)
  if (JSON.stringify(balances) !== JSON.stringify(sealed.balances))
    return 'the balances of the books are not those that were sealed'
  const closedThrough = await findClosedThrough(database)
  if (state === 'CLOSED' && (closedThrough === undefined || closedThrough < monthEnd))
    return 'the books of the month are open again'
  return listDifferences(totals, balances).map(describeDifference)[0]
}
