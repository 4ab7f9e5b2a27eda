import { states } from './states.ts'

const postalCodePattern = /^([0-9]{5})-?([0-9]{3})$/

/** The eight digits of a CEP in a range that is assigned to a state, or undefined. */
export function parsePostalCode(text: string): string | undefined {
  const match = postalCodePattern.exec(text)
  if (!match) return undefined
  const prefix = Number(match[1])
  const assigned = states.some(state =>
    state.postalPrefixes.some(([first, last]) => first <= prefix && prefix <= last),
  )
  return assigned ? match.slice(1).join('') : undefined
}
