import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const BUILDS = join('web', 'dist')
const STOREFRONT = 'storefront'
/** In the folder `server` of a build. */
export const FIRST_SCREENS = 'first-screens.js'
/** What a build is made from; the lock file stands for the tools. */
const SOURCES = [
  'web',
  'storefront',
  'src/contract',
  'src/brand',
  'src/kernel',
  'src/brazil',
  'scripts/pages',
]

type Manifest = Readonly<Record<string, { file: string; css?: string[]; assets?: string[] }>>

/** The folder of the pages built from the present sources, whether it exists or not. */
export function findPagesFolder(root: string = ROOT): string {
  return join(root, BUILDS, computeStamp(root))
}

/** One sentence for the operator who starts a program that serves pages; undefined when they are built. */
export function findPagesProblem(root: string = ROOT): string | undefined {
  if (arePagesComplete(findPagesFolder(root))) return undefined
  return (
    'the pages of these sources are not built: run `npm run build` on a machine with the development packages, ' +
    'and ship the whole folder, web/dist included'
  )
}

/** A build appears at once by a rename, but a copy of one may be incomplete: every file that it names must exist. */
export function arePagesComplete(folder: string): boolean {
  return (
    isManifestComplete(folder) &&
    isManifestComplete(join(folder, STOREFRONT)) &&
    existsSync(join(folder, 'server', FIRST_SCREENS))
  )
}

/** The scripts for shops' pages: a part of the same build. */
export function findStorefrontFolder(root: string = ROOT): string {
  return join(findPagesFolder(root), STOREFRONT)
}

function isManifestComplete(folder: string): boolean {
  const manifest = readManifest(join(folder, 'manifest.json'))
  if (manifest === undefined) return false
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ])
  const forms = files.flatMap(file => [file, `${file}.gz`, `${file}.br`])
  return forms.every(file => existsSync(join(folder, file)))
}

function readManifest(path: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch {
    return undefined
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
  // A deployment that left out a source folder has other sources, and so no pages.
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(path => !path.startsWith('web/dist/'))
    .sort()
}
