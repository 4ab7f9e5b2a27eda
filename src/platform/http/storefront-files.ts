import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { RequestError } from '../../contract/errors.ts'
import { composeForms, type EncodedFile } from './content-encoding.ts'

/*
 * Scripts that shops load into their own pages. The manifest names every file, with the hash that a page puts into `integrity`;
 * what it does not name is not served.
 */
export interface StorefrontFiles {
  getManifest(): EncodedFile
  getFile(name: string): EncodedFile
}

interface Build {
  readonly manifest: EncodedFile
  readonly files: ReadonlyMap<string, EncodedFile>
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
  const names = Object.values(JSON.parse(manifest.forms.identity.body.toString()) as Manifest).map(
    ({ file }) => file,
  )
  return { manifest, files: new Map(names.map(name => [name, readFile(join(folder, name))])) }
}

/** Compressed once, as small as can be: they are few and small. */
function readFile(path: string): EncodedFile {
  const identity = readFileSync(path)
  const forms = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity, { level: 9 }) }
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    forms: composeForms(computeEtag(identity), forms),
  }
}

/** Strong: equal only for equal bytes. */
export function computeEtag(body: Buffer | string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
