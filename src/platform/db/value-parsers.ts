import { type CustomTypesConfig, types } from 'pg'

const dateArray = 1182
const int8Array = 1016

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`The database holds ${text}, which is beyond the safe integers`)
}

function parseList<T>(parseItem: (text: string) => T): (text: string) => (T | null)[] {
  const parseTexts = types.getTypeParser(1009 as never) as (text: string) => (string | null)[]
  return text => parseTexts(text).map(item => (item === null ? null : parseItem(item)))
}

/**
 * Integers are parsed to numbers, and throw when they would lose digits. A date stays text: a Date object would turn a
 * calendar day into an instant in the process's time zone.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseSafeInteger],
  [types.builtins.DATE, text => text],
  [int8Array, parseList(parseSafeInteger)],
  [dateArray, parseList(text => text)],
])

export const valueParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: unknown) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? types.getTypeParser(oid, format as 'text'),
}
