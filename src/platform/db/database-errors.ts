import { DatabaseError } from 'pg'

/** The database cannot be reached or does not answer in time; the same request may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** The commit may still succeed: its connection is not free yet. */
  readonly keepsConnection: boolean

  constructor(message: string, options: ErrorOptions & { readonly keepsConnection?: boolean } = {}) {
    super(message, options)
    this.keepsConnection = options.keepsConnection ?? false
  }
}

/** SQLSTATE classes and codes of failures that the statement itself did not cause. */
const unavailableClasses = ['08', '53', '57P', '58']
const unavailableCodes = new Set([
  '25006', // read-only: the address leads to a replica after a failover
  '25P03', // idle in transaction for too long, the server hung up
  '25P04', // transaction time-out
  '55P03', // lock not available in time
  '57014', // statement time-out
])

const socketCodes = new Set([
  'EACCES',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** The client library gives these errors no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after|Client (has encountered a connection error|was closed))/

/** Lock time-out and statement time-out. */
const ownWaitCodes = new Set(['55P03', '57014'])

const retryableCodes = new Set(['40001', '40P01'])

/** The server's state no longer matches what this connection remembers of its prepared statements. */
const staleStatementCodes = new Set(['0A000', '26000', '42P05'])

export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

/** The constraint or unique index that was violated. */
export function findBrokenConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined
}

/** Another transaction held a lock for longer than this one was willing to wait. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && sqlStateOf(error.cause) === '55P03'
}

/** No request can be served now; unlike a statement that only waited too long, or collided too often. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable) || isRetryable(error.cause)) return false
  return !ownWaitCodes.has(sqlStateOf(error.cause) ?? '')
}

export function isRetryable(error: unknown): boolean {
  return retryableCodes.has(sqlStateOf(error) ?? '')
}

/** True when the connection is still usable after the error. */
export function leavesConnectionUsable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state !== undefined && !isUnavailableState(state) && !staleStatementCodes.has(state)
}

/** Connection failures become DatabaseUnavailable; every other error keeps its SQLSTATE and constraint. */
export function classifyError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error
  const state = sqlStateOf(error)
  const isUnavailable = state === undefined ? isSocketError(error) : isUnavailableState(state)
  if (isUnavailable) return new DatabaseUnavailable(error.message, { cause: error })
  return error
}

/** The stack of a database error ends in the protocol parser: point to the code that sent the statement. */
export function pointToSender(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error, pointToSender)
  return error
}

function isUnavailableState(state: string): boolean {
  return unavailableCodes.has(state) || unavailableClasses.some(prefix => state.startsWith(prefix))
}

function isSocketError(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string' && socketCodes.has(error.code)) return true
  if (error instanceof AggregateError)
    return error.errors.some(each => each instanceof Error && isSocketError(each))
  return lostConnection.test(error.message)
}
