import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { presentCompactJson } from '../compact-json.ts'
import { NOTE } from '../generated-note.ts'
import { presentApiChangelog, type ReleasedSurface } from './changelog-page.ts'
import { describeSurface, type OpenApiDocument } from './surface.ts'

const RELEASES = 'docs/api/releases'
const CHANGELOG = 'docs/api/changelog.md'

/** The interface of every release, the oldest first. */
export function readReleasedSurfaces(root: string): ReleasedSurface[] {
  return readdirSync(join(root, RELEASES))
    .filter(name => /^\d{4}-\d{2}-\d{2}\.json$/.test(name))
    .toSorted()
    .map(name => ({
      date: name.slice(0, 10),
      surface: JSON.parse(readFileSync(join(root, RELEASES, name), 'utf8')),
    }))
}

/** Keeps the interface as it is released on this day, for later comparisons, and returns the files that were written. */
export function writeReleasedSurface(root: string, date: string): string[] {
  const document: OpenApiDocument = JSON.parse(readFileSync(join(root, 'docs/api/openapi.json'), 'utf8'))
  const surface = describeSurface(document)
  const path = `${RELEASES}/${date}.json`
  mkdirSync(join(root, RELEASES), { recursive: true })
  writeFileSync(join(root, path), presentCompactJson(surface, 2))
  writeFileSync(join(root, CHANGELOG), presentApiChangelog(NOTE, readReleasedSurfaces(root), surface))
  return [path, CHANGELOG]
}
