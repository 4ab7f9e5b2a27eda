import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'

const BOOTSTRAP = join('scripts', 'bootstrap.mjs')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crediario-cache-'))
  for (const name of ['scripts', 'src', 'node_modules']) mkdirSync(join(folder, name))
  cpSync(join(import.meta.dirname, '..', '..', BOOTSTRAP), join(folder, BOOTSTRAP))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "version": "7.8.9" }')
  for (const name of ['package-lock.json', join('node_modules', '.package-lock.json')])
    writeFileSync(join(folder, name), '{ "packages": {} }')
  writeFileSync(
    join(folder, 'src', 'entry.ts'),
    `const words: string[] = process.argv.slice(2)\nconsole.log(words.join(' '))\n`,
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Without the cache of the tests. */
const run = (...words: string[]): string =>
  execFileSync(process.execPath, [join(folder, BOOTSTRAP), 'src/entry.ts', ...words], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })

test('compiled code is kept among the packages, for the next start', () => {
  assert.equal(run('first'), 'first\n')
  assert.ok(globSync('node_modules/.cache/crediario/*/*', { cwd: folder }).length > 0)
  assert.equal(run('second'), 'second\n')
})

test('where compiled code cannot be kept, the program runs all the same', () => {
  writeFileSync(join(folder, 'node_modules', '.cache'), 'not a folder')
  assert.equal(run('works'), 'works\n')
})

test('--version needs no packages', () => {
  rmSync(join(folder, 'node_modules'), { recursive: true })
  assert.equal(run('--version'), 'crediario 7.8.9\n')
  assert.ok(!existsSync(join(folder, 'node_modules')))
})
