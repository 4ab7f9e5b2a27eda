import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { Statement, Transaction } from './database.ts'
import { classifyError, DatabaseUnavailable, pointToSender, sqlStateOf } from './database-errors.ts'
import type { StatementWatch } from './statement-watch.ts'

const abortedTransaction = '25P02'

interface TransactionBatch {
  readonly transaction: Transaction
  /** The first failure of a statement. The transaction fails with it, even if the work caught the error. */
  findFailure(): Error | undefined
  commit(): Promise<void>
  /** Returns whether the connection is known to be outside a transaction again. */
  rollback(): Promise<boolean>
}

interface SentQuery {
  readonly name?: string
  readonly text: string
  readonly values?: unknown[]
}

/** Sends one statement. The callback form answers earlier than a promise, in the order of the statements. */
function send<Row extends QueryResultRow>(
  client: PoolClient,
  watch: StatementWatch,
  query: SentQuery,
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const awaited = watch.enter(client, query.name ?? query.text)
    client.query<Row>(query, (error: Error | null, result: QueryResult<Row>) => {
      watch.leave(awaited, error)
      if (error) reject(classifyError(error))
      else resolve(result)
    })
  })
}

/**
 * Sends a statement that commits. The server's time-outs do not count for a commit, which waits for a synchronous standby
 * as long as that takes. When that is too long it rejects with an error that keeps the connection: the connection is then in use until the server
 * answers, and is released here. Otherwise each of these would leave a session behind, and open another one.
 */
export function sendCommitting<Row extends QueryResultRow>(
  client: PoolClient,
  watch: StatementWatch,
  query: SentQuery,
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false
    const awaited = watch.enter(client, query.name ?? query.text, () => {
      isGivenUp = true
      reject(
        new DatabaseUnavailable('The database does not confirm a commit in time', { keepsConnection: true }),
      )
    })
    client.query<Row>(query, (error: Error | null, result: QueryResult<Row>) => {
      watch.leave(awaited, error)
      if (isGivenUp) return client.release(true)
      const refusal = error ? classifyError(error) : takeCanceledWait(client)
      if (refusal) reject(refusal)
      else resolve(result)
    })
  })
}

export function openBatch(client: PoolClient, watch: StatementWatch): TransactionBatch {
  let isBegun = false
  let isOver = false
  let failure: Error | undefined

  const note = (error: unknown): Error => {
    const reported = error instanceof Error ? error : new Error(String(error))
    failure ??= reported
    // After a failed statement, all others report only that the transaction is aborted: report the cause instead.
    return sqlStateOf(reported) === abortedTransaction ? failure : reported
  }

  const begin = () => {
    isBegun = true
    send(client, watch, { text: 'BEGIN' }).catch(note)
  }

  const requireOpen = ({ name }: Statement): void => {
    if (isOver) throw new Error(`Statement ${name} was issued after the end of its transaction`)
  }

  async function run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    requireOpen(statement)
    corkUntilNextTick(client)
    if (!isBegun) begin()
    try {
      const { name, text } = statement
      const result = await send<QueryResultRow>(client, watch, { name, text, values: values as unknown[] })
      return result.rows as Row[]
    } catch (error) {
      throw pointToSender(note(error))
    }
  }

  return {
    transaction: {
      kind: 'transaction',
      run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
        const rows = run<Row>(statement, values)
        // A statement that is awaited only after another has failed must not become an unhandled rejection.
        void rows.catch(() => {})
        return rows
      },
      send(statement, values) {
        requireOpen(statement)
        // The failure is recorded, and thrown by commit().
        void run(statement, values).catch(() => {})
      },
    },
    findFailure: () => failure,
    async commit() {
      isOver = true
      if (!isBegun) return
      const result = await sendCommitting(client, watch, { text: 'COMMIT' })
      // After a failed statement the server answers COMMIT with ROLLBACK, and no error.
      if (failure !== undefined) throw failure
      if (result.command !== 'COMMIT') throw new Error(`COMMIT was answered with ${result.command}`)
    },
    async rollback() {
      isOver = true
      if (!isBegun) return true
      try {
        await send(client, watch, { text: 'ROLLBACK' })
        return client.getTransactionStatus() === 'I'
      } catch {
        return false
      }
    },
  }
}

/** Buffers what is written in this event-loop tick, so that BEGIN and its statements leave in one write. */
function corkUntilNextTick(client: PoolClient): void {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** The function of the server that waits for a standby; unlike the message, its name is the same in every language. */
const waitingRoutine = 'SyncRepWaitForLSN'
const canceled = new WeakSet<PoolClient>()

/**
 * When an operator cancels the wait for a synchronous standby, the server says so in a warning, and then reports success:
 * the commit may exist on its own disk only.
 */
export function watchCanceledWaits(client: PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine === waitingRoutine) canceled.add(client)
  })
}

/** The refusal of what was committed just now, if its wait for the standby was canceled. */
function takeCanceledWait(client: PoolClient): DatabaseUnavailable | undefined {
  return canceled.delete(client)
    ? new DatabaseUnavailable('The standby did not confirm a commit: its wait was canceled')
    : undefined
}
