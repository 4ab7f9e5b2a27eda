import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { listFiles, readSource } from '../tidy/source-files.ts'
import { ROOT } from './known-variables.ts'

const HELP_MS = 120_000

test('every command that a page, an alert or doctor names is one of the command line', () => {
  const help = execFileSync(process.execPath, [join(ROOT, 'src', 'cli.ts'), 'help'], {
    encoding: 'utf8',
    timeout: HELP_MS,
  })
  const known = new Set([...help.matchAll(/^ {2}([a-z]+(?: [a-z][a-z-]*)?)/gm)].map(([, name = '']) => name))
  assert.ok(known.has('doctor') && known.has('bank read-until') && known.size > 50, String(known.size))
  const texts = [...listFiles(['docs', 'ops'], '.md'), ...listFiles(['src/app/checks'], '.ts')]
  const named = texts.flatMap(path =>
    [...readSource(path).matchAll(/crediario -- (?!--|COMMAND|help)([a-z]+(?: [a-z][a-z-]*)?)/g)].map(
      ([, name = '']) => ({ path, name }),
    ),
  )
  assert.ok(named.length > 40, String(named.length))
  assert.deepEqual(
    named.filter(({ name }) => !known.has(name)).map(({ path, name }) => `${path}: ${name}`),
    [],
  )
})
