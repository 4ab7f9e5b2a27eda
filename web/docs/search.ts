import type { FoundKind, SearchEntry, SearchIndex } from '../../src/contract/reference-search.ts'

/* How the search of the documentation ranks what it finds. No page is needed, so that a test can ask it. */

export interface Hit {
  readonly kind: FoundKind
  readonly title: string
  /** Where it is: the guide of a section, the operation of a field. */
  readonly place: string
  readonly address: string
  readonly snippet: string
}

/** Case and accents do not matter, and the length stays: "emissao" finds "Emissão". */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[À-ÿ]/g, letter => letter.normalize('NFD').charAt(0))
    .toLowerCase()

const split = (text: string): string[] =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

const ENDING = /(?:[ai]mentos?|acoes|acao|icao|[ai]d[oa]s?|[aei]r|ations?|ment|ing|ed|[aoe]?s|[aoe])$/
/** "cancelar", "cancelamento" and "cancelado" are one; a stem of fewer letters would mean too much. */
const LEAST_STEM = 5

function stem(word: string): string {
  const short = word.replace(ENDING, '')
  return short.length < LEAST_STEM ? word.replace(/s$/, '') : short
}

const UNSAID = new Set(
  'a o e de do da dos das em no na um uma com por para como que the of to an in on for how what is and do i'.split(
    ' ',
  ),
)

/** Not at all, by the beginning of a longer word, by another form of it, by itself. */
type Met = 0 | 1 | 2 | 3

function match(word: string, tokens: readonly string[]): Met {
  if (tokens.includes(word)) return 3
  const wanted = stem(word)
  if (tokens.some(token => stem(token) === wanted)) return 2
  return word.length > 1 && tokens.some(token => token.startsWith(word)) ? 1 : 0
}

interface Prepared {
  readonly entry: SearchEntry
  readonly title: readonly string[]
  readonly heading: readonly string[]
  readonly words: readonly string[]
  readonly text: readonly string[]
}

const prepared = new WeakMap<SearchIndex, readonly Prepared[]>()

function prepare(index: SearchIndex): readonly Prepared[] {
  const known =
    prepared.get(index) ??
    index.entries.map(entry => ({
      entry,
      title: split(entry.title),
      heading: split(entry.heading ?? ''),
      words: split(entry.words),
      text: split(entry.text),
    }))
  prepared.set(index, known)
  return known
}

/** Guides before operations, events, fields and errors where they are met alike. */
const WEIGHTS: Readonly<Record<FoundKind, number>> = {
  guide: 40,
  operation: 30,
  event: 25,
  field: 20,
  error: 10,
}

const TITLE = 300
const HEADING = 295
const WORDS = 200
const TEXT = 100
/** Of fields and errors: a part of a name, or of what it means. */
const NAME = 60
const MEANING = 30
const EXACT = 500

/** By how a word is met. A beginning alone is a guess: somebody is still typing, or means another word. */
const GRADES = [0, -40, 8, 12] as const

const grade = (value: number, how: Met): number => (how === 0 ? 0 : Math.max(1, value + GRADES[how]))

function rateWord(word: string, { entry, title, heading, words, text }: Prepared): number {
  const isError = entry.kind === 'error'
  const isSection = entry.heading !== undefined
  return Math.max(
    grade(isError || isSection ? NAME : TITLE, match(word, title)),
    grade(HEADING, match(word, heading)),
    grade(isError ? NAME : WORDS, match(word, words)),
    grade(isError ? MEANING : TEXT, match(word, text)),
  )
}

interface Rated extends Hit {
  readonly score: number
}

const MOST = 12
/** Of one page, so that others are seen too. */
const MOST_OF_PAGE = 3

export function search(index: SearchIndex, query: string): Hit[] {
  const all = split(query)
  const said = all.filter(word => !UNSAID.has(word))
  const words = said.length === 0 ? all : said
  if (words.length === 0) return []
  const rated = [
    ...prepare(index).flatMap(each => rateEntry(each, words, query)),
    ...rateFields(index, words, query),
  ].toSorted((one, other) => other.score - one.score)
  const seen = new Map<string, number>()
  return rated
    .filter(({ kind, address }) => {
      const page = kind === 'guide' ? (address.split('#')[0] ?? '') : address
      seen.set(page, (seen.get(page) ?? 0) + 1)
      return (seen.get(page) ?? 0) <= MOST_OF_PAGE
    })
    .slice(0, MOST)
}

function rateEntry(each: Prepared, words: readonly string[], query: string): Rated[] {
  const { kind, title, heading, address, text } = each.entry
  const rates = words.map(word => rateWord(word, each))
  const isNamed = isName(query) && [title, ...each.entry.words.split(' ')].some(name => isSame(name, query))
  if (rates.includes(0) && !isNamed) return []
  const score = isNamed ? EXACT : rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  return [
    {
      kind,
      title: heading ?? title,
      place: heading === undefined ? '' : title,
      address,
      snippet: cutSnippet(text, words),
      score: score + WEIGHTS[kind],
    },
  ]
}

/** Something that only programs write: `totalIof`, `rate_limited`, `transaction.approved`, `/authorize`. */
const isName = (query: string): boolean => /\w[._/]\w|[a-z][A-Z]|^\//.test(query.trim())
const isSame = (one: string, other: string): boolean => fold(one) === fold(other.trim())

/** A field leads to its row in each page that has it. */
function rateFields({ entries, meanings }: SearchIndex, words: readonly string[], query: string): Rated[] {
  const [word = ''] = words
  const names = new Map<string, number>()
  for (const [name, meaning] of Object.entries(meanings)) {
    const folded = fold(name)
    const byMeaning = words.map(each => match(each, split(meaning)))
    if (isName(query) && isSame(name, query)) names.set(name, EXACT)
    else if (words.length === 1 && folded.includes(word)) names.set(name, folded === word ? NAME + 30 : NAME)
    else names.set(name, Math.min(...byMeaning.map(met => grade(MEANING, met))))
  }
  return entries.flatMap(({ title, address, fields = [] }) => {
    const [page = ''] = address.split('#')
    const seen = new Set<string>()
    return fields.flatMap(anchor => {
      const name = anchor.slice(anchor.lastIndexOf('.') + 1)
      const score = names.get(name)
      if (score === undefined || score === 0 || seen.has(name)) return []
      seen.add(name)
      return [
        {
          kind: 'field' as const,
          title: name,
          place: title,
          address: `${page}#${encodeURIComponent(anchor)}`,
          snippet: cutSnippet(meanings[name] ?? '', words),
          score: score + WEIGHTS.field,
        },
      ]
    })
  })
}

const BEFORE = 40
const LENGTH = 130

/** The words around the first that was met. */
function cutSnippet(text: string, words: readonly string[]): string {
  const [first = 0] = findMarks(text, words).map(([from]) => from)
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const end = text.length - start <= LENGTH ? text.length : text.lastIndexOf(' ', start + LENGTH)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

/** Where a text has the words of a query. */
export function findMarks(text: string, words: readonly string[]): [from: number, to: number][] {
  const stems = words.map(stem)
  return [...fold(text).matchAll(/[a-z0-9]+/g)].flatMap(({ 0: token, index }): [number, number][] =>
    words.some((word, at) => (word.length > 1 && token.startsWith(word)) || stem(token) === stems[at])
      ? [[index, index + token.length]]
      : [],
  )
}

export const splitQuery = (query: string): string[] => split(query).filter(word => !UNSAID.has(word))
