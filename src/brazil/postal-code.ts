import { type State, states } from './states.ts'

const postalCodePattern = /^([0-9]{5})-?([0-9]{3})$/

/** The first five digits of every range that is assigned to a state. */
const assigned = states.flatMap(({ postalPrefixes }) => postalPrefixes)

/** The eight digits of a CEP in a range that is assigned to a state, or undefined. */
export function parsePostalCode(text: string): string | undefined {
  const match = postalCodePattern.exec(text)
  if (!match) return undefined
  const [, prefix = '', suffix = ''] = match
  const number = Number(prefix)
  for (const [first, last] of assigned) if (first <= number && number <= last) return prefix + suffix
  return undefined
}

/** Whether the eight digits of a CEP lie in a state: banks refuse to register a title otherwise. */
export function isPostalCodeOf(postalCode: string, stateCode: string): boolean {
  return states.some(state => state.code === stateCode && isWithin(postalCode, state))
}

function isWithin(postalCode: string, { postalPrefixes }: State): boolean {
  const prefix = Number(postalCode.slice(0, 5))
  return postalPrefixes.some(([first, last]) => first <= prefix && prefix <= last)
}
