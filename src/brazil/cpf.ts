const cpfPattern = /^([0-9]{3})\.?([0-9]{3})\.?([0-9]{3})-?([0-9]{2})$/

/** The eleven digits of a CPF written with or without punctuation, or undefined when it is not valid. */
export function parseCpf(text: string): string | undefined {
  const match = cpfPattern.exec(text)
  if (!match) return undefined
  const [, first = '', second = '', third = '', check = ''] = match
  const digits = first + second + third + check
  // 000…0 to 999…9 have valid check digits, but the Receita Federal never issues them.
  if (digits === digits.charAt(0).repeat(11)) return undefined
  const stem = digits.slice(0, 9)
  return digits === stem + computeCpfCheckDigits(stem) ? digits : undefined
}

/** Both check digits of the nine leading digits, each by modulo 11. */
export function computeCpfCheckDigits(nineDigits: string): string {
  const first = computeCheckDigit(nineDigits)
  return first + computeCheckDigit(nineDigits + first)
}

function computeCheckDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    sum += (digits.charCodeAt(index) - 48) * (digits.length + 1 - index)
  }
  const remainder = sum % 11
  return remainder < 2 ? '0' : String(11 - remainder)
}

/** The middle digits, as the tax office masks a CPF. */
export const maskCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
