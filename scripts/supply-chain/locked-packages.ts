import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockedPackage {
  readonly name: string
  readonly version: string
  readonly license: string | null
}

interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

/** What production may install, on any platform: each name and version once. */
export function listRuntimePackages(root: string): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>
  }
  const found = new Map<string, LockedPackage>()
  for (const [path, { name, version = '', license, dev }] of Object.entries(lock.packages)) {
    if (path === '' || dev === true) continue
    const known = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(`${known}@${version}`, { name: known, version, license: license ?? null })
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}
