import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { RequestError } from '../../contract/errors.ts'

/*
 * Scripts that shops load into their own pages. The manifest names every file, with the hash that a page puts into `integrity`;
 * what it does not name is not served.
 */
export interface StorefrontFiles {
  getManifest(): StorefrontFile
  getFile(name: string): StorefrontFile
}

export interface StorefrontFile {
  readonly type: string
  readonly etag: string
  readonly body: Buffer
}

interface Build {
  readonly manifest: StorefrontFile
  readonly files: ReadonlyMap<string, StorefrontFile>
}
type Manifest = Readonly<Record<string, { readonly file: string }>>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Read once, when the first script is asked for; while there is no build, every request looks again. */
export function openStorefrontFiles(findFolder: () => string): StorefrontFiles {
  let known: Build | undefined
  const getBuild = (): Build => {
    known ??= findBuild(findFolder())
    if (known === undefined) throw new RequestError('route_not_found')
    return known
  }
  return {
    getManifest: () => getBuild().manifest,
    getFile(name) {
      const file = getBuild().files.get(name)
      if (file === undefined) throw new RequestError('route_not_found')
      return file
    },
  }
}

function findBuild(folder: string): Build | undefined {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) return undefined
  const manifest = readFile(path)
  const names = Object.values(JSON.parse(manifest.body.toString()) as Manifest).map(({ file }) => file)
  return { manifest, files: new Map(names.map(name => [name, readFile(join(folder, name))])) }
}

function readFile(path: string): StorefrontFile {
  const body = readFileSync(path)
  return { type: TYPES[extname(path)] ?? 'application/octet-stream', etag: computeEtag(body), body }
}

/** Strong: equal only for equal bytes. */
export function computeEtag(body: Buffer | string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
