import { isAmount } from '../element/money.ts'
import { round, test } from '../element/natives.ts'

/* Reading what a platform's own scripts left or sent: any of it may be missing, or something else. */

const DECIMAL = /^\d{1,7}(?:\.\d+)?$/

/** The value at the end of a path of properties. */
export function pick(value: unknown, ...path: string[]): unknown {
  let found = value
  for (let index = 0; index < path.length; index++) {
    if ((typeof found !== 'object' && typeof found !== 'function') || found === null) return undefined
    found = (found as Record<string, unknown>)[path[index] ?? '']
  }
  return found
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** An amount in reais, as a number or as text with a dot, in centavos. */
export function reaisToCentavos(value: unknown): number | undefined {
  const isDecimal = typeof value === 'number' || (typeof value === 'string' && test(DECIMAL, value))
  return isDecimal ? checkAmount(round(Number(value) * 100)) : undefined
}

/** An amount that is in centavos already. Part of a centavo means that it is not. */
export function checkCentavos(value: unknown): number | undefined {
  return typeof value === 'number' ? checkAmount(value) : undefined
}

function checkAmount(centavos: number): number | undefined {
  return isAmount(centavos) ? centavos : undefined
}

/** Offers are in reais: a shop that sells in another currency gets none. */
export function isForeign(currency: unknown): boolean {
  return typeof currency === 'string' && currency !== '' && currency !== 'BRL'
}
