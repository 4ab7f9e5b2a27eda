import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { findPagesFolder, findPagesProblem } from '../../src/platform/pages/built-pages.ts'

const root = join(import.meta.dirname, '..', '..')
const repository = mkdtempSync(join(tmpdir(), 'crediario-pages-'))
for (const folder of [
  'web',
  'storefront',
  'src/brand',
  'src/contract',
  'src/kernel',
  'src/brazil',
  'src/platform/pages',
  'scripts/pages',
]) {
  const filter = (path: string): boolean => !path.startsWith(join(root, 'web', 'dist'))
  cpSync(join(root, folder), join(repository, folder), { recursive: true, filter })
}
for (const name of ['tsconfig.json', 'package.json', 'package-lock.json'])
  cpSync(join(root, name), join(repository, name))
symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'))
after(() => rmSync(repository, { recursive: true, force: true }))

const builds = join(repository, 'web', 'dist')

test('starts at the same time both find the pages built, and only one build stays', async () => {
  const code = `import('${join(repository, 'scripts/pages/ensure-pages.ts')}').then(m => m.ensurePages())`
  const exits = await Promise.all(
    [1, 2].map(() => once(spawn(process.execPath, ['-e', code], { stdio: 'inherit' }), 'exit')),
  )
  assert.deepEqual(exits, [
    [0, null],
    [0, null],
  ])
  assert.deepEqual(readdirSync(builds), [findPagesFolder(repository).split('/').at(-1)])
  assert.ok(existsSync(join(findPagesFolder(repository), 'manifest.json')))
})

test('a change of a source is built again, and builds that nobody needs any more go', async () => {
  const first = await ensurePages(repository)
  utimesSync(first, new Date(0), new Date(0))
  mkdirSync(join(builds, '.draft-1'))
  utimesSync(join(builds, '.draft-1'), new Date(0), new Date(0))
  writeFileSync(join(repository, 'web', 'design', 'more.css'), 'p { color: red }')
  const second = await ensurePages(repository)
  assert.notEqual(second, first)
  assert.deepEqual(readdirSync(builds), [second.split('/').at(-1)])
})

test('pages with a missing file count as not built: the start names the remedy, and the next build repairs them', async () => {
  const folder = await ensurePages(repository)
  assert.equal(findPagesProblem(repository), undefined)
  const [name = ''] = readdirSync(join(folder, 'assets')).filter(each => each.endsWith('.js.br'))
  rmSync(join(folder, 'assets', name))
  assert.match(findPagesProblem(repository) ?? '', /not built: run `npm run build`/)
  assert.equal(await ensurePages(repository), folder)
  assert.ok(existsSync(join(folder, 'assets', name)))
  assert.equal(findPagesProblem(repository), undefined)
})

test('a build is the same whatever NODE_ENV says', async () => {
  const folder = await ensurePages(repository)
  const names = readdirSync(join(folder, 'assets'))
  rmSync(folder, { recursive: true })
  const code = `import('${join(repository, 'scripts/pages/ensure-pages.ts')}').then(m => m.ensurePages())`
  const env = { ...process.env, NODE_ENV: 'development' }
  assert.deepEqual(await once(spawn(process.execPath, ['-e', code], { env, stdio: 'inherit' }), 'exit'), [
    0,
    null,
  ])
  // File names carry the hash of their content.
  assert.deepEqual(readdirSync(join(folder, 'assets')), names)
})

test('a build that fails says why and leaves nothing behind that looks like one', async () => {
  writeFileSync(join(repository, 'web', 'desk', 'main.tsx'), 'this is not a program')
  await assert.rejects(ensurePages(repository), /main\.tsx/)
  assert.ok(!existsSync(findPagesFolder(repository)))
  assert.deepEqual(
    readdirSync(builds).filter(name => name.startsWith('.draft')),
    [],
  )
})
