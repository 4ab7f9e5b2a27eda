import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const BUILDS = join('web', 'dist')
/** What a build is made from; the lock file stands for the tools. */
const SOURCES = ['web', 'src/contract', 'src/kernel', 'src/brazil', 'src/platform/pages']
const BUILD_MS = 120_000
/** Older builds of other sources go then: a program that started from one has read it long ago. */
const KEEP_MS = 3_600_000

/** Where the pages made from the present sources lie, whether they are built or not. */
export function findPagesFolder(root: string = ROOT): string {
  return join(root, BUILDS, computeStamp(root))
}

/**
 * Builds the pages unless that is done. Each content has a folder of its own that appears complete, by one rename: starts at the same
 * time both build and one wins, and a build that was killed leaves nothing that looks like one.
 */
export async function ensurePages(root: string = ROOT): Promise<string> {
  const folder = findPagesFolder(root)
  if (existsSync(folder)) return folder
  process.stderr.write('Building the pages (first start, or their sources have changed) …\n')
  const draft = join(root, BUILDS, `.draft-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    // In a process of its own: the tools' memory, threads and environment are none of the server's.
    const script = join(import.meta.dirname, 'vite-build.ts')
    await promisify(execFile)(process.execPath, [script, root, draft], { timeout: BUILD_MS })
    renameUnlessThere(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  removeOldBuilds(root, folder)
  return folder
}

function renameUnlessThere(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

function removeOldBuilds(root: string, current: string): void {
  const builds = join(root, BUILDS)
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name)
    if (folder === current) continue
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - changedAt > KEEP_MS) rmSync(folder, { recursive: true, force: true })
  }
}

function computeStamp(root: string): string {
  const hash = createHash('sha256')
  for (const path of [...SOURCES.flatMap(folder => listSources(root, folder)), 'package-lock.json']) {
    const content = readFileSync(join(root, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(path => !path.startsWith('web/dist/'))
    .sort()
}
