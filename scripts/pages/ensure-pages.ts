import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { arePagesComplete, findPagesFolder } from '../../src/platform/pages/built-pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BUILD_MS = 120_000
/** After this time builds of other sources are deleted: a program that started from one has read it long ago. */
const KEEP_MS = 3_600_000

/**
 * Builds the pages unless they are built. Each content has its own folder, which appears complete by one rename: of two
 * concurrent starts both build and one wins, and a build that was killed leaves nothing that looks like one.
 */
export async function ensurePages(root: string = ROOT): Promise<string> {
  const folder = findPagesFolder(root)
  if (arePagesComplete(folder)) return folder
  process.stderr.write('Building the pages (first start, or their sources have changed) …\n')
  const draft = join(dirname(folder), `.draft-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    // In a separate process: the memory, threads and environment of the tools must not affect the caller.
    const script = join(import.meta.dirname, 'vite-build.ts')
    // Vite builds for debugging where NODE_ENV says so; the same content must not have two builds.
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)(process.execPath, [script, root, draft], { timeout: BUILD_MS, env })
    renameUnlessComplete(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  removeOldBuilds(folder)
  return folder
}

function renameUnlessComplete(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch {
    if (arePagesComplete(folder)) return
    // The remains of an interrupted copy.
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  }
}

function removeOldBuilds(current: string): void {
  const builds = dirname(current)
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name)
    if (folder === current) continue
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - changedAt > KEEP_MS) rmSync(folder, { recursive: true, force: true })
  }
}
