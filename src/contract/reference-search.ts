/* What the search of the documentation looks through. The browser imports this file too: types only. */

/** In the order of their weight; fields are found within operations and events. */
export type FoundKind = 'guide' | 'operation' | 'event' | 'field' | 'error'

export interface SearchEntry {
  readonly kind: Exclude<FoundKind, 'field'>
  readonly title: string
  /** Of a section of a guide. */
  readonly heading?: string
  readonly address: string
  /** What else it is found by: names on the wire, and its title in the other language. */
  readonly words: string
  readonly text: string
  /** Anchors of the page that end in the name of a field. */
  readonly fields?: readonly string[]
}

export interface SearchIndex {
  readonly entries: readonly SearchEntry[]
  /** What a field means, by its name. */
  readonly meanings: Readonly<Record<string, string>>
}
