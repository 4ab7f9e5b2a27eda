import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { stringify } from 'yaml'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { ROOT } from './known-variables.ts'
import { renderChart } from './render-chart.ts'

const TOOL_MS = 60_000
/** Ten times the exposure that systemd computes; 100 is a service without any protection. */
const MOST_EXPOSED = '20'
const folder = mkdtempSync(join(tmpdir(), 'crediario-ops-'))

before(() => ensureDebianPackages({ 'systemd-analyze': 'systemd', yamllint: 'yamllint' }))
after(() => rmSync(folder, { recursive: true }))

function run(tool: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', timeout: TOOL_MS })
  return { status, output: stdout + stderr }
}

/** As installed, but with the program of this folder, because the tool looks for what a unit starts. */
function writeUnits(change: (text: string) => string = text => text): string[] {
  for (const name of readdirSync(join(ROOT, 'ops', 'systemd'))) {
    const text = readFileSync(join(ROOT, 'ops', 'systemd', name), 'utf8')
    writeFileSync(join(folder, name), change(text.replaceAll('/opt/crediario', ROOT)))
  }
  for (const role of ['api', 'worker'])
    copyFileSync(join(folder, 'crediario@.service'), join(folder, `crediario@${role}.service`))
  const units = ['crediario@api.service', 'crediario@worker.service', 'crediario-migrate.service']
  return units.map(name => join(folder, name))
}

/** Templates are no YAML before they are rendered. */
function listYaml(place: string): string[] {
  return readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.ya?ml$/.test(path) && !path.includes('templates/'))
    .map(path => join(ROOT, place, path))
}

test('systemd accepts every unit, and finds little that they could still give up', () => {
  const units = writeUnits()
  assert.deepEqual(run('systemd-analyze', 'verify', ...units, join(folder, 'crediario.target')), {
    status: 0,
    output: '',
  })
  for (const unit of units) {
    const judged = run('systemd-analyze', 'security', '--offline=true', `--threshold=${MOST_EXPOSED}`, unit)
    assert.equal(judged.status, 0, judged.output)
  }
})

test('the check of units fails for a misspelt setting and for one protection less', () => {
  const [unit = ''] = writeUnits(text => text.replaceAll('Restart=always', 'Restrat=always'))
  assert.match(run('systemd-analyze', 'verify', unit).output, /Restrat/)
  const [exposed = ''] = writeUnits(text =>
    text.replaceAll(/^(?:User|Group|CapabilityBoundingSet)=.*$/gm, ''),
  )
  const judged = run('systemd-analyze', 'security', '--offline=true', `--threshold=${MOST_EXPOSED}`, exposed)
  assert.notEqual(judged.status, 0)
})

test('yamllint finds nothing in any YAML file of ops and .github, nor in the rendered chart', () => {
  const rendered = join(folder, 'chart.yaml')
  const objects = renderChart({ ingress: { enabled: true } })
  writeFileSync(rendered, objects.map(each => `---\n${stringify(each)}`).join(''))
  const rules =
    'line-length: {max: 130}, document-start: disable, braces: {max-spaces-inside: 1}, truthy: disable'
  const strict = ['--strict', '-d', `{extends: default, rules: {${rules}}}`]
  const files = ['ops', '.github'].flatMap(listYaml)
  assert.ok(files.length >= 8, files.join())
  assert.deepEqual(run('yamllint', ...strict, ...files), { status: 0, output: '' })
  const loose = ['-d', `{extends: relaxed, rules: {line-length: disable}}`]
  assert.deepEqual(run('yamllint', ...loose, '--strict', rendered), { status: 0, output: '' })
  writeFileSync(rendered, 'a: 1\na: 2\n')
  assert.notEqual(run('yamllint', ...loose, rendered).status, 0, 'it sees a key that is there twice')
})
