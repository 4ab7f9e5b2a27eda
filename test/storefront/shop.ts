import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import {
  buildStorefront,
  type StorefrontManifest,
  type StorefrontScript,
} from '../../scripts/pages/build-storefront.ts'
import { presentPreview } from './preview-fixture.ts'

/** A publishable key of this lender. Others behave as their names say. */
export const KEY = 'pk_test'

export interface AskedPreview {
  readonly key: string
  readonly total: string
  readonly headers: IncomingMessage['headers']
}

export interface Lender {
  readonly url: string
  readonly manifest: StorefrontManifest
  readonly asked: AskedPreview[]
  /** So long every answer of the preview takes. */
  delayMs: number
  /** The tag that a shop's developer pastes. */
  writeTag(script: StorefrontScript, attributes?: string): string
  stop(): Promise<void>
}

/** The lender's server as far as a shop sees it: the built scripts, and the preview with fixed figures. */
export async function startLender(): Promise<Lender> {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-storefront-'))
  const manifest = await buildStorefront(folder)
  const asked: AskedPreview[] = []
  const server = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lender')
    response.setHeader('access-control-allow-origin', '*')
    if (pathname === '/storefront/preview') return answerPreview(request, searchParams, response)
    response.setHeader('content-type', 'text/javascript')
    response.end(readFileSync(join(folder, pathname.replace('/storefront/', ''))))
  })
  const answerPreview = async (
    { headers }: IncomingMessage,
    query: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> => {
    const [key = '', total = ''] = [query.get('key') ?? '', query.get('total') ?? '']
    asked.push({ key, total, headers })
    if (key === 'pk_down') return void response.destroy()
    if (key === 'pk_silent') await sleep(4_000, undefined, { ref: false })
    if (key === 'pk_refused') response.statusCode = 429
    if (key === 'pk_unknown') response.statusCode = 401
    if (key.startsWith('sk_')) response.statusCode = 400
    if (key === 'pk_foreign') {
      // As the service refuses a page of another origin; a HEAD does not say it, and is answered.
      if (headers.origin !== undefined) response.statusCode = 403
      response.removeHeader('access-control-allow-origin')
    }
    if (key === 'pk_uneven' && Number(total) < 1_000) await sleep(400)
    if (lender.delayMs > 0) await sleep(lender.delayMs)
    response.setHeader('content-type', 'application/json')
    response.end(writeAnswer(key, Number(total)))
  }
  const lender: Lender = {
    url: server.url,
    manifest,
    asked,
    delayMs: 0,
    writeTag: (script, attributes = '') =>
      `<script type="module" src="${server.url}/storefront/${manifest[script].file}" integrity="${manifest[script].integrity}" crossorigin ${attributes}></script>`,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return lender
}

function writeAnswer(key: string, total: number): string {
  if (key === 'pk_html') return '<!doctype html><title>Manutenção</title>'
  if (key === 'pk_other_total') return JSON.stringify(presentPreview(total + 1))
  if (key === 'pk_entry') return JSON.stringify(presentPreview(total, { downPayments: [10, 20, 40] }))
  return JSON.stringify(presentPreview(total))
}

export interface Shop {
  readonly url: string
  /** Serves a page at this path, with these headers. */
  serve(path: string, html: string, headers?: Readonly<Record<string, string>>): void
  stop(): Promise<void>
}

/** A shop of another origin than the lender's. */
export async function startShop(files: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>()
  const server = await listen((request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname
    const file = files[path]
    const page = pages.get(path)
    if (file !== undefined) {
      response.setHeader('content-type', 'text/javascript')
      response.end(file)
    } else if (page !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value)
      response.end(page.html)
    } else response.writeHead(404).end()
  })
  return {
    url: server.url,
    serve: (path, html, headers = {}) => pages.set(path, { html, headers }),
    stop: server.stop,
  }
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

/** A product's page as small as it can be. */
export function writePage(head: string, body: string): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Geladeira</title>${head}</head><body>${body}</body></html>`
}

/** As a script of the shop would. */
export async function setAttribute(page: Page, selector: string, name: string, value: string): Promise<void> {
  await page.evaluate(
    `document.querySelector(${JSON.stringify(selector)}).setAttribute(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
  )
}
