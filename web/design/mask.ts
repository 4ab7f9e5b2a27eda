/* Numbers as people write them, formed while they are typed. */

/** A `#` stands for one digit. */
export type Mask = (digits: string) => string

export const cpfMask: Mask = () => '###.###.###-##'
export const postalCodeMask: Mask = () => '#####-###'
/** A mobile number has one digit more than a landline, and begins with a 9. */
export const phoneMask: Mask = digits => (digits.charAt(2) === '9' ? '(##) #####-####' : '(##) ####-####')

interface Written {
  readonly text: string
  /** Where the caret belongs. */
  readonly caret: number
}

/** Signs are written only in front of a digit that is there, so that deleting is never undone. */
export function writeByMask(mask: Mask, text: string): string {
  let digits = text.replaceAll(/\D/g, '')
  if (mask === phoneMask) {
    // Typed, the country code stays as it is until a digit follows it.
    if (text.startsWith('+') && '55'.startsWith(digits)) return `+${digits}`
    digits = dropCountryCode(text, digits)
  }
  let rest = digits
  let written = ''
  for (const sign of mask(digits)) {
    if (rest === '') break
    if (sign === '#') {
      written += rest.charAt(0)
      rest = rest.slice(1)
    } else written += sign
  }
  return written
}

/** The caret stays behind the digit that it was behind, wherever the signs have gone. */
export function rewriteByMask(mask: Mask, text: string, caret: number): Written {
  const written = writeByMask(mask, text)
  if (caret >= text.length) return { text: written, caret: written.length }
  let digitsBefore = text.slice(0, caret).replaceAll(/\D/g, '').length
  let place = 0
  while (digitsBefore > 0 && place < written.length) {
    if (/\d/.test(written.charAt(place))) digitsBefore -= 1
    place += 1
  }
  return { text: written, caret: place }
}

/** Phones fill in +55 by themselves; 55 alone is also an area code. */
function dropCountryCode(text: string, digits: string): string {
  const hasCountryCode = digits.startsWith('55') && (text.startsWith('+') || digits.length > 11)
  return hasCountryCode ? digits.slice(2) : digits
}
