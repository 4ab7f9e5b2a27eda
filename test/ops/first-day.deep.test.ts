import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { computeTotp, computeTotpStep } from '../../src/modules/desk/totp.ts'
import { CustomerDevice, expectDone } from '../onboarding/customer-device.ts'
import { findFreePort } from '../support/child-service.ts'
import { startDebianPostgres } from '../support/debian-postgres.ts'
import { type PspStub, QR_HOST, startPspStub } from '../support/psp-stub.ts'
import { ROOT } from './known-variables.ts'
import { openShell } from './shell-session.ts'
import { startStubGateway } from './stub-gateway.ts'

const BLOCK_MS = 300_000
const WAIT_MS = 120_000
const TOKEN = 'gateway-token'

const blocks = [
  ...readFileSync(join(ROOT, 'docs', 'runbooks', 'first-day.md'), 'utf8').matchAll(
    /^```sh\n([\s\S]*?)^```$/gm,
  ),
].map(([, text = '']) => text)

async function waitFor<Value>(
  what: string,
  find: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come in time`)
    await delay(100)
  }
}

/** The authenticators of the people whom the page registers, by e-mail. */
class Authenticators {
  readonly #secrets = new Map<string, Buffer>()
  readonly #lastSteps = new Map<string, number>()

  /** Takes the links that `operators create` prints. */
  learn(printed: string): void {
    for (const [, email = '', secret = ''] of printed.matchAll(
      /otpauth:\/\/totp\/Crediario%3A(\S+?)\?secret=([A-Z2-7]+)/g,
    ))
      this.#secrets.set(decodeURIComponent(email), readBase32(secret))
  }

  /** A code that was not used yet, as soon as there is one. */
  async next(email: string): Promise<string> {
    const secret = this.#secrets.get(email)
    assert.ok(secret, `${email} has no authenticator`)
    const last = this.#lastSteps.get(email) ?? 0
    const step = await waitFor('the next code', () => {
      const now = computeTotpStep(new Date())
      return last <= now ? Math.max(last + 1, now) : undefined
    })
    this.#lastSteps.set(email, step)
    return computeTotp(secret, step)
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function readBase32(text: string): Buffer {
  const bits = [...text].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** Commands that ask for a code, and whose. */
const ASKING =
  /crediario (?:(?:accounts|retailers|payouts) approve|accounts create|retailers update)[^\n|]* --as (\S+@[^\s)]+)/

/** The payer's bank settles the charge of the down payment, and the provider calls us, at the address that it was told. */
async function payDownPayment(psp: PspStub, base: string): Promise<void> {
  const [txid, charge] = await waitFor('the charge', () => [...psp.charges][0])
  const [webhookUrl] = await waitFor('the registration of the webhook', () =>
    psp.webhooks.size > 0 ? [...psp.webhooks.values()] : undefined,
  )
  const { original } = charge.valor as { original: string }
  const paid = psp.pay(txid, { valor: original, horario: new Date().toISOString() })
  const { pathname } = new URL(webhookUrl ?? '')
  const answer = await fetch(`${base}${pathname}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [paid] }),
  })
  assert.ok(answer.ok, `${answer.status} ${await answer.text()}`)
}

test('the page of the first day leads from an empty PostgreSQL to an OPEN purchase and its paid transfer', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-first-day-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startDebianPostgres()
  t.after(() => postgres.stop())
  await postgres.createDatabase('crediario')
  const gateway = await startStubGateway(TOKEN)
  t.after(() => gateway.close())
  const psp = await startPspStub()
  t.after(() => psp.close())
  const { apiUrl, tokenUrl, clientId, clientSecret, identity } = psp.settings
  writeFileSync(join(folder, 'pix.pem'), identity.certificate)
  writeFileSync(join(folder, 'pix.key'), identity.key)
  writeFileSync(join(folder, 'pix-ca.pem'), identity.ca ?? '')
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  /** What is other in every deployment: addresses, secrets, folders. */
  const own: [example: string, ours: string][] = [
    ['https://gateway.example', gateway.url],
    ['https://pix.example/v2', apiUrl],
    ['https://pix.example/oauth/token', tokenUrl],
    ['https://bank.example/v1', apiUrl],
    ['https://bank.example/oauth/token', tokenUrl],
    ['=pix-client', `=${clientId}`],
    ['=pix-secret', `=${clientSecret}`],
    ['=bank-client', `=${clientId}`],
    ['=bank-secret', `=${clientSecret}`],
    ['qr.example', QR_HOST],
    ['/etc/crediario', folder],
    ['/var/lib/crediario', join(folder, 'data')],
    ['postgres@db.example:5432', `drill@127.0.0.1:${postgres.port}`],
    ['db.example:5432', `127.0.0.1:${postgres.port}`],
    ['?sslmode=verify-full', ''],
    ['PORT=3000', `PORT=${port}`],
    ['http://127.0.0.1:3000', base],
    ['policy.json', join(folder, 'policy.json')],
    ['crediario.log', join(folder, 'crediario.log')],
  ]
  const adapt = (block: string): string =>
    own.reduce((text, [example, ours]) => text.replaceAll(example, ours), block)
  for (const [example] of own)
    assert.ok(
      blocks.some(block => block.includes(example)),
      `${example} is not on the page`,
    )

  const { HOME, npm_config_cache } = process.env
  const PATH = [dirname(process.execPath), process.env.PATH].join(':')
  const shell = openShell(ROOT, { PATH, HOME, npm_config_cache })
  t.after(() => shell.close())
  const printed: string[] = []
  const authenticators = new Authenticators()
  /** As the page says: commands that ask for a code one at a time, and the code is typed. */
  const pasteBlock = async (block: string): Promise<string> => {
    const pieces = ASKING.test(block) ? block.trimEnd().split('\n') : [block]
    const shown: string[] = []
    for (const piece of pieces) {
      const [asking, email] = ASKING.exec(piece) ?? []
      const typed = email && `echo ${await authenticators.next(email)} | ${asking}`
      shown.push(await shell.paste(adapt(typed ? piece.replace(asking ?? '', typed) : piece), BLOCK_MS))
    }
    authenticators.learn(shown.join(''))
    return shown.join('')
  }
  const paste = async (from: number, to: number): Promise<void> => {
    for (const block of blocks.slice(from, to)) printed.push(await pasteBlock(block))
  }
  assert.equal(blocks.length, 15)
  await paste(0, 11)
  const [, , , firstLook = '', , , , , secondLook = '', , link = ''] = printed
  for (const topic of ['account', 'retailer', 'policy', 'key'])
    assert.match(firstLook, new RegExp(`^missing +${topic} +.* run \`npm run crediario -- `, 'm'))
  assert.match(firstLook, /a purchase cannot be made yet\nsomething is missing$/m)
  assert.match(secondLook, /\n0 missing, 0 unknown, \d+ warnings: a purchase can be made$/m)
  const token = /https:\/\/credito\.example\/onboarding\/(\S+)/.exec(link)?.[1]
  assert.ok(token, link)

  const device = new CustomerDevice(
    { url: base },
    { authorized: { onboardingToken: token }, person: { phone: '11987651234' } },
  )
  device.readCode = () => gateway.readCode()
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
  for (const kind of ['front', 'back', 'selfie'] as const) expectDone(await device.show(kind))
  await waitFor('the analysis', async () => {
    const { step } = expectDone(await device.state())
    return step === 'ASYNC_ANALYSE' ? undefined : step
  })
  expectDone(await device.sign())
  await payDownPayment(psp, base)
  const status = await waitFor('OPEN', async () => {
    const shown = await shell.paste(adapt(blocks[11] ?? ''), BLOCK_MS)
    return shown.includes('"OPEN"') ? shown : undefined
  })
  assert.match(status, /"OPEN"/)
  await waitFor('the order of the transfer', async () => {
    const listed = await shell.paste('crediario payouts list --state created', BLOCK_MS)
    return listed.includes(' RETAILER ') ? listed : undefined
  })
  const approval = await pasteBlock(blocks[12] ?? '')
  assert.match(approval, /^[0-9a-f]{24} +RETAILER +\S+ +\d+\.\d\d +created .* Loja Um Ltda\. /m)
  assert.match(approval, /^proposed\. Another person approves it/m)
  assert.match(approval, /^approved$/m)
  const transfer = await waitFor('the confirmation of the bank', async () => {
    const shown = await shell.paste(adapt(blocks[13] ?? ''), BLOCK_MS)
    return /^state +paid$/m.test(shown) ? shown : undefined
  })
  assert.match(transfer, /"transferedAt":"\d{4}-/)
  const [[key, sent] = [], ...others] = [...psp.payouts]
  assert.deepEqual([others, /^key at the bank +(\S+)$/m.exec(transfer)?.[1]], [[], key])
  assert.equal(/^reais +(\d+\.\d\d)$/m.exec(transfer)?.[1], sent?.amount)
  const evening = await shell.paste(adapt(blocks[14] ?? ''), BLOCK_MS)
  for (const name of ['dead_jobs', 'ledger_imbalance_centavos', 'suspense_cases'])
    assert.match(evening, new RegExp(`^crediario_${name} 0$`, 'm'))
  assert.match(evening, /^nothing was given up$/m)
})
