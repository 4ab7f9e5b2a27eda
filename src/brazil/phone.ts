import { states } from './states.ts'

interface Phone {
  /** National number: area code and subscriber, 10 digits for a landline and 11 for a mobile. */
  readonly digits: string
  readonly areaCode: string
}

// Country code, area code and subscriber. The lengths make it unambiguous: a leading 55 is the country code when 10 or
// 11 digits follow it, otherwise it is the area code of western Rio Grande do Sul.
const phonePattern =
  /^(?:\+55|55)? ?(?:\(([1-9][0-9])\)|([1-9][0-9]))[ -]?(9[ .-]?[0-9]{4}|[2-5][0-9]{3})[ .-]?([0-9]{4})$/

/**
 * A mobile or landline number in any usual format, or undefined. The area code may not exist: that is a refusal, not
 * bad input.
 */
export function parsePhone(text: string): Phone | undefined {
  const match = phonePattern.exec(text)
  if (!match) return undefined
  const [, bracketed, bare, prefix = '', line = ''] = match
  const areaCode = bracketed ?? bare ?? ''
  return { digits: areaCode + prefix.replace(/[ .-]/, '') + line, areaCode }
}

const areaCodes = new Set(states.flatMap(state => state.areaCodes))

export function areaCodeExists(areaCode: string): boolean {
  return areaCodes.has(areaCode)
}

/** The number as shown to the customer without revealing it to others: (11) *****-1234. */
export function maskPhone(digits: string): string {
  return `(${digits.slice(0, 2)}) ${'*'.repeat(digits.length - 6)}-${digits.slice(-4)}`
}
