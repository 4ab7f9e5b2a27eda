import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
const SCRIPTS = ['element', 'vtex', 'magento2'] as const

export type StorefrontScript = (typeof SCRIPTS)[number]

export interface BuiltScript {
  readonly file: string
  /** For the `integrity` attribute of a script tag. */
  readonly integrity: string
  /** Bytes. */
  readonly size: number
  readonly gzip: number
}

export type StorefrontManifest = Readonly<Record<StorefrontScript, BuiltScript>>

/**
 * The storefront's scripts, each one ES module that imports nothing, because an `integrity` covers one file only. The name carries the
 * hash of the content: a file that was published under a name never changes, and shops may keep it for ever.
 */
export async function buildStorefront(outDir: string): Promise<StorefrontManifest> {
  mkdirSync(outDir, { recursive: true })
  const built = await Promise.all(
    SCRIPTS.map(async name => [name, writeScript(outDir, name, await bundle(name))] as const),
  )
  const manifest = Object.fromEntries(built) as Record<StorefrontScript, BuiltScript>
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  return manifest
}

async function bundle(name: StorefrontScript): Promise<string> {
  const output = await build({
    configFile: false,
    envDir: false,
    root: join(ROOT, 'storefront'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      // Constructable style sheets are the newest thing that the element cannot do without: Safari has them since 16.4.
      target: ['es2022', 'chrome100', 'firefox101', 'safari16.4'],
      // The style sheet names what old browsers lack behind @supports; rewriting it for them would triple its size.
      cssTarget: 'esnext',
      modulePreload: false,
      lib: { entry: join(ROOT, 'storefront', name, 'index.ts'), formats: ['es'], fileName: name },
      // Libraries keep their white space by default, for bundlers to come; this goes straight to browsers.
      rolldownOptions: { output: { minify: true } },
    },
  })
  const chunks = [output].flat().flatMap(each => ('output' in each ? each.output : []))
  const [chunk] = chunks
  if (chunks.length !== 1 || chunk?.type !== 'chunk' || chunk.imports.length + chunk.exports.length > 0)
    throw new Error(`${name} is not one file: ${chunks.map(({ fileName }) => fileName).join(', ')}`)
  // What is missing in an old browser, or was broken before we came, must not become an error on the shop's page.
  return `try{${chunk.code.trim()}\n}catch{}\n`
}

function writeScript(outDir: string, name: string, code: string): BuiltScript {
  const content = Buffer.from(code)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const file = `${name}-${hash}.js`
  const gzip = gzipSync(content, { level: 9 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(join(outDir, file), content)
  writeFileSync(join(outDir, `${file}.gz`), gzip)
  writeFileSync(join(outDir, `${file}.br`), brotliCompressSync(content, { params }))
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
  return { file, integrity, size: content.length, gzip: gzip.length }
}
