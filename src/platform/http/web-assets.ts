import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import type { FirstScreens } from '../../contract/first-screens.ts'
import { FIRST_SCREENS } from '../pages/built-pages.ts'
import { composeForms, type EncodedFile, sendEncodedFile } from './content-encoding.ts'
import { computeEtag } from './storefront-files.ts'

const require = createRequire(import.meta.url)

/** Pages built from `web/`, named by the folder of their entry. */
export type PageEntry =
  | 'onboarding'
  | 'desk'
  | 'pay'
  | 'account'
  | 'store'
  | 'billet'
  | 'gallery'
  | 'home'
  | 'docs'

export interface ShellPage {
  readonly entry: PageEntry
  readonly title: string
  /** Language of the page; Portuguese when absent. */
  readonly language?: string
  /** Escaped HTML that is readable before the script has loaded; the script, if the entry has one, replaces it. */
  readonly content?: string
  /** Rules of this page alone, which the entry's own yield to; trusted text. */
  readonly style?: string | undefined
}

export interface WebAssets {
  renderShell(page: ShellPage): Shell
  readonly firstScreens: FirstScreens
}

export interface PageFiles extends WebAssets {
  addRoutes(app: FastifyInstance): void
}

export interface Shell {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

interface Build {
  readonly files: ReadonlyMap<string, EncodedFile>
  readonly entries: Readonly<Record<string, Entry>>
  readonly firstScreens: FirstScreens
}
interface Entry {
  /** None when the entry is a style sheet: a page to be read only. */
  readonly scripts: readonly string[]
  readonly style: string
  /** `ownStyle`: of the page, besides that of its entry. */
  presentPolicy(ownStyle: string): string
}
type Manifest = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>
>

const FOR_EVER = 'public, max-age=31536000, immutable'
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** The folder is located and read once, at the first page request: programs that serve no pages need no build. */
export function openWebAssets(findFolder: () => string): PageFiles {
  let known: Build | undefined
  const getBuild = (): Build => {
    known ??= readBuild(findFolder())
    return known
  }
  return {
    renderShell: page => renderShell(getBuild(), page),
    firstScreens: {
      pay: state => getBuild().firstScreens.pay(state),
      onboarding: state => getBuild().firstScreens.onboarding(state),
      missing: () => getBuild().firstScreens.missing(),
    },
    addRoutes(app) {
      app.get<{ Params: { '*': string } }>('/assets/*', { config: { public: true } }, (request, reply) => {
        const asset = getBuild().files.get(`assets/${request.params['*']}`)
        if (asset === undefined) throw new RequestError('route_not_found')
        return sendEncodedFile(request, reply.header('cache-control', FOR_EVER), asset)
      })
    },
  }
}

export function sendShell(reply: FastifyReply, { html, headers }: Shell): FastifyReply {
  return reply.headers(headers).type('text/html; charset=utf-8').send(html)
}

/**
 * Styles are inlined and allowed by their hash: the first screen costs one round trip, which on a slow phone is
 * seconds.
 */
function renderShell(build: Build, page: ShellPage): Shell {
  const { entry, title, language = 'pt-BR', content = '', style: ownStyle = '' } = page
  const { scripts, style, presentPolicy } = build.entries[entry] ?? failToFind(entry)
  const [script, ...imported] = scripts
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<link rel="icon" href="${PAGE_ICON}">
<style>${style}</style>${ownStyle && `\n<style>${ownStyle}</style>`}
${script === undefined ? '' : `<script type="module" src="/${script}"></script>\n`}${imported.map(path => `<link rel="modulepreload" href="/${path}">\n`).join('')}</head>
<body>
<div id="app">${content}</div>
</body>
</html>
`
  const headers = {
    'content-security-policy': presentPolicy(ownStyle),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(${script === undefined ? '' : 'self'}), microphone=(), geolocation=()`,
    'x-robots-tag': 'noindex, nofollow',
  }
  return { html, headers }
}

function failToFind(entry: string): never {
  throw new Error(`the build holds no page ${entry}`)
}

function readBuild(folder: string): Build {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const names = readdirSync(join(folder, 'assets')).filter(name => extname(name) in TYPES)
  const files = new Map(names.map(name => [`assets/${name}`, readAsset(join(folder, 'assets', name))]))
  const entries = Object.entries(manifest).filter(([, { isEntry }]) => isEntry)
  const { firstScreens } = require(join(folder, 'server', FIRST_SCREENS)) as { firstScreens: FirstScreens }
  return {
    files,
    firstScreens,
    entries: Object.fromEntries(
      entries.map(([path]) => [path.slice(0, path.indexOf('/')), readEntry(folder, manifest, path)]),
    ),
  }
}

/** Compressed by the build. */
function readAsset(path: string): EncodedFile {
  const body = readFileSync(path)
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    forms: composeForms(computeEtag(body), {
      br: readFileSync(`${path}.br`),
      gzip: readFileSync(`${path}.gz`),
      identity: body,
    }),
  }
}

function readEntry(folder: string, manifest: Manifest, path: string): Entry {
  const chunks = listChunks(manifest, path)
  const files = [...new Set(chunks.map(({ file }) => file))]
  const scripts = files.filter(file => !isSheet(file))
  // Shared styles first, so that the page's own styles override them.
  const sheets = new Set(chunks.toReversed().flatMap(({ file, css = [] }) => (isSheet(file) ? [file] : css)))
  const style = [...sheets]
    .map(file => readFileSync(join(folder, file), 'utf8'))
    .join('')
    .trim()
  const source = presentStyleSource(style)
  const present = scripts.length === 0 ? presentReadingPolicy : presentScriptPolicy
  return {
    scripts,
    style,
    presentPolicy: ownStyle =>
      present(ownStyle === '' ? source : `${source} ${presentStyleSource(ownStyle)}`),
  }
}

function isSheet(file: string): boolean {
  return file.endsWith('.css')
}

/** An inline style is allowed by its hash. */
function presentStyleSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

function presentScriptPolicy(styleSources: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styleSources}`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For a page without script and form: its one style and its icon, and nothing is loaded or sent. */
function presentReadingPolicy(styleSources: string): string {
  return [
    "default-src 'none'",
    `style-src ${styleSources}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The entry, then all that it imports, transitively. */
function listChunks(manifest: Manifest, path: string, seen: Set<string> = new Set()): Manifest[string][] {
  const chunk = manifest[path]
  if (chunk === undefined || seen.has(path)) return []
  seen.add(path)
  return [chunk, ...(chunk.imports ?? []).flatMap(each => listChunks(manifest, each, seen))]
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b5d"/>' +
  '<path d="M21.5 11a7.5 7.5 0 1 0 0 10" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round"/></svg>'

/** Inlined in the page: browsers otherwise request /favicon.ico, a round trip that is slow on a phone. */
const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`

/** The same drawing in 16, 32 and 48 pixels, for a PDF or JSON in a browser's tab. */
export const ICON_FILE = readFileSync(join(import.meta.dirname, 'favicon.ico'))
