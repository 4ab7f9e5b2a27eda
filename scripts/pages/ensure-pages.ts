import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { arePagesComplete, findPagesFolder } from '../../src/platform/pages/built-pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BUILD_MS = 120_000
/** Older builds of other sources go then: a program that started from one has read it long ago. */
const KEEP_MS = 3_600_000

/**
 * Builds the pages unless that is done. Each content has a folder of its own that appears complete, by one rename:
 * starts at the same time both build and one wins, and a build that was killed leaves nothing that looks like one.
 */
export async function ensurePages(root: string = ROOT): Promise<string> {
  const folder = findPagesFolder(root)
  if (arePagesComplete(folder)) return folder
  process.stderr.write('Building the pages (first start, or their sources have changed) …\n')
  const draft = join(dirname(folder), `.draft-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    // In a process of its own: the tools' memory, threads and environment are none of the caller's.
    const script = join(import.meta.dirname, 'vite-build.ts')
    // Vite builds for debugging where NODE_ENV says so; one content must not have two builds.
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
    // Part of a copy that was broken off.
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
