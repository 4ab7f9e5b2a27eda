import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp, type TestApp } from '../support/app.ts'
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

test('the built package runs as plain JavaScript, and the README’s example prints a decision', async () => {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` }
  await run(tsc, ['-p', PACKAGE, '--outDir', join(folder, 'dist')], { cwd: ROOT, env })
  const { type } = JSON.parse(readSource(`${PACKAGE}/package.json`)) as { type: string }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }))
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readSource(`${PACKAGE}/README.md`)) ?? []
  const program = example
    .replace("'@crediario/client'", "'./dist/index.js'")
    .replace('http://127.0.0.1:3000', app.url)
  writeFileSync(join(folder, 'example.js'), program)
  const { stdout, stderr } = await run(process.execPath, [join(folder, 'example.js')], { timeout: 60_000 })
  assert.deepEqual([stdout, stderr], ['APPROVED\n', ''])
})

test('the package installs from its folder and from a tarball, and answers to its name', async () => {
  const npm = (args: readonly string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd, timeout: 120_000 })
  const source = join(ROOT, PACKAGE)
  const { stdout } = await npm(['pack', '--silent', '--pack-destination', folder, source], folder)
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '')
  for (const from of [source, tarball]) {
    const shop = mkdtempSync(join(folder, 'shop-'))
    // A folder is linked, and built by its own script: what an earlier build left must not help.
    if (from === source) rmSync(join(source, 'dist'), { recursive: true, force: true })
    writeFileSync(join(shop, 'package.json'), JSON.stringify({ type: 'module', private: true }))
    await npm(['install', from], shop)
    const program =
      "import { createClient, verifyWebhook } from '@crediario/client'; console.log(typeof createClient, typeof verifyWebhook)"
    const ran = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: shop })
    assert.equal(ran.stdout, 'function function\n', from)
  }
})
