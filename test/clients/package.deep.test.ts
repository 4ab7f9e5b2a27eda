import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { takeBlocks, takeServedBlocks } from '../support/documented-blocks.ts'
import { listImports, ROOT, readSource } from '../tidy/source-files.ts'

const run = promisify(execFile)
const PACKAGE = join('clients', 'typescript')

let app: TestApp
let folder: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  folder = mkdtempSync(join(tmpdir(), 'crediario-client-'))
})
after(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

test('the package needs nothing but Node', () => {
  const sources = ['index', 'call', 'crediario-error', 'generated', 'retry', 'verify-webhook'].map(
    name => `${PACKAGE}/src/${name}.ts`,
  )
  const outside = sources.flatMap(path => listImports(path).filter(target => !target.startsWith(PACKAGE)))
  assert.deepEqual(outside, ['node:crypto', 'node:crypto'])
  assert.equal('dependencies' in JSON.parse(readSource(`${PACKAGE}/package.json`)), false)
})

const CUSTOMER = `{ cpf: '000.001.000-64', phone: '(11) 98765-1234', email: 'maria@example.com', zipCode: '01310-100' }`
const ASK = `console.log((await credit.preApprove({ ...${CUSTOMER}, source: 'checkout', price: 1240 })).result)\n`

/** What the lines that verify a webhook find around them. */
const SIGNED = `import { createHmac } from 'node:crypto'
const secret = process.env.WEBHOOK_SECRET
const rawBody = '{"type":"transaction.approved","transactionId":"x"}'
const time = String(Math.floor(Date.now() / 1000))
const digest = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update('id.' + time + '.' + rawBody).digest('base64')
const request = { headers: { 'webhook-id': 'id', 'webhook-timestamp': time, 'webhook-signature': 'v1,' + digest } }
`

test('the built package runs as plain JavaScript, and the lines of the README and of the guides do what they say', async () => {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` }
  await run(tsc, ['-p', PACKAGE, '--outDir', join(folder, 'dist')], { cwd: ROOT, env })
  const { type } = JSON.parse(readSource(`${PACKAGE}/package.json`)) as { type: string }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }))
  const execute = async (program: string): Promise<string> => {
    const file = join(folder, `${crypto.randomUUID()}.js`)
    const own = program
      .replace("'@crediario/client'", "'./dist/index.js'")
      .replace('http://127.0.0.1:3000', app.url)
    writeFileSync(file, own)
    const secret = `whsec_${Buffer.from('secret of the endpoint').toString('base64')}`
    const { stdout, stderr } = await run(process.execPath, [file], {
      timeout: 60_000,
      env: { ...process.env, CREDIARIO_KEY: DEMO_KEY, WEBHOOK_SECRET: secret },
    })
    assert.equal(stderr, '')
    return stdout
  }
  const [example = '', verification = '', ...others] = takeBlocks('clients/typescript/README.md', 'ts')
  assert.deepEqual(others, [])
  assert.equal(await execute(example), 'APPROVED\n')
  assert.equal(await execute(SIGNED + verification), 'transaction.approved x\n')
  for (const place of ['pt', 'en'] as const) {
    const [made = ''] = await takeServedBlocks(app.url, place, 'clients', 'ts')
    assert.equal(await execute(made + ASK), 'APPROVED\n')
    const [verified = ''] = await takeServedBlocks(app.url, place, 'webhooks', 'ts')
    const around = `import { verifyWebhook } from '@crediario/client'\n${SIGNED}${verified}`
    assert.equal(await execute(`${around}console.log(event.type)\n`), 'transaction.approved\n')
  }
})

test('the lines of the README install the package from its folder and from a tarball, and change nothing that is committed', async () => {
  const status = () => execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  const before = status()
  const source = join(ROOT, PACKAGE)
  const [block = ''] = takeBlocks('clients/typescript/README.md', 'sh')
  const lines = block.trim().replaceAll('/tmp', folder).replaceAll('/path/to/crediario', ROOT).split('\n')
  assert.equal(lines.length, 2)
  const env = {
    ...process.env,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  for (const line of lines) {
    const shop = mkdtempSync(join(folder, 'shop-'))
    // A folder is linked, and built by its own script: what an earlier build left must not help.
    rmSync(join(source, 'dist'), { recursive: true, force: true })
    writeFileSync(join(shop, 'package.json'), JSON.stringify({ type: 'module', private: true }))
    await run('sh', ['-euc', line], { cwd: shop, env, timeout: 120_000 })
    const program =
      "import { createClient, verifyWebhook } from '@crediario/client'; console.log(typeof createClient, typeof verifyWebhook)"
    const ran = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: shop })
    assert.equal(ran.stdout, 'function function\n', line)
  }
  assert.equal(status(), before)
})
