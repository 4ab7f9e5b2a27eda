import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listFiles, ROOT, readSource } from './source-files.ts'

const MOST_SCRIPTS = 12
const PROVE = join(ROOT, 'scripts/prove.ts')

const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Readonly<Record<string, string>> }
const proofs = [
  ...execFileSync(process.execPath, [PROVE], { encoding: 'utf8' }).matchAll(/^ {2}(\S+)/gm),
].map(([, name = '']) => name)

test('there are few npm scripts, and each runs a file of the project', () => {
  assert.ok(Object.keys(scripts).length <= MOST_SCRIPTS, Object.keys(scripts).join(', '))
  const files = [...Object.values(scripts), readSource('scripts/prove.ts')].flatMap(text =>
    [...text.matchAll(/(?:bootstrap\.mjs |file: ')([\w/.-]+\.ts)/g)].map(([, file = '']) => file),
  )
  assert.ok(files.length > 15, 'the files were not found')
  assert.deepEqual(
    files.filter(file => !existsSync(join(ROOT, file))),
    [],
  )
})

test('every command that a page, a message or a comment names exists', () => {
  const single = ['README', 'ARCHITECTURE', 'CONTRIBUTING', 'SECURITY'].map(name => `${name}.md`)
  const folders = ['docs', 'ops', 'storefront', 'clients', '.github', 'src', 'scripts', 'test', 'bench']
  const sources = ['.md', '.ts', '.mjs', '.yml', '.yaml', 'Dockerfile'].flatMap(ending =>
    listFiles(folders, ending),
  )
  const named = [...single, '.ci/run', ...sources]
    .filter(path => !path.includes('node_modules'))
    .flatMap(path =>
      [...readSource(path).matchAll(/npm run(?: -s| --silent)? ([a-z][\w:-]*)(?:\s+-- ([a-z][\w-]*))?/g)].map(
        ([words, script = '', word]) => ({ place: `${path}: ${words}`, script, word }),
      ),
    )
  assert.ok(named.length > 80, String(named.length))
  assert.deepEqual(
    named
      .filter(
        ({ script, word }) =>
          !(script in scripts) || (script === 'prove' && word !== undefined && !proofs.includes(word)),
      )
      .map(({ place }) => place),
    [],
  )
})

test('`npm run prove` lists the proofs, and a name that is none of them is an error', () => {
  assert.deepEqual(proofs.slice(0, 3), ['storm', 'kills', 'restore'])
  const { status, stderr } = spawnSync(process.execPath, [PROVE, 'toString'], { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /There is no proof toString/)
})
