import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { AREAS } from './areas.ts'
import { findReason, type SyntaxPath } from './ignored-texts.ts'
import { sortByNearness } from './nearness.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const quiet = () => {}
const logger = {
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
}

/** The parts of a piece of code that are mutated, and those that are ignored. */
async function listMutants(content: string): Promise<{ tried: string[]; ignored: string[] }> {
  const { mutants } = await new Instrumenter(logger).instrument(
    [{ name: 'piece.ts', content, mutate: true }],
    {
      plugins: [],
      ignorers: [{ shouldIgnore: path => findReason(path as SyntaxPath) }],
      excludedMutations: [],
    },
  )
  const describe = (isIgnored: boolean): string[] =>
    mutants
      .filter(({ status }) => (status === 'Ignored') === isIgnored)
      .map(({ location: { start, end } }) => content.slice(start.column, end.column))
  return { tried: describe(false), ignored: describe(true) }
}

test('every file pattern of an area matches a file, so that no file drops out unnoticed', () => {
  for (const [name, { mutate, tests }] of Object.entries(AREAS))
    for (const pattern of [...mutate, ...tests])
      assert.ok(globSync(pattern, { cwd: ROOT }).length > 0, `${name}: ${pattern}`)
})

test('sentences for people and SQL are not mutated', async () => {
  for (const piece of [
    'throw new Error(reference + ": an entry moves money")',
    "throw new Error('claiming gave no row')",
    "log.warn({}, 'claim not released')",
    "fail('the entry was removed')",
    "Type.Integer({ minimum: 0, description: 'In whole reais' })",
    "const FIND: Statement = { name: 'ledger.find', text: sql }",
    'const COLUMNS = `r.id, r.name`',
    "const LIST = 'SELECT 1 FROM entries'",
  ])
    assert.equal((await listMutants(piece)).ignored.length > 0, true, piece)
  assert.deepEqual((await listMutants('fail("the entry was removed")')).tried, [])
})

test('codes, figures and texts that programs read are mutated', async () => {
  for (const [piece, expected] of [
    ["throw new RequestError('idempotency_key_reused')", "'idempotency_key_reused'"],
    ["const hint = key.slice(0, 14) + '…'", "'…'"],
    ['const context = "idempotency:" + id', '"idempotency:"'],
    ["throw isPost ? missing(['apiKey']) : new RequestError('invalid_api_key')", "'invalid_api_key'"],
    ["if (balance !== 0) throw new Error('debits exceed credits')", 'balance !== 0'],
  ] as const)
    assert.ok((await listMutants(piece)).tried.includes(expected), piece)
})

test('the test of the mutated file runs first, the others in the listed order', () => {
  const listed = ['a/quick.test.ts', 'a/cpf.test.ts', 'b/slow.test.ts']
  assert.deepEqual(
    sortByNearness(['b/slow.test.ts', 'a/quick.test.ts', 'a/cpf.test.ts'], 'src/cpf.ts', listed),
    ['a/cpf.test.ts', 'a/quick.test.ts', 'b/slow.test.ts'],
  )
})
