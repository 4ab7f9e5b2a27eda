import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { playEveryOperation } from '../../scripts/api-examples/play-every-operation.ts'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { listOperations } from '../../src/http/reference/list-operations.ts'
import { EXAMPLES } from '../../src/http/reference/present-operation.ts'
import { composeSamples } from '../../src/http/reference/samples.ts'
import { DEMO_KEY, PUBLISHABLE_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { ROOT, readSource } from '../tidy/source-files.ts'

const operations = listOperations(JSON.parse(readSource('docs/api/openapi.json')))
let app: TestApp
let receiver: WebhookReceiver
let folder: string
before(async () => {
  ensureDebianPackages({ php: 'php-cli', '/usr/share/doc/php-curl': 'php-curl', python3: 'python3' })
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

test('the example of every operation has the shape of what is really sent and answered; else `npm run generate -- examples`', async () => {
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

/** The ids of samples are those of a life elsewhere; an invoice is too long for a page, and shortened. */
const isUnderstood = (name: string, code = ''): boolean =>
  /^(?:ok|\w+_not_found|option_expired)$/.test(code) ||
  (name === 'sendInvoice' && code === 'invoice_not_base64')

test('every sample for curl, TypeScript, PHP and Python is sent as it stands and understood', async () => {
  const names = operations.map(({ name }) => name)
  const php = join(ROOT, 'clients', 'php', 'autoload.php')
  const python = join(ROOT, 'clients', 'python')
  const client = pathToFileURL(join(ROOT, 'clients', 'typescript', 'src', 'index.ts')).href
  const programs = {
    TypeScript: [
      process.execPath,
      'sent.mjs',
      `import { createClient, CrediarioError } from '${client}'
const credit = createClient({ baseUrl: '${app.url}', apiKey: '${DEMO_KEY}' })
`,
      (code: string) => `try {
${code}
console.log('ok')
} catch (error) { if (!(error instanceof CrediarioError)) throw error
console.log(error.code) }`,
    ],
    PHP: [
      'php',
      'sent.php',
      `<?php require '${php}';
$credit = new Crediario\\Client('${app.url}', '${DEMO_KEY}');
`,
      (code: string) => `try {
${code}
echo "ok\\n"; } catch (Crediario\\CrediarioError $error) { echo $error->errorCode, "\\n"; }`,
    ],
    Python: [
      'python3',
      'sent.py',
      `import sys
sys.dont_write_bytecode = True
sys.path.insert(0, '${python}')
from crediario import Client, CrediarioError
credit = Client('${app.url}', '${DEMO_KEY}')
`,
      (code: string) => `try:
${code.replaceAll(/^/gm, '    ')}
    print("ok")
except CrediarioError as error:
    print(error.code)`,
    ],
  } as const
  const preparation = `BASE=${app.url}\nKEY=${DEMO_KEY}\n`
  const [, ...printed] = await pasteBlocks(app, [preparation, ...listSamples('curl')])
  const readCode = (text: string): string => /^\{"error":true,"code":"(\w+)"/.exec(text.trim())?.[1] ?? 'ok'
  const outcomes: Record<string, string[]> = { curl: names.map((_, index) => readCode(printed[index] ?? '')) }
  for (const [language, [command, file, opening, attempt]] of Object.entries(programs)) {
    writeFileSync(join(folder, file), opening + listSamples(language).map(attempt).join('\n'))
    const { stdout } = await promisify(execFile)(command, [join(folder, file)], { timeout: 120_000 })
    outcomes[language] = stdout.trim().split('\n')
  }
  for (const [language, codes] of Object.entries(outcomes)) {
    assert.equal(codes.length, names.length, language)
    assert.deepEqual(
      names.flatMap((name, index) =>
        isUnderstood(name, codes[index]) ? [] : [`${language}: ${name} ${codes[index]}`],
      ),
      [],
    )
  }
})

test('the samples for Java close what they open, and name what they send', () => {
  for (const code of listSamples('Java')) {
    const outside = code.replaceAll(/"""[\s\S]*?"""/g, '""').replaceAll(/"[^"\n]*"/g, '""')
    assert.equal(outside.match(/\(/g)?.length, outside.match(/\)/g)?.length, code)
    assert.match(code, /\.header\("x-service-apikey", key\)/)
  }
})
