import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeReleasedSurface } from '../api-changes/released-surfaces.ts'
import { type ChangelogSection, composeTagMessage, isNewer, readNewestSection } from './changelog.ts'

const GIT_MS = 30_000
/** Files that name the version, with the place that holds it. */
const VERSIONED: Readonly<Record<string, readonly RegExp[]>> = {
  'package.json': [/(?<=^ {2}"version": ")[^"]+/m],
  'package-lock.json': [/(?<=^ {2}"version": ")[^"]+/m, /(?<=^ {6}"version": ")[^"]+/m],
  'ops/helm/crediario/Chart.yaml': [/(?<=^version: ).+/m, /(?<=^appVersion: ).+/m],
  'ops/compose/compose.yaml': [/(?<=CREDIARIO_IMAGE:-crediario:)[^}]+/],
}

export interface Release extends ChangelogSection {
  readonly tag: string
  readonly message: string
  /** Files whose version is another one. */
  readonly outdated: readonly string[]
}

/** What would be released, or sentences that say why nothing can be. */
export function planRelease(root: string, today: string): Release | readonly string[] {
  const section = readNewestSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  if (typeof section === 'string') return [section]
  const { version, date } = section
  const tags = git(root, 'tag', '--list', 'v*').split('\n').filter(Boolean)
  const notOlder = tags.map(tag => tag.slice(1)).filter(each => !isNewer(version, each))
  const problems = [
    ...(date > today ? [`the section ${version} of CHANGELOG.md is of ${date}, which is to come`] : []),
    ...notOlder.map(each => `${version} does not follow the release ${each}`),
    ...(git(root, 'status', '--porcelain') === ''
      ? []
      : ['the working tree has changes: commit or remove them first']),
  ]
  if (problems.length > 0) return problems
  const outdated = Object.keys(VERSIONED).filter(path => {
    const text = readFileSync(join(root, path), 'utf8')
    return VERSIONED[path]?.some(place => place.exec(text)?.[0] !== version)
  })
  return { ...section, tag: `v${version}`, message: composeTagMessage(section), outdated }
}

/** Writes the version where it is named, keeps the interface for the next comparison, commits that, and tags the commit. Nothing is pushed. */
export function applyRelease(root: string, { version, date, tag, message, outdated }: Release): void {
  for (const path of outdated) {
    const before = readFileSync(join(root, path), 'utf8')
    const after = (VERSIONED[path] ?? []).reduce((text, place) => text.replace(place, version), before)
    writeFileSync(join(root, path), after)
  }
  const written = [...outdated, ...writeReleasedSurface(root, date)]
  git(root, 'add', '--', ...written)
  if (git(root, 'diff', '--cached', '--name-only') !== '') {
    git(root, 'commit', '--quiet', '--message', `chore(release): ${version}`)
  }
  git(root, 'tag', '--annotate', tag, '--message', message)
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', timeout: GIT_MS }).trim()
}
