const ZERO = 48

/**
 * Weights 2, 1, 2, 1 … from the right, the digits of each product added. Detects every single wrong digit, and every
 * swap of neighbours except 09 and 90.
 */
export function computeModulo10Digit(digits: string): string {
  let sum = 0
  let doubled = true
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits.charCodeAt(index) - ZERO
    if (doubled) sum += digit > 4 ? 2 * digit - 9 : 2 * digit
    else sum += digit
    doubled = !doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** Weights 2, 3 … `highestWeight`, 2, 3 … from the right; the modulo-11 rules of all banks start from this sum. */
export function computeWeightedSum(digits: string, highestWeight: number): number {
  let sum = 0
  let weight = 2
  for (let index = digits.length - 1; index >= 0; index--) {
    sum += (digits.charCodeAt(index) - ZERO) * weight
    weight = weight === highestWeight ? 2 : weight + 1
  }
  return sum
}

/** Check digit of the 43 other digits of the barcode. Never 0: that would look like a missing digit. */
export function computeGeneralDigit(otherDigits: string): string {
  const digit = 11 - (computeWeightedSum(otherDigits, 9) % 11)
  return digit > 9 ? '1' : String(digit)
}

/** Bradesco: weights up to 7 for our-number and account; ten is written P. */
export function computeBradescoDigit(digits: string): string {
  const digit = 11 - (computeWeightedSum(digits, 7) % 11)
  if (digit === 11) return '0'
  return digit === 10 ? 'P' : String(digit)
}

/**
 * Banco do Brasil: the plain remainder with weights 9 down to 2 from the right. Each weight is 11 minus the usual one,
 * so the remainder is 11 minus the usual one. Ten is written X.
 */
export function computeBancoDoBrasilDigit(digits: string): string {
  const remainder = (11 - (computeWeightedSum(digits, 9) % 11)) % 11
  return remainder === 10 ? 'X' : String(remainder)
}
