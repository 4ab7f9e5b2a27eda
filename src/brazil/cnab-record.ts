import { toAscii } from '../kernel/ascii-text.ts'
import { type CalendarDate, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import type { Centavos } from '../kernel/money.ts'

export const LINE_LENGTH = 240

interface FieldValues {
  /** Digits that form an identifier, not a number: leading zeros are kept. */
  readonly digits: string
  /** Digits and capital letters, zeros before them: a CNPJ. */
  readonly document: string
  /** Must not be truncated: too long a value is an error. */
  readonly code: string
  /** As it is, upper and lower case kept: e-mail addresses and our own keys. Never truncated. */
  readonly exact: string
  /** For human readers: truncated when too long. */
  readonly text: string
  readonly count: number
  readonly amount: Centavos
  /** Zeros mean no date. */
  readonly date: CalendarDate | undefined
}

/** First and last position, counted from 1 as in the banks' manuals, and the text written when no value is given. */
export type Field = readonly [from: number, to: number, kind: keyof FieldValues, otherwise?: string]
/** In the order of their positions. */
export type RecordLayout = Readonly<Record<string, Field>>

type Needed = readonly [number, number, keyof FieldValues]
type NeededNames<L extends RecordLayout> = {
  [N in keyof L]: L[N] extends Needed ? N : never
}[keyof L]

export type RecordContent<L extends RecordLayout> = { readonly [N in keyof L]: FieldValues[L[N][2]] }
export type RecordValues<L extends RecordLayout> = Pick<RecordContent<L>, NeededNames<L>> &
  Partial<RecordContent<L>>

/** One line without its end. Positions that no field names are blank. */
export function writeRecord<L extends RecordLayout>(layout: L, values: RecordValues<L>): string {
  const given: Readonly<Record<string, unknown>> = values
  let line = ''
  for (const [name, field] of Object.entries(layout)) {
    line = line.padEnd(field[0] - 1) + writeField(name, field, given[name])
  }
  return line.padEnd(LINE_LENGTH)
}

function writeField(name: string, [from, to, kind, otherwise]: Field, value: unknown): string {
  const length = to - from + 1
  const text = writeValue(name, kind, value ?? otherwise)
  const fitting = kind === 'text' ? text.slice(0, length) : text
  if (fitting.length > length)
    throw new InputError(`${name} has room for ${length} characters, ${text} is longer`)
  return isText(kind) ? fitting.padEnd(length) : fitting.padStart(length, '0')
}

const isText = (kind: keyof FieldValues): boolean => kind === 'text' || kind === 'code' || kind === 'exact'

function writeValue(name: string, kind: keyof FieldValues, value: unknown): string {
  if (kind === 'date') return typeof value === 'string' ? writeDate(value) : ''
  if (kind === 'text' || kind === 'code') return toAscii(String(value)).toUpperCase()
  const text = String(value)
  if (kind === 'exact') {
    if (!/^[ -~]*$/.test(text)) throw new InputError(`${name} is written in ASCII, not as ${text}`)
    return text
  }
  if (!(kind === 'document' ? /^[0-9A-Z]+$/ : /^[0-9]+$/).test(text))
    throw new InputError(`${name} is written in digits, not as ${text}`)
  return text
}

const writeDate = (date: string): string => date.slice(8) + date.slice(5, 7) + date.slice(0, 4)

/** The fields of a line of the right length; `lineNumber` is used in error messages. */
export function readRecord<L extends RecordLayout>(
  layout: L,
  line: string,
  lineNumber: number,
): RecordContent<L> {
  const read = ([name, [from, to, kind]]: readonly [string, Field]) => [
    name,
    readValue(name, kind, line.slice(from - 1, to), lineNumber),
  ]
  return Object.fromEntries(Object.entries(layout).map(read)) as RecordContent<L>
}

function readValue(name: string, kind: keyof FieldValues, text: string, lineNumber: number): unknown {
  if (isText(kind)) return text.trimEnd()
  if (kind === 'document') return text.trim()
  // Banks leave numbers and dates that do not apply blank as often as they write zeros.
  const digits = text.trim() === '' ? '0'.repeat(text.length) : text
  if (!/^[0-9]+$/.test(digits))
    throw new InputError(`${name} is not a number: "${text}"`, { line: lineNumber })
  if (kind === 'digits') return digits
  if (kind === 'date') return readDate(name, digits, lineNumber)
  const number = Number(digits)
  if (!Number.isSafeInteger(number))
    throw new InputError(`${name} is too large: ${text}`, { line: lineNumber })
  return number
}

function readDate(name: string, digits: string, lineNumber: number): CalendarDate | undefined {
  if (/^0+$/.test(digits)) return undefined
  try {
    return parseCalendarDate(`${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`)
  } catch {
    throw new InputError(`${name} is not a date in the form DDMMYYYY: "${digits}"`, { line: lineNumber })
  }
}
