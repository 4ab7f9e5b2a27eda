export interface ChangelogSection {
  readonly version: string
  /** YYYY-MM-DD */
  readonly date: string
  readonly text: string
}

const HEADING = /^## (.+)$/gm
const RELEASED = /^(\d+\.\d+\.\d+), (\d{4}-\d{2}-\d{2})$/

/** The newest section, which names the version to release: `## 0.2.0, 2026-12-01`. A sentence says what is wrong with it. */
export function readNewestSection(changelog: string): ChangelogSection | string {
  const [first, second] = [...changelog.matchAll(HEADING)]
  if (first === undefined) return 'CHANGELOG.md has no section'
  const [, version, date] = RELEASED.exec(first[1] ?? '') ?? []
  if (version === undefined || date === undefined)
    return `the first section of CHANGELOG.md is "${first[1]}": name it as the release, such as "0.2.0, 2026-12-01"`
  const text = changelog.slice(first.index + first[0].length, second?.index).trim()
  return text === '' ? `the section ${version} of CHANGELOG.md is empty` : { version, date, text }
}

export function isNewer(version: string, than: string): boolean {
  const [one = [], other = []] = [version, than].map(each => each.split('.').map(Number))
  const at = one.findIndex((part, index) => part !== other[index])
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0)
}

/** Without marks: a tag is read in a terminal. Git takes lines that begin with # for comments. */
export function composeTagMessage({ version, date, text }: ChangelogSection): string {
  const plain = text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/[[\]]/g, '')
  return `Crediário ${version}, ${date}\n\n${plain.replaceAll(/^#+ /gm, '')}\n`
}
