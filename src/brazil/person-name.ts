import { toAscii } from '../kernel/ascii-text.ts'

const PARTICLES = new Set(['DA', 'DE', 'DI', 'DO', 'DAS', 'DOS', 'DU', 'E', 'D'])

/** Two words in Latin letters; other writings set no space between the names, or have one name only. */
export function isWholeName(text: string): boolean {
  if (!/\p{L}/u.test(text) || /\d/.test(text)) return false
  return /\p{L}\S*\s+\S*\p{L}/u.test(text) || !/\p{Script=Latin}/u.test(text)
}

/** The words of a name that tell people apart, without accents, case and particles, in alphabetical order. */
export function listNameWords(name: string): string[] {
  return toAscii(name)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(word => word !== '' && !PARTICLES.has(word))
    .sort()
}

/**
 * Whether two registers mean the same name. They write accents, particles and the order of surnames as they like; an
 * initial stands for a word that begins with it. A name without Latin letters equals any: nobody can compare it here.
 */
export function isSameName(one: string, other: string): boolean {
  const [left, right] = [listNameWords(one), listNameWords(other)]
  if (left.length === 0 || right.length === 0) return true
  if (left.length !== right.length) return false
  const unmatched = [...right]
  const isFull = (word: string): boolean => word.length > 1
  // Whole words first, so that no initial takes what a whole word needs.
  const rest = left.filter(word => !(isFull(word) && take(unmatched, each => each === word)))
  return [...rest.filter(isFull), ...rest.filter(word => !isFull(word))].every(word =>
    take(unmatched, each => (isFull(word) ? !isFull(each) && word.startsWith(each) : each.startsWith(word))),
  )
}

function take(words: string[], fits: (word: string) => boolean): boolean {
  const at = words.findIndex(fits)
  if (at >= 0) words.splice(at, 1)
  return at >= 0
}

/** Whether somebody who signs with a name is the one who signed before: case, accents and spaces make no other person. */
export function isSamePerson(one: string, other: string): boolean {
  const simplify = (name: string): string =>
    name
      .normalize('NFD')
      .replaceAll(/\p{M}|[^\p{L}\p{N}]/gu, '')
      .toLowerCase()
  return simplify(one) === simplify(other)
}

/** The first name and the initials of the others. */
export function maskName(name: string): string {
  const [first = '', ...others] = name.split(' ')
  return [first, ...others.map(each => `${[...each][0] ?? ''}.`)].join(' ')
}
