import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROLES } from '../contract/desk.ts'
import type { Command, OfflineCommand } from './command.ts'
import { COMMANDS } from './table.ts'

const isCommand = (value: unknown): value is Command | OfflineCommand =>
  typeof value === 'object' && value !== null && ('run' in value || 'runOffline' in value)

async function listImplemented(): Promise<string[]> {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map(file => import(`./${file}`) as Promise<object>))
  return modules.flatMap(each =>
    Object.values(each).flatMap(value =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, command]) => (isCommand(command) ? [name] : []))
        : [],
    ),
  )
}

test('every command of the table is implemented, and every implemented one is in the table', async () => {
  for (const [name, { load }] of COMMANDS) assert.ok(isCommand(await load()), name)
  assert.deepEqual((await listImplemented()).toSorted(), [...COMMANDS.keys()].toSorted())
})

test('the help lists the roles that the commands accept', () => {
  const listed = [...COMMANDS.values()].flatMap(({ usage }) => /--role ([a-z|]+)/.exec(usage)?.[1] ?? [])
  assert.deepEqual(new Set(listed), new Set([ROLES.join('|')]))
})

const TABLES = ['books-table', 'money-table', 'operating-table', 'selling-table', 'table-texts', 'table'].map(
  name => `src/cli/${name}.ts`,
)
const ROOT = join(import.meta.dirname, '..', '..')
const NAME_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) process.stderr.write(url.slice(url.indexOf('${ROOT}') + ${ROOT.length + 1}) + '\\n')
      return next(url, context)
    },
  })`)}`

/** The files that a command line loads, in a process of its own and without a database. */
async function listLoaded(...words: string[]): Promise<string[]> {
  const args = ['--import', NAME_LOADED, join(ROOT, 'scripts', 'bootstrap.mjs'), 'src/cli.ts', ...words]
  const env = { ...process.env, DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' }
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env }).catch(
    (error: { stderr: string }) => error,
  )
  return stderr.trim().split('\n').toSorted()
}

test('--version loads nothing, and help only the table', async () => {
  assert.deepEqual(await listLoaded('--version'), ['scripts/bootstrap.mjs'])
  assert.deepEqual(await listLoaded('help'), [
    'scripts/bootstrap.mjs',
    'src/cli.ts',
    ...TABLES,
    'src/kernel/faults.ts',
  ])
})

test('a command that reads the database loads neither the server nor libraries that it does not use', async () => {
  const loaded = await listLoaded('retailers', 'list')
  assert.ok(loaded.includes('src/cli/retailers.ts') && loaded.includes('src/app/app.ts'))
  assert.deepEqual(
    loaded.filter(path =>
      /^src\/(?:http|sandbox\/(?:http|store))\/|^node_modules\/(?:fastify|prom-client|sharp|nodemailer|@opentelemetry)\//.test(
        path,
      ),
    ),
    [],
  )
})

test('a command loads no code of the interface, the worker or another topic', async () => {
  const loaded = await listLoaded('database', 'roles')
  assert.deepEqual(
    loaded.filter(path => /^src\/(?:http|sandbox\/(?:http|store))\//.test(path)),
    [],
  )
  assert.deepEqual(
    loaded.filter(path => path.startsWith('src/cli/')),
    ['src/cli/database.ts', ...TABLES].toSorted(),
  )
})
