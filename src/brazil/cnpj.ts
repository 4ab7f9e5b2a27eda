const PUNCTUATION = /^([0-9A-Z]{2})\.?([0-9A-Z]{3})\.?([0-9A-Z]{3})\/?([0-9A-Z]{4})-?([0-9]{2})$/
const FORM = /^[0-9A-Z]{12}[0-9]{2}$/
const NEVER_ISSUED = '0'.repeat(14)
const STEM_LENGTH = 12
const ROOT_LENGTH = 8
const ZERO = 48

/**
 * The 14 characters of a CNPJ written with or without punctuation, in upper or lower case; undefined when it is not
 * valid. Since July 2026 all but the check digits may be letters (IN RFB 2.229/2024).
 */
export function parseCnpj(text: string): string | undefined {
  const match = PUNCTUATION.exec(text.toUpperCase())
  if (match === null) return undefined
  const cnpj = match.slice(1).join('')
  return isCnpj(cnpj) ? cnpj : undefined
}

/** Whether the text is a CNPJ as it is stored: 14 characters, capital letters, no punctuation. */
export function isCnpj(text: string): boolean {
  if (!FORM.test(text) || text === NEVER_ISSUED) return false
  const stem = text.slice(0, STEM_LENGTH)
  return text === stem + computeCnpjCheckDigits(stem)
}

/** Both check digits of the twelve leading characters. */
export function computeCnpjCheckDigits(stem: string): string {
  const first = computeCheckDigit(stem)
  return first + computeCheckDigit(stem + first)
}

/** Headquarters and branches of one company share the first eight characters. */
export function isSameCompany(one: string, other: string): boolean {
  return one.slice(0, ROOT_LENGTH) === other.slice(0, ROOT_LENGTH)
}

/** Modulo 11, weights 2 to 9 from the right; a letter counts as its distance from the digit 0. */
function computeCheckDigit(text: string): string {
  let sum = 0
  for (let index = 0; index < text.length; index++)
    sum += (text.charCodeAt(index) - ZERO) * (2 + ((text.length - 1 - index) % 8))
  const remainder = sum % 11
  return remainder < 2 ? '0' : String(11 - remainder)
}
