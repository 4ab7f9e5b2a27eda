import type { Database, Queryable, Statement, Transaction } from '../../src/platform/db/database.ts'
import { DatabaseUnavailable } from '../../src/platform/db/database-errors.ts'

/** Terminates the current connection on the server's side. */
const HANG_UP: Statement = { name: '', text: 'SELECT pg_terminate_backend(pg_backend_pid())' }

export interface Cut {
  /** Statements and commits, counted from 1. */
  readonly at: number
  readonly when: 'before' | 'after'
}

export interface CuttingDatabase extends Database {
  /** How many statements and commits were sent so far. */
  count(): number
}

/** A database whose connection breaks once, at a given place. Without a place it only counts. */
export function cutDatabase(database: Database, cut?: Cut): CuttingDatabase {
  let count = 0
  const isCut = (place: number, when: Cut['when']): boolean => cut?.at === place && cut.when === when

  function watch(on: Queryable): Queryable['run'] {
    return <Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> => {
      count += 1
      const place = count
      if (isCut(place, 'before')) on.run(HANG_UP, []).catch(() => {})
      const rows = on.run<Row>(statement, values)
      if (isCut(place, 'after')) on.run(HANG_UP, []).catch(() => {})
      // The real transaction handles rejections of statements that are awaited late; so must this wrapper.
      rows.catch(() => {})
      return rows
    }
  }

  /** A statement that is only sent (`tx.send`) breaks like an awaited one: the transaction reports it. */
  function watchSent(tx: Transaction): Transaction['send'] {
    const run = watch(tx)
    return (statement, values) => void run(statement, values)
  }

  async function run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    count += 1
    if (isCut(count, 'before')) throw new DatabaseUnavailable('cut before a statement')
    const place = count
    const rows = await database.run<Row>(statement, values)
    if (isCut(place, 'after')) throw new DatabaseUnavailable('cut after a statement')
    return rows
  }

  return {
    run,
    count: () => count,
    ping: () => database.ping(),
    close: () => database.close(),
    readPool: () => database.readPool(),
    isDiskFull: false,
    async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      let commit = 0
      const result = await database.transaction(async tx => {
        const done = await work({ kind: 'transaction', run: watch(tx), send: watchSent(tx) })
        count += 1
        commit = count
        if (isCut(commit, 'before')) await tx.run(HANG_UP, [])
        return done
      })
      if (isCut(commit, 'after')) throw new DatabaseUnavailable('cut after the commit')
      return result
    },
  }
}
