import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listUnknownVariables, ROOT } from './known-variables.ts'

const FOLDER = join(ROOT, 'ops', 'systemd')
const services = readdirSync(FOLDER).filter(name => name.endsWith('.service'))
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const list = (name: string, key: string): string[] =>
  [...read(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

test('every unit starts a file of this release, with variables that the program reads', () => {
  assert.deepEqual(services, ['crediario-migrate.service', 'crediario@.service'])
  for (const name of services) {
    const [node, entry = ''] = list(name, 'ExecStart')[0]?.split(' ') ?? []
    assert.equal(node, '/opt/crediario/node_modules/.bin/node')
    assert.ok(existsSync(join(ROOT, entry.replace('/opt/crediario/', ''))), entry)
    const [page = ''] = list(name, 'Documentation')
    assert.ok(existsSync(join(ROOT, page.replace('file:/opt/crediario/', ''))), page)
    const variables = list(name, 'Environment').flatMap(line =>
      line.split(' ').map(each => each.split('=')[0] ?? ''),
    )
    assert.deepEqual(listUnknownVariables(variables), [])
  }
})

test('a stop waits longer than the program takes to end', () => {
  const main = readFileSync(join(ROOT, 'src', 'main.ts'), 'utf8')
  const deadlineMs = Number(/STOP_DEADLINE_MS = ([\d_]+)/.exec(main)?.[1]?.replaceAll('_', ''))
  assert.ok(Number(list('crediario@.service', 'TimeoutStopSec')[0]) * 1_000 > deadlineMs)
})
