/** Runs of 13 to 19 digits, with single spaces, dots or hyphens between them, that do not continue a longer run. */
const CANDIDATE = /(?<![\d])\d(?:[ .-]?\d){12,18}(?![\d])/g

/**
 * We never ask for a card number, but people type one into any text field. A number that passes the Luhn check is
 * masked before the text is stored, which keeps the whole service out of the scope of PCI DSS.
 */
export function maskCardNumbers(text: string): string {
  return text.replace(CANDIDATE, run => (passesLuhn(run) ? '[card number removed]' : run))
}

function passesLuhn(run: string): boolean {
  let sum = 0
  let doubles = false
  for (let at = run.length - 1; at >= 0; at--) {
    const digit = run.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) continue
    const value = doubles ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
    doubles = !doubles
  }
  return sum % 10 === 0
}
