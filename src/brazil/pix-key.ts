import { isCnpj } from './cnpj.ts'
import { parseCpf } from './cpf.ts'

const LONGEST_KEY = 77

/** The formats of the Pix key directory (DICT), which a code must use exactly: +5511987654321, not (11) 98765-4321. */
const phonePattern = /^\+[1-9][0-9]{9,14}$/
const emailPattern = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const randomKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export type PixKeyType = 'PHONE' | 'EMAIL' | 'DOCUMENT' | 'RANDOM'

/** The kind of a key by its form; undefined when it has none. Only the directory knows whether it is registered. */
export function findPixKeyType(text: string): PixKeyType | undefined {
  if (text.length > LONGEST_KEY) return undefined
  if (/^[0-9]{11}$/.test(text)) return parseCpf(text) === undefined ? undefined : 'DOCUMENT'
  if (isCnpj(text)) return 'DOCUMENT'
  if (phonePattern.test(text)) return 'PHONE'
  if (emailPattern.test(text)) return 'EMAIL'
  return randomKeyPattern.test(text) ? 'RANDOM' : undefined
}

/** Whether the text has the form of a key. */
export function isPixKey(text: string): boolean {
  return findPixKeyType(text) !== undefined
}
