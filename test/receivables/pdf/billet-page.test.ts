import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { formatDigitLine } from '../../../src/brazil/boleto.ts'
import { renderBilletPdf } from '../../../src/domains/receivables/billets/pdf/render.ts'
import type { LinkedSheet } from '../../../src/http/customer/billet/present-page.ts'
import { sendBilletPage, sendBilletPdf } from '../../../src/http/customer/billet/route.ts'
import { calendarDateAt, parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { openWebAssets } from '../../../src/platform/http/web-assets.ts'
import { findPagesFolder } from '../../../src/platform/pages/built-pages.ts'
import { startToyServer, type ToyServer } from '../../http/toy-server.ts'
import { TestClock } from '../../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createSheet, type SheetChanges } from './sheets.ts'

const clock = new TestClock()
const sheets = new Map<string, LinkedSheet>()
const pages = openWebAssets(findPagesFolder)
let database: TestDatabase
let server: ToyServer

before(async () => {
  database = await openTestDatabase()
  server = await startToyServer(database, {}, addInventedBillets)
})
after(async () => {
  await server?.stop()
  await database?.close()
})

/** The billet routes, over billets that exist only in this test. */
function addInventedBillets(app: FastifyInstance): void {
  const config = { public: true }
  pages.addRoutes(app)
  const site = { ...pages, findLenderContact: async () => undefined }
  app.get<{ Params: { token: string } }>('/billet/:token', { config }, (request, reply) =>
    sendBilletPage(reply, site, sheets.get(request.params.token), calendarDateAt(clock.now())),
  )
  app.get<{ Params: { token: string } }>('/billet/:token/pdf', { config }, (request, reply) =>
    sendBilletPdf(reply, site, sheets.get(request.params.token), calendarDateAt(clock.now())),
  )
}

/** The clock of the tests shows 10 March 2026. */
const DAYS = {
  open: ['2026-03-10', '2026-04-09'],
  late: ['2026-02-20', '2026-03-22'],
  expired: ['2026-01-09', '2026-02-08'],
} as const

async function open(token: string, number: number, day: keyof typeof DAYS, changes: SheetChanges = {}) {
  const [dueDate, expirationDate] = DAYS[day]
  const dates = { dueDate: parseCalendarDate(dueDate), expirationDate: parseCalendarDate(expirationDate) }
  sheets.set(token, {
    ...createSheet(number, { ...changes, billet: { linkToken: token, ...dates, ...changes.billet } }),
    theme: {},
  })
  return get(`/billet/${token}`)
}

async function get(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the page of an open billet shows status, amount, due date and both ways to pay', async () => {
  const { status, headers, text } = await open('open', 0, 'open')
  const { billet } = createSheet(0)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  for (const part of [
    'Pendente',
    '<h1 class="amount">R$ 197,92</h1>',
    '10/03/2026',
    'Entrada',
    ...formatDigitLine(billet.digitLine).split(' '),
  ])
    assert.ok(text.includes(part), part)
  assert.ok(text.includes(`data-value="${billet.digitLine}"`))
  assert.ok(text.includes(`data-value="${billet.pixCode}"`))
  assert.match(text, /<svg class="qr"[^>]*role="img"/)
  assert.match(text, /href="\/billet\/open\/pdf"/)
})

test('a billet that is being registered says so, and shows neither line nor slip, only its Pix', async () => {
  for (const registration of ['pending', 'rejected'] as const) {
    const { billet } = createSheet(0)
    const { text } = await open('registering', 0, 'open', { billet: { registration } })
    assert.ok(text.includes('em registro no banco') && text.includes('Em registro no banco'))
    assert.ok(!text.includes(billet.digitLine) && !text.includes(formatDigitLine(billet.digitLine)))
    assert.ok(text.includes(`data-value="${billet.pixCode}"`))
    const pdf = await get('/billet/registering/pdf')
    assert.deepEqual([pdf.status, pdf.headers.get('location')], [303, '/billet/registering'])
    const installment = await open('alone', 1, 'open', { billet: { registration } })
    assert.ok(!installment.text.includes('<svg class="qr"') && !installment.text.includes('/pdf'))
  }
})

test('a page carries no more of the payer than the first name and the middle of the CPF', async () => {
  const { text } = await open('private', 1, 'open')
  assert.ok(text.includes('Conceição'))
  assert.ok(text.includes('•••.982.247-••'))
  for (const part of ['Araújo', 'Gonçalves', '529', '24725', 'Laranjeiras', '22240'])
    assert.ok(!text.includes(part), part)
})

test('a late billet shows the amount of the day, and that of a down payment does not grow', async () => {
  const { text } = await open('late', 1, 'late')
  assert.match(text, /Vencido/)
  // 18 days after the due date: 1,232.49 + 24.65 + 7.39.
  assert.match(text, /<h1 class="amount">R\$ 1\.264,53<\/h1>/)
  assert.match(text, /aos R\$ 1\.232,49 da parcela, multa de 2%/)
  const downPayment = await open('late-down-payment', 0, 'late')
  assert.match(downPayment.text, /Ainda pode ser pago até <strong>22\/03\/2026<\/strong>/)
  assert.doesNotMatch(downPayment.text, /multa/)
})

test('a billet that was paid in part says what is left today', async () => {
  const { amountCentavos } = createSheet(1).billet
  const billet = { partPaidCentavos: amountCentavos - 1_050 }
  const { text } = await open('in-part', 1, 'open', { billet })
  assert.match(text, /<h1 class="amount">R\$\s10,50</)
  assert.match(text, /Já recebemos uma parte dos R\$\s1\.232,49\. Hoje faltam <strong>R\$\s10,50</)
  assert.match(text, /Ela traz o valor inteiro, de R\$\s1\.232,49: troque pelo que falta/)
})

test('a payer whose name nobody gave is greeted by none', async () => {
  const payer = { ...createSheet(1).payer, name: 'Cliente CPF 529.982.247-25' }
  const { text } = await open('nameless', 1, 'open', { payer })
  assert.match(text, /<p>Vence em <strong>/)
  assert.match(text, /<dd>CPF •••/)
  assert.doesNotMatch(text, /Olá|Cliente/)
})

test('a billet that cannot be paid any more shows no code to pay, and its PDF leads back to the page', async () => {
  const ended = [
    ['expired', 'expired', {}, /não pode mais ser pago/],
    [
      'paid',
      'open',
      { paymentStatus: 'PAID', paidAt: new Date('2026-03-09T02:00:00Z') },
      /recebido em <strong>08\/03\/2026/,
    ],
    ['canceled', 'open', { canceledAt: new Date() }, /foi cancelado/],
  ] as const
  for (const [token, day, billet, sentence] of ended) {
    const page = await open(token, 0, day, { billet })
    assert.match(page.text, sentence)
    const { digitLine, pixCode = '' } = createSheet(0).billet
    for (const code of [digitLine, formatDigitLine(digitLine), pixCode, '/pdf'])
      assert.ok(!page.text.includes(code))
    const pdf = await get(`/billet/${token}/pdf`)
    assert.deepEqual([pdf.status, pdf.headers.get('location')], [303, `/billet/${token}`])
  }
})

test('the download is the billet of the link, as an attachment that is not cached', async () => {
  const sheet = createSheet(4, { billet: { linkToken: 'download' } })
  sheets.set('download', { ...sheet, theme: {} })
  const response = await fetch(`${server.url}/billet/download/pdf`)
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="boleto.pdf"')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  const pdf = Buffer.from(await response.arrayBuffer())
  assert.ok(pdf.equals(await renderBilletPdf([sheet], 'page')))
})

test('wrong tokens of any form get the same friendly page, which says nothing about them', async () => {
  const tokens = [
    'A'.repeat(32),
    'x',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    "'%20OR%201=1",
    '<script>',
    'é',
    'a'.repeat(4_000),
  ]
  const pages = await Promise.all(
    tokens.flatMap(token => [get(`/billet/${token}`), get(`/billet/${token}/pdf`)]),
  )
  for (const page of pages) {
    assert.equal(page.status, 404)
    assert.match(page.text, /Boleto não encontrado/)
    assert.equal(page.text, pages[0]?.text)
  }
})

test('every page forbids caching, referrers, indexing, framing and any script but its own', async () => {
  for (const { headers, text } of [await open('headers', 0, 'open'), await get('/billet/nothing')]) {
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
    // The icon is a data: address in the page; nothing else may be.
    assert.doesNotMatch(policy.replace(/; img-src 'self' (?:blob: )?data:;/, ';'), /unsafe|data:|https?:/)
    assert.doesNotMatch(text, /<script(?! type="module" src="\/assets\/)|\sstyle=|\son\w+=/)
  }
})

test('markup in names is escaped', async () => {
  const name = '"><script>alert(1)</script><img/src=x/onerror=alert(1)>'
  const { text } = await open('hostile', 1, 'open', {
    payer: { name },
    retailerName: name,
    account: { beneficiaryName: name },
  })
  assert.doesNotMatch(text, /<script>|<img/)
  assert.ok(text.includes('&#34;&#62;&#60;script&#62;'))
})

test('the style comes with the page, and its script is small and cached for ever under a content hash', async () => {
  const { text } = await open('assets', 0, 'open')
  const [path = '', ...others] = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(
    match => match[1],
  )
  assert.deepEqual(others, [])
  const asset = await get(path)
  assert.equal(asset.status, 200)
  assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.ok(asset.text.length < 3_000)
  assert.ok(text.length < 40_000, `${text.length} characters`)
})
