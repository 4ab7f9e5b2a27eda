import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { CustomerDevice, expectDone } from '../onboarding/customer-device.ts'
import { findFreePort } from '../support/child-service.ts'
import { readBase32 } from '../support/console.ts'
import { startDebianPostgres } from '../support/debian-postgres.ts'
import { takeBlocks } from '../support/documented-blocks.ts'
import { type PspStub, QR_HOST, startPspStub } from '../support/psp-stub.ts'
import { ROOT } from './known-variables.ts'
import { openShell } from './shell-session.ts'
import { startStubGateway } from './stub-gateway.ts'

const BLOCK_MS = 300_000
const WAIT_MS = 120_000
const TOKEN = 'gateway-token'
/** As UNKNOWN_KEY_LIMIT_PER_MINUTE. */
const WRONG_KEYS_A_MINUTE = 20
/** The variables that npm needs for the registry or its cache, and no other variable of this test run. */
const KEPT = /^(?:HOME|npm_config_(?:cache|registry|userconfig)|\w+_proxy|NODE_EXTRA_CA_CERTS)$/i

const blocks = takeBlocks('docs/runbooks/first-day.md', 'sh')

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

/** A repository with one release: the files of this folder, committed or not. */
function writeRepository(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of files.split('\0').filter(Boolean))
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(folder, file))
  const git = (...args: string[]): Buffer => execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' })
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=release')
  git('tag', 'v0.9.0')
  git('tag', 'v0.10.0')
}

interface Proxy {
  readonly port: number
  readonly certificateFile: string
  readonly keyFile: string
}

function makeCertificate({ certificateFile, keyFile }: Proxy): void {
  const name = ['-subj', '/CN=credito.example', '-addext', 'subjectAltName=DNS:credito.example']
  const files = ['-keyout', keyFile, '-out', certificateFile]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, ...files], { stdio: 'pipe' })
}

/** Beside what a reader has: a port that is free, a certificate of one's own, and nothing outside of the folder. */
function writeSite({ port, certificateFile, keyFile }: Proxy, folder: string): string {
  const global = ['admin off', 'auto_https off', `storage file_system ${folder}/caddy`]
  const site = ['bind 127.0.0.1', `tls ${certificateFile} ${keyFile}`]
  return `{\n${global.join('\n')}\n}\nhttps://credito.example:${port} {\n${site.join('\n')}`
}

/** Asks with a key that nobody has, from one of the addresses of this machine. */
async function askWithWrongKey(proxy: Proxy, from: string, forwardedFor?: string): Promise<number> {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: proxy.port,
    localAddress: from,
    servername: 'credito.example',
    ca: readFileSync(proxy.certificateFile),
    agent: false,
    method: 'POST',
    path: '/public/transaction/0123456789abcdef01234567/status',
    headers: {
      host: 'credito.example',
      'x-service-apikey': `sk_live_${'0'.repeat(49)}`,
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    },
  }
  const sent = request(options).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

/** Wrong keys are counted by address: each customer behind the proxy has their own, and cannot choose another. */
async function expectOwnAddresses(proxy: Proxy): Promise<void> {
  const statuses: number[] = []
  for (let count = 0; count <= WRONG_KEYS_A_MINUTE; count++)
    statuses.push(await askWithWrongKey(proxy, '127.0.0.2'))
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
  assert.equal(await askWithWrongKey(proxy, '127.0.0.2', '203.0.113.9'), 429)
  assert.equal(await askWithWrongKey(proxy, '127.0.0.3'), 401)
}

test('the page of the first day leads from a new machine to an OPEN purchase and its paid transfer', async t => {
  ensureDebianPackages({ caddy: 'caddy', git: 'git', openssl: 'openssl', curl: 'curl' })
  const folder = mkdtempSync(join(tmpdir(), 'crediario-first-day-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startDebianPostgres()
  t.after(() => postgres.stop())
  const gateway = await startStubGateway(TOKEN)
  t.after(() => gateway.close())
  const psp = await startPspStub()
  t.after(() => psp.close())
  const { apiUrl, tokenUrl, clientId, clientSecret, identity } = psp.settings
  const repository = join(folder, 'repository')
  writeRepository(repository)
  const proxy: Proxy = {
    port: await findFreePort(),
    certificateFile: join(folder, 'https.pem'),
    keyFile: join(folder, 'https.key'),
  }
  makeCertificate(proxy)
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
    ['https://git.example/crediario.git', repository],
    ['/opt/crediario', join(folder, 'release')],
    ['/etc/crediario', join(folder, 'settings')],
    ['/var/lib/crediario', join(folder, 'data')],
    ['127.0.0.1:5432', `127.0.0.1:${postgres.port}`],
    ['apt-get install -y postgresql\n', ''],
    ['apt-get install -y caddy\n', ''],
    ['/etc/caddy', folder],
    ['credito.example {', writeSite(proxy, folder)],
    ['reverse_proxy 127.0.0.1:3000', `reverse_proxy 127.0.0.1:${port}`],
    [
      'systemctl reload caddy',
      `HOME=${folder} caddy run --config ${folder}/Caddyfile > ${folder}/caddy.log 2>&1 &`,
    ],
    [
      'curl -sf https://credito.example/',
      `curl -sf --cacert ${proxy.certificateFile} --resolve credito.example:${proxy.port}:127.0.0.1 https://credito.example:${proxy.port}/`,
    ],
    // Only root can become another user.
    ...(process.getuid?.() === 0 ? [] : [['runuser -u postgres -- ', ''] as [string, string]]),
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

  const machine = Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)))
  const PATH = [dirname(process.execPath), process.env.PATH].join(':')
  // The superuser of this server has another name than Debian's, and is reached by TCP.
  const superuser = { PGHOST: '127.0.0.1', PGPORT: String(postgres.port), PGUSER: 'drill' }
  const shell = openShell(folder, { ...machine, npm_config_prefer_offline: 'true', ...superuser, PATH })
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
  assert.equal(blocks.length, 18)
  await paste(0, 4)
  // The provider answers the request; this one makes the key, too.
  writeFileSync(join(folder, 'settings', 'pix.pem'), identity.certificate)
  writeFileSync(join(folder, 'settings', 'pix.key'), identity.key)
  writeFileSync(join(folder, 'settings', 'pix-ca.pem'), identity.ca ?? '')
  await paste(4, 14)
  await expectOwnAddresses(proxy)
  const [firstLook = '', secondLook = '', link = ''] = [printed[5], printed[10], printed[13]]
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
    const shown = await shell.paste(adapt(blocks[14] ?? ''), BLOCK_MS)
    return shown.includes('"OPEN"') ? shown : undefined
  })
  assert.match(status, /"OPEN"/)
  await waitFor('the order of the transfer', async () => {
    const listed = await shell.paste('crediario payouts list --state created', BLOCK_MS)
    return listed.includes(' RETAILER ') ? listed : undefined
  })
  const approval = await pasteBlock(blocks[15] ?? '')
  assert.match(approval, /^[0-9a-f]{24} +RETAILER +\S+ +\d+\.\d\d +created .* Loja Um Ltda\. /m)
  assert.match(approval, /^proposed\. Another person approves it/m)
  assert.match(approval, /^approved$/m)
  const transfer = await waitFor('the confirmation of the bank', async () => {
    const shown = await shell.paste(adapt(blocks[16] ?? ''), BLOCK_MS)
    return /^state +paid$/m.test(shown) ? shown : undefined
  })
  assert.match(transfer, /"transferedAt":"\d{4}-/)
  const [[key, sent] = [], ...others] = [...psp.payouts]
  assert.deepEqual([others, /^key at the bank +(\S+)$/m.exec(transfer)?.[1]], [[], key])
  assert.equal(/^reais +(\d+\.\d\d)$/m.exec(transfer)?.[1], sent?.amount)
  const evening = await shell.paste(adapt(blocks[17] ?? ''), BLOCK_MS)
  for (const name of ['dead_jobs', 'ledger_imbalance_centavos', 'suspense_cases'])
    assert.match(evening, new RegExp(`^crediario_${name} 0$`, 'm'))
  assert.match(evening, /^no job was given up$/m)
})
