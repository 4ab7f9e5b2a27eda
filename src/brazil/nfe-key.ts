/*
 * The access key of an electronic invoice (NF-e, model 55, and NFC-e, model 65; Manual de Orientação do Contribuinte): state, year
 * and month, CNPJ of the issuer, model, series, number, kind of emission, code, check digit. 44 characters; only the CNPJ may
 * have letters.
 */
interface NfeKey {
  /** YYMM */
  readonly month: string
  readonly cnpj: string
  readonly model: '55' | '65'
}

const STATES = new Set(
  '11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53'.split(' '),
)
const FORM = /^(\d{2})(\d{2}(?:0[1-9]|1[0-2]))([0-9A-Z]{12}\d{2})(55|65)\d{3}\d{9}\d{9}\d$/

/** Undefined when the form or the check digit is wrong. */
export function parseNfeKey(text: string): NfeKey | undefined {
  const [, state = '', month = '', cnpj = '', model] = FORM.exec(text) ?? []
  if ((model !== '55' && model !== '65') || !STATES.has(state)) return undefined
  return computeCheckDigit(text.slice(0, -1)) === text.at(-1) ? { month, cnpj, model } : undefined
}

/** For invented invoices: São Paulo, NF-e, series 1. */
export function composeNfeKey({ month, cnpj }: Pick<NfeKey, 'month' | 'cnpj'>, number: number): string {
  const digits = String(number % 1_000_000_000).padStart(9, '0')
  const key = `35${month}${cnpj}55001${digits}1${digits.slice(1)}`
  return key + computeCheckDigit(key)
}

/** Modulo 11, weights 2 to 9 from the right; a letter counts as its distance from the digit 0. */
function computeCheckDigit(text: string): string {
  const sum = [...text]
    .toReversed()
    .reduce((total, each, index) => total + (each.charCodeAt(0) - 48) * (2 + (index % 8)), 0)
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}
