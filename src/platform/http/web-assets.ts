import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { presentIcon } from '../../brand/mark.ts'
import { COLOURS } from '../../brand/tokens.ts'
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
  | 'console'
  | 'pay'
  | 'account'
  | 'store'
  | 'billet'
  | 'gallery'
  | 'home'
  | 'dead-end'
  | 'docs'

export interface ShellPage {
  readonly entry: PageEntry
  readonly title: string
  /** One sentence for those who are sent a link to the page. */
  readonly description?: string
  /** Language of the page; Portuguese when absent. */
  readonly language?: string
  /** Escaped HTML that is readable before the script has loaded; the script, if the entry has one, replaces it. */
  readonly content?: string
  /** Rules of this page alone, which the entry's own yield to; trusted text. */
  readonly style?: string | undefined
  /** A script of this service besides the entry's, checked against its hash: the storefront's element. */
  readonly module?: { readonly path: string; readonly integrity: string } | undefined
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
  /** Addresses of the typefaces that the style names. */
  readonly fonts: readonly string[]
  readonly style: string
  presentPolicy(page: ShellPage): string
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
  '.woff2': 'font/woff2',
}

/** The folder is located and read once, at the first page request: programs that serve no pages need no build. */
export function openWebAssets(findFolder: () => string, publicUrl = ''): PageFiles {
  let known: Build | undefined
  const getBuild = (): Build => {
    known ??= readBuild(findFolder())
    return known
  }
  return {
    renderShell: page => renderShell(getBuild(), page, publicUrl),
    firstScreens: {
      pay: state => getBuild().firstScreens.pay(state),
      onboarding: state => getBuild().firstScreens.onboarding(state),
      home: facts => getBuild().firstScreens.home(facts),
      missing: lender => getBuild().firstScreens.missing(lender),
      deadEnd: page => getBuild().firstScreens.deadEnd(page),
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
function renderShell(build: Build, page: ShellPage, publicUrl: string): Shell {
  const { entry, title, language = 'pt-BR', content = '', style: ownStyle = '', module } = page
  const { scripts, fonts, style, presentPolicy } = build.entries[entry] ?? failToFind(entry)
  const [script, ...imported] = scripts
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${COLOURS.page.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${COLOURS.page.dark}" media="(prefers-color-scheme: dark)">
<title>${escapeText(title)}</title>${presentCard(page, publicUrl)}
<link rel="icon" href="${PAGE_ICON}">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${fonts.map(path => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>\n`).join('')}<style>${style}</style>${ownStyle && `\n<style>${ownStyle}</style>`}
${script === undefined ? '' : `<script type="module" src="/${script}"></script>\n`}${imported.map(path => `<link rel="modulepreload" href="/${path}">\n`).join('')}${module === undefined ? '' : `<script type="module" crossorigin src="${module.path}" integrity="${module.integrity}"></script>\n`}</head>
<body>
<div id="app">${content}</div>
</body>
</html>
`
  const headers = {
    'content-security-policy': presentPolicy(page),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(${script === undefined ? '' : 'self'}), microphone=(), geolocation=()`,
    'x-robots-tag': 'noindex, nofollow',
  }
  return { html, headers }
}

/** What a messenger shows below a link. The picture's address is absolute: messengers know no page to which it is relative. */
function presentCard({ title, description, language = 'pt-BR' }: ShellPage, publicUrl: string): string {
  if (description === undefined) return ''
  const properties = {
    'og:site_name': 'Crediário',
    'og:locale': language === 'en' ? 'en_US' : 'pt_BR',
    'og:title': title,
    'og:description': description,
    'og:type': 'website',
    'og:image': `${publicUrl}/open-graph.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Crediário',
  }
  return [
    '',
    `<meta name="description" content="${escapeText(description)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...Object.entries(properties).map(
      ([name, value]) => `<meta property="${name}" content="${escapeText(value)}">`,
    ),
  ].join('\n')
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
  const sheets = listSheets(manifest, path)
  const style = [...sheets]
    .map(file => readFileSync(join(folder, file), 'utf8'))
    .join('')
    .trim()
  const source = presentStyleSource(style)
  return {
    scripts,
    fonts: [...new Set([...style.matchAll(/url\((\/assets\/[\w.-]+\.woff2)\)/g)].map(([, url = '']) => url))],
    style,
    presentPolicy({ style: ownStyle = '', module }) {
      const sources = ownStyle === '' ? source : `${source} ${presentStyleSource(ownStyle)}`
      return scripts.length > 0
        ? presentScriptPolicy(sources)
        : presentReadingPolicy(sources, module !== undefined)
    },
  }
}

/** What a chunk imports comes before it, in the order of its imports, so that a page's own rules override shared ones. */
function listSheets(manifest: Manifest, path: string, sheets: Set<string> = new Set()): Set<string> {
  const { file = '', css = [], imports = [] } = manifest[path] ?? {}
  for (const imported of imports) listSheets(manifest, imported, sheets)
  for (const sheet of isSheet(file) ? [file] : css) sheets.add(sheet)
  return sheets
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
    "font-src 'self'",
    "connect-src 'self'",
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * For a page without form and script of its own: its style, its typeface, drawings; nothing else is loaded, and nothing is
 * sent. Where the element stands on it, that one script may run and ask this service.
 */
function presentReadingPolicy(styleSources: string, hasModule: boolean): string {
  return [
    "default-src 'none'",
    ...(hasModule ? ["script-src 'self'", "connect-src 'self'"] : []),
    `style-src ${styleSources}`,
    "img-src 'self' data:",
    "font-src 'self'",
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

/** Inlined in the page: browsers otherwise request /favicon.ico, a round trip that is slow on a phone. */
const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(
  presentIcon({
    ground: COLOURS.accent.light,
    line: COLOURS['on-accent'].light,
    spark: COLOURS.spark.dark,
  }),
)}`
