import { parseCpf } from './cpf.ts'
import { isWholeName } from './person-name.ts'
import { parsePhone } from './phone.ts'
import { parsePostalCode } from './postal-code.ts'
import { states } from './states.ts'

const stateCodes = new Set(states.map(({ code }) => code))

/** Formats that request schemas name. They check whether a text can be parsed; the module that needs it parses it. */
export const brazilianFormats = {
  cpf: (text: string): boolean => parseCpf(text) !== undefined,
  'br-phone': (text: string): boolean => parsePhone(text) !== undefined,
  'postal-code': (text: string): boolean => parsePostalCode(text) !== undefined,
  'br-state': (text: string): boolean => stateCodes.has(text.toUpperCase()),
  'whole-name': isWholeName,
}
