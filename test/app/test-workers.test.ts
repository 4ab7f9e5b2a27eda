import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const WORKERS = pathToFileURL(join(import.meta.dirname, '..', '..', 'scripts', 'test-workers.ts')).href
const PATIENCE_MS = 120_000
const folder = mkdtempSync(join(tmpdir(), 'crediario-test-workers-'))
after(() => rmSync(folder, { recursive: true }))

/** Passed and failed tests by file, as the test command counts them. */
async function runFixtures(
  files: Readonly<Record<string, string>>,
): Promise<Record<string, [number, number]>> {
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), `import { after, test } from 'node:test'\n${text}`)
  const program = `
    import { runTestFiles } from '${WORKERS}'
    const results = await runTestFiles(${JSON.stringify(Object.keys(files))}, {
      root: '${folder}', dataFolder: '${folder}', fileTimeoutMs: 60_000, workers: 1, signal: new AbortController().signal,
    })
    console.log(JSON.stringify([...results].map(([file, { passed, failed }]) => [file, [passed, failed]])))`
  // A file, not `--eval`: options of the command line would be passed on to the test processes too.
  writeFileSync(join(folder, 'run.ts'), program)
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'run.ts')], {
    env,
    timeout: PATIENCE_MS,
  })
  return Object.fromEntries(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}

test('passed and failed tests of every file are counted, including failures outside its tests', async () => {
  const counted = await runFixtures({
    'good.test.ts': `test('a', () => {}); test('b', t => t.test('within', () => {}))`,
    'bad.test.ts': `test('a', () => {}); test('b', () => { throw new Error('b') })`,
    'left-out.test.ts': `test('a', () => {}); test('b', { skip: true }, () => {})`,
    'broken.test.ts': `throw new Error('not even loaded')`,
    'untidy.test.ts': `after(() => { throw new Error('not tidied up') }); test('a', () => {})`,
  })
  assert.deepEqual(counted, {
    'good.test.ts': [3, 0],
    'bad.test.ts': [1, 1],
    'left-out.test.ts': [1, 0],
    'broken.test.ts': [0, 1],
    'untidy.test.ts': [1, 1],
  })
})

test('a file that ends its process counts as failed, and does not affect other files', async () => {
  const counted = await runFixtures({
    'first.test.ts': `test('a', () => {})`,
    'deadly.test.ts': `test('a', () => {}); test('b', () => process.exit(0))`,
    'last.test.ts': `test('a', () => {})`,
  })
  assert.deepEqual(counted, {
    'first.test.ts': [1, 0],
    'deadly.test.ts': [0, 1],
    'last.test.ts': [1, 0],
  })
})
