import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { runAudited } from '../../src/cli/audited.ts'
import { retailerTermsCommands } from '../../src/cli/retailer-terms.ts'
import { chainNotes } from '../../src/domains/audit/store.ts'
import { newLink } from '../links/link-calls.ts'
import { AccountDevice } from '../servicing/account-device.ts'
import {
  DEMO_RETAILER,
  PLAIN_KEY,
  PLAIN_RETAILER,
  query,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { buy, buyOpen, read } from '../support/purchase-http.ts'

const ACCENT = '#a21caf'

let app: TestApp
let folder: string

before(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'crediario-themes-'))
})
after(async () => {
  await rm(folder, { recursive: true })
  await app.stop()
})

function run(name: string, options: Record<string, string>): Promise<string> {
  const command = retailerTermsCommands[name]
  assert.ok(command)
  const words = name.split(' ')
  return runAudited(app.services, command, { words, options: { retailer: DEMO_RETAILER, ...options } })
}

async function write(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: ACCENT } })

async function readPage(path: string) {
  const response = await fetch(app.url + new URL(path, app.url).pathname)
  return { text: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}

/** The pages of one retailer: payment link, onboarding and billet. */
async function openPages(key?: string) {
  const bought = await buy(app, key === undefined ? {} : { key })
  const { downPaymentBillet } = await read(app, bought.transactionId, key)
  assert.ok(downPaymentBillet)
  const link = await newLink(app, key === undefined ? {} : { apiKey: key })
  const paths = [link.url, bought.authorized.returnUrl, downPaymentBillet.installmentLink]
  return Promise.all(paths.map(path => readPage(path)))
}

test('a retailer without a theme has pages with one style and no logo, as before', async () => {
  for (const { text, policy } of await openPages(PLAIN_KEY)) {
    assert.equal([...text.matchAll(/<style>/g)].length, 1)
    assert.equal([...policy.matchAll(/'sha256-/g)].length, 1)
    assert.doesNotMatch(text, /class="logo"|\/logos\//)
  }
  assert.match(await run('retailers show', { retailer: PLAIN_RETAILER }), /accent +none\nlogo +none/)
})

test('what is no colour and no small picture is refused by the name of its option, and changes nothing', async () => {
  const png = await draw(40, 20).png().toBuffer()
  const frames = await Promise.all([draw(20, 20).png().toBuffer(), draw(20, 20).negate().png().toBuffer()])
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const refused: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ accent: 'red' }, /^--accent must be a colour such as #ff8a00$/],
    [{ accent: '#c24' }, /^--accent must be/],
    [{ accent: '#a21caf}' }, /^--accent must be/],
    [{ logo: join(folder, 'nothing.png') }, /^--logo .* cannot be read$/],
    [{ logo: await write('empty.png', '') }, /^--logo is empty$/],
    [{ logo: await write('logo.svg', svg) }, /^--logo must not be an SVG/],
    [{ logo: await write('svg.png', `\n<?xml version="1.0"?>${svg}`) }, /^--logo must not be an SVG/],
    [{ logo: await write('text.png', 'PNG') }, /^--logo must be a PNG, JPEG or WebP$/],
    [
      { logo: await write('large.png', Buffer.concat([png, Buffer.alloc(65_536)])) },
      /^--logo is larger than 64 KiB$/,
    ],
    [{ logo: await write('cut.png', png.subarray(0, -6)) }, /^--logo is broken or not complete$/],
    [
      { logo: await write('wide.png', await draw(1_025, 10).png().toBuffer()) },
      /^--logo has 1025 × 10 pixels/,
    ],
    [
      { logo: await write('high.webp', await draw(10, 513).webp().toBuffer()) },
      /^--logo has 10 × 513 pixels/,
    ],
    [
      {
        logo: await write(
          'moving.webp',
          await sharp(frames, { join: { animated: true } })
            .webp()
            .toBuffer(),
        ),
      },
      /^--logo must not be animated$/,
    ],
    [{ accent: ACCENT, schedule: 'immediate' }, /^--schedule cannot be changed together with --accent/],
  ]
  for (const [options, message] of refused)
    await assert.rejects(run('retailers update', { ...options }), { message }, JSON.stringify(options))
  assert.deepEqual(await query(app, 'SELECT * FROM retailer_themes'), [])
})

test('payment link, onboarding, billet and the account show the accent in both schemes and the logo with the name', async () => {
  const bytes = await draw(240, 80).png().toBuffer()
  const answer = await run('retailers update', { accent: '#A21CAF', logo: await write('logo.png', bytes) })
  assert.match(answer, /accent: #a21caf, by day as it is, by night as #[0-9a-f]{6}, lighter to be readable/)
  const [, dark = ''] = /by night as (#[0-9a-f]{6})/.exec(answer) ?? []
  const [, url = ''] = /logo: (\S+), 240 × 80 pixels/.exec(answer) ?? []
  assert.match(await run('retailers show', {}), new RegExp(`accent +#a21caf, .*\nlogo +${url}`))

  for (const { text, policy } of await openPages()) {
    const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style)
    assert.match(styles[1] ?? '', new RegExp(`^:root{--accent:${ACCENT};`))
    assert.match(styles[1] ?? '', new RegExp(`dark\\){:root{--accent:${dark};`))
    const digests = styles.map(style => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    assert.ok(policy.includes(`; style-src 'self' ${digests.join(' ')}; img-src 'self' `), policy)
    assert.ok(text.includes(`src="${url}" width="240" height="80" alt="Loja Demonstração"`))
    assert.doesNotMatch(text, / style=/)
  }
  const { person } = await buyOpen(app)
  const { purchases } = await new AccountDevice(app).signIn(person)
  const { theme } = purchases[0] ?? assert.fail('no purchase')
  assert.deepEqual(
    [theme.accent?.light.accent, theme.accent?.dark.accent, theme.logo],
    [ACCENT, dark, { url, width: 240, height: 80 }],
  )

  const logo = await fetch(app.url + url)
  assert.equal(logo.headers.get('content-type'), 'image/png')
  assert.equal(logo.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(logo.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(logo.headers.get('x-content-type-options'), 'nosniff')
  assert.deepEqual(Buffer.from(await logo.arrayBuffer()), bytes)
  for (const path of [url.replace(/[0-9a-f]{32}/, '0'.repeat(32)), '/logos/x', `${url}.html`])
    assert.equal((await fetch(app.url + path)).status, 404, path)
})

test('colour and logo are changed each by itself and taken away by none, and the audit log names what is in force', async () => {
  const jpeg = await write('logo.jpg', await draw(100, 50).jpeg().toBuffer())
  assert.match(
    await run('retailers update', { logo: jpeg }),
    /accent: #a21caf, .*\nlogo: \/logos\/[0-9a-f]{32}\.jpg/,
  )
  assert.match(
    await run('retailers update', { accent: '#e4002b' }),
    /\nwarning: this accent is near the red of errors/,
  )
  assert.match(
    await run('retailers update', { accent: '#ff9900' }),
    /\nwarning: this accent is near the amber of warnings/,
  )
  assert.doesNotMatch(await run('retailers update', { accent: ACCENT }), /warning/)
  assert.match(await run('retailers update', { accent: 'none' }), /accent: none\nlogo: \/logos/)
  assert.match(await run('retailers update', { logo: 'none' }), /accent: none\nlogo: none/)
  await chainNotes(app.services.database)
  const [last] = await query<{ details: string; subject: string }>(
    app,
    `SELECT subject, details FROM audit_entries WHERE action = 'command.done' ORDER BY position DESC LIMIT 1`,
  )
  assert.equal(last?.subject, DEMO_RETAILER)
  const { accent, logo } = JSON.parse(last?.details ?? '') as Record<string, string>
  assert.deepEqual([accent, logo], ['none', 'none'])
})
