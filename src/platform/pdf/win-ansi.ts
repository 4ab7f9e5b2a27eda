import { toAscii } from '../../kernel/ascii-text.ts'

/** No cell shows more; longer text is cut before any work is spent on it. */
const LONGEST_TEXT = 600

/** The characters of Windows-1252 from 0x80 to 0x9f, in order; a space where it, or the typeface, has none. */
const SPECIALS = '€ ‚ „…  ˆ  ‹Œ    ‘’“”•–—˜™ ›œ  '

/** Latin letters, as in most texts: only surplus spaces have to be checked. */
const PLAIN = /^[!-~\xa1-\xac\xae-\xff](?:[ -~\xa1-\xac\xae-\xff]{0,200}[!-~\xa1-\xac\xae-\xff])?$/

const known = new Map<string, string>()
for (let code = 0x20; code <= 0xff; code++) {
  const isPrintable = code <= 0x7e || (code > 0xa0 && code !== 0xad)
  if (isPrintable) known.set(String.fromCharCode(code), String.fromCharCode(code))
}
for (const [index, character] of [...SPECIALS].entries()) {
  if (character !== ' ') known.set(character, String.fromCharCode(0x80 + index))
}

/** Those of Windows-1252 that the typeface lacks and no alphabet spells. */
const NEAREST = new Map([
  ['ƒ', 'f'],
  ['†', '+'],
  ['‡', '+'],
  ['‰', '%o'],
])

/**
 * Any text in the one encoding of the fonts, one byte per character. Letters that it lacks are transliterated
 * to ASCII, or become a question mark; symbols, emoji, control and direction characters become spaces or nothing.
 */
export function toWinAnsi(text: string, longest = LONGEST_TEXT): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text
  let encoded = ''
  for (const character of text.slice(0, longest).normalize('NFC')) {
    encoded += known.get(character) ?? spell(character)
  }
  return encoded.replaceAll(/ {2,}/g, ' ').trim()
}

function spell(character: string): string {
  if (/[\p{M}\p{Cf}]/u.test(character)) return ''
  const ascii = NEAREST.get(character) ?? toAscii(character)
  if (ascii !== '') return ascii
  return /[\p{L}\p{N}]/u.test(character) ? '?' : ' '
}

/** The Unicode character of each byte, for measuring. */
export function listWinAnsi(): readonly (readonly [code: number, character: string])[] {
  return [...known].map(([character, byte]) => [byte.charCodeAt(0), character])
}

export const ELLIPSIS = '\x85'
