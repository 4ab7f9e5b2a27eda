import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import { scrubLine } from './scrub.ts'
import { createTextLines } from './text-lines.ts'

export type Log = Logger

export type LogFormat = 'auto' | 'text' | 'json'

export interface LogOptions {
  readonly level: string
  /** `auto`, which is the default: text on a terminal, JSON anywhere else. A destination of its own gets JSON. */
  readonly format?: LogFormat
  /** Standard output when absent. */
  readonly destination?: DestinationStream
  /** Of the request or job that is being served; asked for each line. */
  readonly readTraceId?: (() => string | undefined) | undefined
}

/** Only these fields are logged. Of a request body or a row passed by mistake, nothing else gets into the log. */
export const LOG_FIELDS: ReadonlySet<string> = new Set([
  'added',
  'attempt',
  'bytes',
  'code',
  'component',
  'count',
  'durationMs',
  'environment',
  'err',
  'head',
  'host',
  'job',
  'keyId',
  'method',
  'payoutId',
  'pid',
  'port',
  'retailerId',
  'role',
  'route',
  'signal',
  'skewMs',
  'status',
  'total',
  'traceId',
  'trackId',
  'version',
])

/** What a pipe takes in one piece: lines of processes that share one are not mixed. */
const PIPE_BYTES = 4_096

const MANIFEST = new URL('../../../package.json', import.meta.url)
export const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string }

/** JSON lines for programs, or text for people; in neither can a text forge a line. */
export function createLog(options: LogOptions): Log {
  const { readTraceId } = options
  return pino(
    {
      level: options.level,
      // With many machines and upgrades: which of them wrote the line.
      base: { host: hostname(), pid: process.pid, version: VERSION },
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: label => ({ level: label }),
        bindings: chooseFields,
        log: chooseFields,
      },
      serializers: { err: error => describeError(error) },
      hooks: { streamWrite: scrubLine },
      ...(readTraceId && { mixin: () => ({ traceId: readTraceId() }) }),
    },
    options.destination ?? openStandardOutput(options.format),
  )
}

function openStandardOutput(format: LogFormat = 'auto'): DestinationStream {
  const output = pino.destination({ sync: false, ...(cluster.isWorker && { maxWrite: PIPE_BYTES }) })
  const isTerminal = process.stdout.isTTY === true
  if (format === 'json' || (format === 'auto' && !isTerminal)) return output
  const hasColours = isTerminal && (process.env.NO_COLOR ?? '') === ''
  const lines = createTextLines(text => output.write(text), { isTerminal, hasColours })
  // The last line before a crash is flushed by the library.
  return Object.assign(lines, { flushSync: () => output.flushSync() })
}

function chooseFields(fields: object): Record<string, unknown> {
  const chosen: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!LOG_FIELDS.has(name)) continue
    chosen[name] = name === 'err' || isPlain(value) ? value : '[object]'
  }
  return chosen
}

function isPlain(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function')
}

/**
 * The text of a database error may quote a row, with names and addresses that no pattern can find: only its code, table
 * and constraint are kept. The first lines of the stack repeat the text and are dropped too. A database that is away is
 * the fault of no line of code, and is met by everything at once: its reason is enough.
 */
function describeError(error: unknown, withFrames = true): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const hasFrames = withFrames && !isDatabaseUnavailable(error)
  const fromDatabase = 'severity' in error && 'routine' in error
  return {
    type: error.constructor.name,
    message: fromDatabase ? '[database error]' : error.message,
    code: 'code' in error ? String(error.code) : undefined,
    table: 'table' in error ? String(error.table) : undefined,
    constraint: 'constraint' in error ? String(error.constraint) : undefined,
    frames: hasFrames
      ? error.stack
          ?.split('\n')
          .filter(line => line.startsWith('    at '))
          .join('\n')
      : undefined,
    cause: error.cause === undefined ? undefined : describeError(error.cause, hasFrames),
  }
}
