import type { App } from '../../app/app.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  type BookedReport,
  bookPayments,
  findPaidContract,
  prepareReport,
  type ReportToBook,
} from './credit-payment.ts'

export type CreditPayment = (item: ReportToBook) => Promise<BookedReport>

const MAX_ITEMS = 32
/** One fills the database while the other one fills this process. */
const MAX_BATCHES = 2

/**
 * Notices that arrive together share a transaction: their statements travel together, and one flush to disk serves all.
 * When one of them fails, each is booked alone and gets its own outcome.
 */
export function createPaymentBatcher(app: App): CreditPayment {
  return createBatcher<ReportToBook, BookedReport>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    run: items => app.database.transaction(tx => creditTogether(app, tx, items)),
  })
}

/**
 * Contracts are locked in the order of their ids, and reports of none are written after them in the order of their
 * references, so that two batches cannot deadlock. Notices of one contract follow one another: each has to see what the
 * one before it paid.
 */
async function creditTogether(
  app: App,
  tx: Transaction,
  items: readonly ReportToBook[],
): Promise<BookedReport[]> {
  const { secrets } = app
  const found = await Promise.all(items.map(({ report }) => findPaidContract(tx, report)))
  const byContract = Map.groupBy(items, item => found[items.indexOf(item)])
  const outcomes = new Map<ReportToBook, BookedReport>()
  const settleAll = async (round: readonly (readonly [ReportToBook, string | undefined])[]) => {
    const prepared = await endAll(round.map(([item, contract]) => prepareReport(app, tx, item, contract)))
    const bookings = prepared.flatMap(({ booking }) => booking ?? [])
    bookPayments(tx, secrets, bookings, app.clock.now())
    const settled = await endAll(prepared.map(({ finish }) => finish()))
    for (const [at, [item]] of round.entries()) outcomes.set(item, settled[at] as BookedReport)
  }
  const others = byContract.get(undefined) ?? []
  byContract.delete(undefined)
  const contracts = [...byContract].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const rounds = Math.max(0, ...contracts.map(([, ofContract]) => ofContract.length))
  for (let round = 0; round < rounds; round++)
    await settleAll(
      contracts.flatMap(([contractId, ofContract]) => {
        const item = ofContract[round]
        return item === undefined ? [] : [[item, contractId] as const]
      }),
    )
  const byReference = others.toSorted((a, b) => (a.report.reference < b.report.reference ? -1 : 1))
  await settleAll(byReference.map(item => [item, undefined] as const))
  return items.map(item => {
    const outcome = outcomes.get(item)
    if (outcome === undefined) throw new Error(`${item.report.reference} was not settled`)
    return outcome
  })
}

/** Fails with the first failure, but not before all have ended: the transaction must not end under any of them. */
async function endAll<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
