import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { ALERT_SERIES, SOUND_SERIES } from './alert-series.ts'
import { listDashboardQueries, listRules, RULES_FILE } from './monitoring.ts'

const TOOL_MS = 120_000
/** Later than the longest time for which a condition must hold. */
const LOOK_AT = '2h'
const folder = mkdtempSync(join(tmpdir(), 'crediario-alerts-'))

before(() => ensureDebianPackages({ promtool: 'prometheus' }))
after(() => rmSync(folder, { recursive: true }))

function runPromtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', timeout: TOOL_MS })
  return { status, output: stdout + stderr }
}

interface Case {
  readonly name: string
  readonly series: Readonly<Record<string, string>>
  readonly expr: string
  readonly value: number | undefined
}

/** JSON is YAML too. */
function testRules(cases: readonly Case[]): ReturnType<typeof runPromtool> {
  const file = join(folder, 'rules.test.yml')
  const tests = cases.map(({ name, series, expr, value }) => ({
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    promql_expr_test: [
      { expr, eval_time: LOOK_AT, exp_samples: value === undefined ? [] : [{ labels: '{}', value }] },
    ],
  }))
  writeFileSync(file, JSON.stringify({ rule_files: [RULES_FILE], evaluation_interval: '1m', tests }))
  return runPromtool('test', 'rules', file)
}

const countFiring = (alert: string): string => `count(ALERTS{alertname="${alert}",alertstate="firing"})`

test('Prometheus accepts the rules', () => {
  const { status, output } = runPromtool('check', 'rules', '--lint-fatal', RULES_FILE)
  assert.equal(status, 0, output)
})

test('every alert fires once under series that call for it', () => {
  const alerts = listRules().flatMap(({ alert }) => alert ?? [])
  assert.deepEqual(Object.keys(ALERT_SERIES).toSorted(), alerts.toSorted())
  const { status, output } = testRules(
    Object.entries(ALERT_SERIES).map(([name, series]) => ({
      name,
      series,
      expr: countFiring(name),
      value: 1,
    })),
  )
  assert.equal(status, 0, output)
})

test('on a good day no alert fires or waits to', () => {
  const sound = { name: 'sound', series: SOUND_SERIES, expr: 'count(ALERTS)', value: undefined }
  const { status, output } = testRules([sound])
  assert.equal(status, 0, output)
  assert.notEqual(testRules([{ ...sound, value: 1 }]).status, 0, 'the test itself can fail')
})

test('Prometheus can parse every query of the dashboards', () => {
  const file = join(folder, 'queries.yml')
  const write = (queries: readonly string[]): void => {
    const rules = queries.map((expr, index) => ({ record: `query:${index}`, expr }))
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
  }
  const queries = listDashboardQueries().map(({ expr }) => expr)
  write(queries)
  const checked = runPromtool('check', 'rules', file)
  assert.equal(checked.status, 0, checked.output)
  write([...queries, 'sum(rate(x[5m])'])
  assert.notEqual(runPromtool('check', 'rules', file).status, 0)
})
