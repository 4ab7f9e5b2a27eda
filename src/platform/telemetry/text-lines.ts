import { styleText } from 'node:util'
import type { DestinationStream } from 'pino'

export interface TextOptions {
  readonly hasColours: boolean
  /** A terminal, on which a line of progress replaces the one before it. */
  readonly isTerminal: boolean
}

interface LoggedError {
  readonly type?: string
  readonly message?: string
  readonly code?: string
  readonly frames?: string
  readonly cause?: LoggedError
}

/** One line of the log in JSON. */
interface LoggedLine {
  readonly level?: string
  readonly time?: string
  readonly msg?: string
  readonly err?: LoggedError
  readonly [field: string]: unknown
}

type Style = Parameters<typeof styleText>[0]

/** Which machine, process and trace wrote a line is for programs; a request is presented in its own form. */
const HIDDEN: ReadonlySet<string> = new Set([
  ...['level', 'time', 'msg', 'err', 'host', 'pid', 'version', 'traceId'],
  ...['method', 'route', 'status', 'durationMs', 'bytes', 'keyId', 'total'],
])
const LEVEL_STYLES: Readonly<Record<string, Style>> = { warn: 'yellow', error: 'red', fatal: ['red', 'bold'] }
/** Of levels at which a person looks for the cause. */
const WITH_STACK: ReadonlySet<string> = new Set(['error', 'fatal'])
const PREVIOUS_LINE = '\x1b[1A\x1b[2K'
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu

/**
 * Writes the log for people: takes the lines in JSON, from which personal data and secrets are gone already, and writes
 * one line of text for each. Control characters are escaped: no text can forge a line or command the terminal.
 */
export function createTextLines(write: (text: string) => void, options: TextOptions): DestinationStream {
  const paint = (style: Style, text: string): string =>
    options.hasColours && text !== '' ? styleText(style, text, { validateStream: false }) : text
  let wasProgress = false
  return {
    write(json) {
      const line = JSON.parse(json) as LoggedLine
      const isProgress = typeof line.total === 'number' && typeof line.count === 'number'
      // Without a terminal only the last step is worth a line.
      if (isProgress && !options.isTerminal && line.count !== line.total) return
      const text = isProgress ? presentProgress(line, paint) : presentLine(line, paint)
      write(`${isProgress && wasProgress && options.isTerminal ? PREVIOUS_LINE : ''}${text}\n`)
      wasProgress = isProgress && line.count !== line.total
    },
  }
}

type Paint = (style: Style, text: string) => string

function presentProgress({ time, component, count, total }: LoggedLine, paint: Paint): string {
  return `${presentTime(time, paint)} ${escapeControls(component)} ${count} of ${total}`
}

function presentLine(line: LoggedLine, paint: Paint): string {
  const { level = 'info', time, err } = line
  const fields = Object.entries(line).flatMap(([name, value]) =>
    HIDDEN.has(name) || value === null || value === undefined ? [] : [`${name}=${escapeControls(value)}`],
  )
  const parts = [
    presentTime(time, paint),
    ...(level === 'info' ? [] : [paint(LEVEL_STYLES[level] ?? 'dim', level)]),
    presentMessage(line),
    ...(err === undefined ? [] : [describeError(err)]),
    ...(fields.length === 0 ? [] : [paint('dim', fields.join(' '))]),
  ]
  const stack = WITH_STACK.has(level) ? listFrames(err).map(frame => `\n    ${paint('dim', frame)}`) : []
  return parts.join(' ') + stack.join('')
}

const presentTime = (time: string | undefined, paint: Paint): string => {
  const at = new Date(time ?? Number.NaN)
  return paint('dim', Number.isNaN(at.getTime()) ? '--:--:--' : at.toTimeString().slice(0, 8))
}

/** A request by what it asked and got; anything else by its message. */
function presentMessage({ msg = '', method, route, status, durationMs }: LoggedLine): string {
  const request = [method, route, status].filter(each => each !== undefined && each !== null)
  const took = typeof durationMs === 'number' ? `${Math.round(durationMs)} ms` : ''
  const parts = [msg === 'request' && request.length > 0 ? '' : msg, ...request, took]
  return parts
    .filter(part => part !== '')
    .map(escapeControls)
    .join(' ')
}

function describeError({ type, message, code, cause }: LoggedError): string {
  const reason = cause === undefined ? '' : ` ← ${describeError(cause)}`
  const codeText = code === undefined ? '' : ` (${code})`
  return escapeControls(`${type ?? 'error'}: ${message ?? ''}${codeText}`) + reason
}

const listFrames = (error: LoggedError | undefined): string[] =>
  error === undefined
    ? []
    : [
        ...(error.frames?.split('\n') ?? []).map(frame => escapeControls(frame.trim())),
        ...listFrames(error.cause),
      ]

const escapeControls = (value: unknown): string =>
  String(value).replaceAll(
    CONTROLS,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
