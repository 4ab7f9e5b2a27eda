import { parseCpf } from './cpf.ts'
import { parsePhone } from './phone.ts'
import { parsePostalCode } from './postal-code.ts'
import { states } from './states.ts'

const stateCodes = new Set(states.map(({ code }) => code))

/** Formats that request schemas name: whether a text can be read. Reading it is up to the module that needs it. */
export const brazilianFormats = {
  cpf: (text: string): boolean => parseCpf(text) !== undefined,
  'br-phone': (text: string): boolean => parsePhone(text) !== undefined,
  'postal-code': (text: string): boolean => parsePostalCode(text) !== undefined,
  'br-state': (text: string): boolean => stateCodes.has(text.toUpperCase()),
}
