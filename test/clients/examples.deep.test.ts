import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { playEveryOperation } from '../../scripts/api-examples/play-every-operation.ts'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { EXAMPLES } from '../../src/api/reference/examples.ts'
import { listOperations } from '../../src/api/reference/list-operations.ts'
import { composeSamples } from '../../src/api/reference/samples.ts'
import { DEMO_KEY, PUBLISHABLE_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { readSource } from '../tidy/source-files.ts'

const operations = listOperations(JSON.parse(readSource('docs/api/openapi.json')))
let app: TestApp
let receiver: WebhookReceiver
let folder: string
before(async () => {
  ensureDebianPackages({ php: 'php-cli', python3: 'python3' })
  folder = mkdtempSync(join(tmpdir(), 'crediario-samples-'))
  receiver = await startReceiver()
  app = await startTestApp({ pixApi: 'sandbox' })
})
after(async () => {
  await app.stop()
  await receiver.stop()
  rmSync(folder, { recursive: true })
})

/** Names and types, at every depth; a list has the shape of its first member. */
function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(describeShape)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, each]) => [name, describeShape(each)]),
  )
}

test('the example of every operation has the shape of what is really sent and answered; else `npm run record-examples`', async () => {
  const played = await playEveryOperation({
    url: app.url,
    key: DEMO_KEY,
    publishableKey: PUBLISHABLE_KEY,
    receiverUrl: receiver.url,
  })
  assert.deepEqual(Object.keys(played).sort(), operations.map(({ name }) => name).sort())
  for (const [name, example] of Object.entries(played))
    assert.deepEqual(describeShape(EXAMPLES[name]), describeShape(JSON.parse(JSON.stringify(example))), name)
})

/** The samples of one language, each in a block of its own. */
const listSamples = (language: string): string[] =>
  operations.map(operation => {
    const example = EXAMPLES[operation.name] ?? assert.fail(operation.name)
    const sample = composeSamples(operation, example.request).find(each => each.language === language)
    return sample?.code ?? assert.fail(language)
  })

test('the samples for curl, TypeScript, PHP and Python are programs that their languages can read', () => {
  const check = (file: string, program: string, command: string, ...args: string[]): void => {
    writeFileSync(join(folder, file), program)
    execFileSync(command, [...args, join(folder, file)], { stdio: 'pipe', timeout: 60_000 })
  }
  check('samples.sh', listSamples('curl').join('\n\n'), 'sh', '-n')
  const blocks = listSamples('TypeScript').map(code => `{\n${code}\n}`)
  check('samples.mjs', blocks.join('\n'), process.execPath, '--check')
  check('samples.php', `<?php\n${listSamples('PHP').join('\n')}`, 'php', '-l')
  const compile = ['-c', 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")']
  check('samples.py', listSamples('Python').join('\n'), 'python3', ...compile)
})

test('the samples for Java close what they open, and name what they send', () => {
  for (const code of listSamples('Java')) {
    const outside = code.replaceAll(/"""[\s\S]*?"""/g, '""').replaceAll(/"[^"\n]*"/g, '""')
    assert.equal(outside.match(/\(/g)?.length, outside.match(/\)/g)?.length, code)
    assert.match(code, /\.header\("x-service-apikey", key\)/)
  }
})
