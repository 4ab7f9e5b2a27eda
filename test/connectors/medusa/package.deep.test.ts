import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { DESKTOP, launchBrowser, openVisit } from '../../support/browser.ts'
import { ROOT } from '../../tidy/source-files.ts'
import { CACHE, ensureInstalled } from './medusa-shop.ts'

const run = promisify(execFile)

let folder: string
let browser: Browser

before(async () => {
  await ensureInstalled()
  mkdirSync(join(CACHE, 'checks'), { recursive: true })
  // Below the installed packages, so that they are found.
  folder = mkdtempSync(join(CACHE, 'checks', 'x'))
  for (const part of ['connectors/medusa/src', 'clients/typescript/src'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

test("the sources fit Medusa's own types, as strictly as the service's", async () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>
  }
  const { incremental: _, tsBuildInfoFile: __, ...options } = compilerOptions
  const lib = ['es2024', 'esnext.collection', 'esnext.iterator', 'dom']
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...options,
        lib,
        jsx: 'react-jsx',
        typeRoots: [join(ROOT, 'node_modules', '@types')],
      },
      include: ['connectors'],
    }),
  )
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, ['-p', folder], { cwd: folder }).catch(error => error)
  assert.equal(stdout, '')
})

const CREDIT = {
  state: 'waiting',
  note: null,
  checkedAt: null,
  link: { url: 'https://credito.example/pay/x', status: 'CLAIMED', expiresAt: '2026-03-24T12:00:00.000Z' },
  purchase: {
    id: 'a',
    status: 'PENDING',
    step: 'SIGNATURE',
    totalAmount: 485.43,
    downPaymentValue: 0,
    installments: [1, 2, 3].map(() => ({ value: 161.81, dueDate: '2026-04-10', status: 'PENDING' })),
    products: [],
  },
  cancelPreview: {
    maxRefundDate: '2026-03-30T12:00:00.000Z',
    customer: { refundValue: 0, releasedValue: 485.43 },
    retailer: { transferValue: 0, untransferredValue: 380, interest: 0, iof: 0, owedValue: 0 },
  },
  next: '',
  log: [
    { at: '2026-03-10T12:00:00.000Z', level: 'info', message: 'create-link: O pedido ainda não tem link.' },
  ],
}

const PAGE = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import plugin from './connectors/medusa/src/admin/index.ts'
const [{ Component, zone }] = plugin.widgetModule.widgets
document.title = zone[0]
createRoot(document.body.appendChild(document.createElement('main'))).render(createElement(Component, { data: { id: 'order_1' } }))`

test("the widget shows state, installments, link, what a cancellation gives back, and compares, with Medusa's own parts in a browser", async () => {
  writeFileSync(join(folder, 'page.js'), PAGE)
  const built = join(folder, 'built')
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: built,
      lib: { entry: 'page.js', formats: ['iife'], name: 'page', fileName: () => 'page.js' },
    },
  })
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  const asked: string[] = []
  await page.route('http://shop.example/**', route => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/page.js')
      return route.fulfill({ path: join(built, 'page.js'), contentType: 'text/javascript' })
    if (pathname === '/')
      return route.fulfill({
        body: '<!doctype html><meta charset="utf-8"><script defer src="/page.js"></script>',
        contentType: 'text/html',
      })
    asked.push(`${route.request().method()} ${pathname}`)
    return route.fulfill({ json: { credit: asked.length > 1 ? { ...CREDIT, state: 'paid' } : CREDIT } })
  })
  await page.goto('http://shop.example/')
  await page.getByText('Esperando o cliente').waitFor()
  assert.equal(await page.title(), 'order.details.side.before')
  for (const text of [
    'O cliente assina o contrato',
    '3× de R$ 161,81, nenhuma paga',
    'O cliente recebe R$ 0,00 e deixa de dever R$ 485,43.',
    'A loja deixa de receber R$ 380,00.',
  ])
    await page.getByText(text).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Abrir' }).getAttribute('href'), CREDIT.link.url)
  await page.getByRole('button', { name: 'Comparar agora' }).click()
  await page.getByText('Aprovado').waitFor()
  assert.deepEqual(asked, ['GET /admin/crediario/orders/order_1', 'POST /admin/crediario/orders/order_1'])
  assert.deepEqual(complaints, [])
  await close()
})
