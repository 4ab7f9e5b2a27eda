import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { ConsoleRole } from '../../src/contract/console.ts'
import type { ConsoleBrand, ConsoleSimulation, ConsoleSnippet } from '../../src/contract/console-selling.ts'
import {
  type Answer,
  DEMO_RETAILER,
  PLAIN_RETAILER,
  PUBLISHABLE_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { expectError } from '../support/expect-error.ts'
import { askStorefront } from '../support/storefront.ts'

let app: TestApp
const staff = {} as Record<ConsoleRole | 'STRANGER', StaffUser>
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  for (const role of ['OWNER', 'FINANCE', 'SALES', 'VIEWER'] as const)
    staff[role] = await newStaffUser(app, role)
  staff.STRANGER = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
})
after(() => app.stop())

async function simulate(total: string, role: ConsoleRole = 'VIEWER'): Promise<ConsoleSimulation> {
  const answer = await staff[role].get<ConsoleSimulation>(`/simulate?total=${total}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('the simulation is, to the centavo, what the element shows', async () => {
  for (const total of ['150', '1240.00', '999.99', '3000.01', '10000']) {
    const { body } = await askStorefront<{ downPaymentOptions: unknown }>(app, 'preview', { total })
    assert.deepEqual((await simulate(total)).groups, body.downPaymentOptions, total)
  }
})

test('a total outside of the policy has no options and says which totals have', async () => {
  const { groups, minTotal, maxTotal } = await simulate('149.99')
  assert.deepEqual([groups, minTotal, maxTotal], [[], 150, 10_000])
  for (const total of ['0', '1.240,00', '1240.001', ''])
    expectField(await staff.OWNER.get(`/simulate?total=${total}`), 'total')
})

test('a simulation asks about nobody: no evaluation, no checkout', async () => {
  const count = async () =>
    query(
      app,
      'SELECT (SELECT count(*) FROM checkouts)::integer AS checkouts, (SELECT count(*) FROM applicants)::integer AS people',
    )
  const before = await count()
  await simulate('1240.00')
  assert.deepEqual(await count(), before)
})

test('the snippet has the newest living key for pages, the published file and its hash', async () => {
  const read = async (user = staff.VIEWER) => (await user.get<ConsoleSnippet>('/simulate/snippet')).body
  const snippet = await read()
  assert.equal(snippet.publishableKey, PUBLISHABLE_KEY)
  const file = await fetch(`${app.url}${snippet.script.path}`)
  assert.equal(file.status, 200)
  assert.match(snippet.script.integrity, /^sha384-/)
  app.clock.advance({ ms: 1 })
  const { retailers } = app.services
  const newer = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'publishable' })
  assert.equal((await read()).publishableKey, newer.key)
  // A text that somebody wrote into the database is not printed into anybody's page.
  await query(app, `UPDATE api_keys SET public_text = 'pk_homolog_forged' WHERE id = $1`, [newer.id])
  assert.equal((await read()).publishableKey, PUBLISHABLE_KEY)
  await retailers.revokeKey(newer.id)
  assert.equal((await read()).publishableKey, PUBLISHABLE_KEY)
  const theirs = await retailers.issueKey({ retailerId: PLAIN_RETAILER, kind: 'publishable' })
  assert.equal((await read(staff.STRANGER)).publishableKey, theirs.key)
  assert.equal((await read()).publishableKey, PUBLISHABLE_KEY)
})

test('the text of a secret key is nowhere in the database', async () => {
  const { key } = await app.services.retailers.issueKey({ retailerId: PLAIN_RETAILER, kind: 'secret' })
  const rows = await query<{ text: string }>(app, 'SELECT k::text AS text FROM api_keys k')
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(key)))
})

const png = async (width: number, height: number): Promise<string> =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#0a7a5c' } })
      .png()
      .toBuffer()
  ).toString('base64')

test('an owner changes colour and logo, sees them at once, and stands in the log', async () => {
  const { OWNER } = staff
  const coloured = await OWNER.post<ConsoleBrand>('/brand/accent', { accent: '#FF8A00' })
  assert.equal(coloured.status, 200, coloured.text)
  assert.equal(coloured.body.colour, '#ff8a00')
  assert.equal(coloured.body.theme.accent?.dark.accent, '#ff8a00')
  assert.notEqual(coloured.body.theme.accent?.light.accent, '#ff8a00')
  const shown = await OWNER.post<ConsoleBrand>('/brand/logo', { logo: await png(120, 40) })
  const logo = shown.body.theme.logo ?? assert.fail(shown.text)
  assert.deepEqual([logo.width, logo.height], [120, 40])
  assert.equal((await fetch(app.url + logo.url)).headers.get('content-type'), 'image/png')
  assert.deepEqual((await OWNER.get<ConsoleBrand>('/brand')).body, shown.body)
  const plain = await OWNER.post<ConsoleBrand>('/brand/accent', { accent: null })
  assert.ok(!('colour' in plain.body) && !('accent' in plain.body.theme) && 'logo' in plain.body.theme)
  await OWNER.post('/brand/logo', { logo: null })
  const noted = await query<{ details: string }>(
    app,
    `SELECT details FROM audit_notes WHERE action = 'brand.change' AND staff_id = $1 AND retailer_id = $2
      UNION SELECT details FROM audit_entries WHERE action = 'brand.change' AND staff_id = $1 AND retailer_id = $2`,
    [OWNER.id, DEMO_RETAILER],
  )
  const what = noted.map(({ details }) => (JSON.parse(details) as { what: string }).what)
  assert.deepEqual([...new Set(what)].sort(), ['accent', 'logo'])
})

function expectField({ status, body, text }: Answer, field: string): void {
  assert.deepEqual([status, body.code], [400, 'invalid_parameters'], text)
  assert.deepEqual(
    (body.details as { field: string }[]).map(each => each.field),
    [field],
  )
}

test('what is no logo or colour is refused, naming the field, and changes nothing', async () => {
  const { OWNER } = staff
  const before = (await OWNER.get('/brand')).text
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  for (const logo of [svg, await png(1_025, 10), 'AAAA', '', 'não', Buffer.alloc(65_537).toString('base64')])
    expectField(await OWNER.post('/brand/logo', { logo }), 'logo')
  for (const accent of ['red', '#12345', '#1234567', 7])
    expectField(await OWNER.post('/brand/accent', { accent }), 'accent')
  assert.equal((await OWNER.get('/brand')).text, before)
})

test('only owners see and change the look, each of their own shop', async () => {
  for (const role of ['FINANCE', 'SALES', 'VIEWER'] as const) {
    expectError(await staff[role].get('/brand'), { code: 'console_forbidden' })
    expectError(await staff[role].post('/brand/accent', { accent: '#0a7a5c' }), { code: 'console_forbidden' })
    expectError(await staff[role].post('/brand/logo', { logo: null }), { code: 'console_forbidden' })
  }
  const before = (await staff.OWNER.get('/brand')).text
  assert.equal((await staff.STRANGER.post('/brand/accent', { accent: '#123456' })).status, 200)
  assert.equal((await staff.OWNER.get('/brand')).text, before)
})
