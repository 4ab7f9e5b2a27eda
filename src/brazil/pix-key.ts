import { parseCpf } from './cpf.ts'

const LONGEST_KEY = 77

/** The formats of the Pix key directory (DICT), which a code must use exactly: +5511987654321, not (11) 98765-4321. */
const phonePattern = /^\+[1-9][0-9]{9,14}$/
/** The Receita Federal has issued CNPJs with letters since July 2026. */
const cnpjPattern = /^[0-9A-Z]{12}[0-9]{2}$/
const emailPattern = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const randomKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether the text has the form of a key. Only the directory knows whether it is registered. */
export function isPixKey(text: string): boolean {
  if (text.length > LONGEST_KEY) return false
  if (/^[0-9]{11}$/.test(text)) return parseCpf(text) !== undefined
  return [phonePattern, cnpjPattern, emailPattern, randomKeyPattern].some(pattern => pattern.test(text))
}
