import { type Change, compareSurfaces } from './compare.ts'
import type { Surface } from './surface.ts'

export interface ReleasedSurface {
  /** YYYY-MM-DD */
  readonly date: string
  readonly surface: Surface
}

/** The changelog of the interface: what each release, and the program of today, has that the release before had not. */
export function presentApiChangelog(
  note: string,
  released: readonly ReleasedSurface[],
  current: Surface,
): string {
  const sections = released.flatMap(({ date, surface }, index) => {
    const next = released[index + 1]
    const title = next === undefined ? `Since ${date}` : next.date
    return [presentSection(title, compareSurfaces(surface, next?.surface ?? current))]
  })
  const first = released[0]
  return `${note}
# Changelog of the interface

What programs can notice, found by comparing the interface of each release with the one before. Every change below is
compatible with its [version](../../src/http/reference/guides/en/versioning.md): a test fails on any other.

${sections.toReversed().join('\n')}
## ${first?.date ?? ''}

${first === undefined ? '' : `Version ${first.surface.version}: ${Object.keys(first.surface.operations).length} operations.`}
`
}

function presentSection(title: string, changes: readonly Change[]): string {
  if (changes.length === 0) return `## ${title}\n\nNo change.\n`
  const places = Map.groupBy(changes, ({ place }) => place)
  const rows = [...places].map(
    ([place, all]) => `| \`${place}\` | ${all.map(({ text }) => text.replaceAll('|', '\\|')).join('; ')} |`,
  )
  return `## ${title}\n\n| Where | What |\n|---|---|\n${rows.join('\n')}\n`
}
