import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { findPagesProblem } from '../../src/platform/pages/built-pages.ts'

const root = join(import.meta.dirname, '..', '..')
const repository = mkdtempSync(join(tmpdir(), 'crediario-no-pages-'))
for (const name of ['clients', 'connectors', 'src', 'package.json', 'package-lock.json'])
  cpSync(join(root, name), join(repository, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'))
after(() => rmSync(repository, { recursive: true, force: true }))

const SENTENCE =
  'the pages of these sources are not built: run `npm run build` on a machine with the development packages, ' +
  'and ship the whole folder, web/dist included'
/** Port 1 has no database, so that a start which gets past the pages ends as well. */
const SETTINGS = { PORT: '0', DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none', LOG_LEVEL: 'silent' }

async function startMain(env: Record<string, string>): Promise<{ code: unknown; errors: string }> {
  const child = spawn(process.execPath, [join(repository, 'src', 'main.ts')], {
    cwd: repository,
    env: { PATH: process.env.PATH ?? '', ...SETTINGS, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, errors }
}

test('a server without pages refuses to start, in one sentence that says what to do; a worker needs none', async () => {
  const [server, worker] = await Promise.all([startMain({ ROLE: 'all' }), startMain({ ROLE: 'worker' })])
  assert.deepEqual(server, { code: 1, errors: `crediario: ${SENTENCE}\n` })
  assert.match(worker.errors, /database/)
  assert.doesNotMatch(worker.errors, /pages/)
})

test('sources without a build are reported as a problem', () => {
  assert.equal(findPagesProblem(repository), SENTENCE)
})
