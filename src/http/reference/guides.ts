import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language, presentPath } from './language.ts'

/** In the order of the contents. The file of the empty one is `start.md`. */
const GUIDES = [
  '',
  'first-purchase',
  'payments',
  'refunds',
  'webhooks',
  'payment-links',
  'element',
  'flows',
  'sandbox',
  'errors',
  'clients',
  'versioning',
  'going-live',
  'proof',
] as const
export type GuideName = (typeof GUIDES)[number]

export interface Guide {
  readonly name: GuideName
  readonly title: string
  readonly source: string
}

/** The first line of a guide is its title. A guide links to another by its file, so that the repository shows them too. */
export function readGuides(): Readonly<Record<Language, readonly Guide[]>> {
  const read = (language: Language): Guide[] =>
    GUIDES.map(name => {
      const file = join(import.meta.dirname, 'guides', language, `${name === '' ? 'start' : name}.md`)
      const [title = '', ...rest] = readFileSync(file, 'utf8').split('\n')
      const source = rest
        .join('\n')
        .replaceAll(/\]\(([\w-]+)\.md\)/g, (_, other: string) => `](${presentPath(language, other)})`)
      return { name, title: title.replace(/^# /, ''), source }
    })
  return Object.fromEntries(LANGUAGES.map(language => [language, read(language)])) as Record<
    Language,
    Guide[]
  >
}
