import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LOG_FIELDS } from '../../src/platform/telemetry/log.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson, preApproveBody } from '../support/people.ts'
import { openPurchase } from '../support/purchases.ts'
import { ROOT } from './known-variables.ts'
import { listDashboardQueries, listDashboards, listMetricNames, listRules } from './monitoring.ts'

/** Served by Prometheus itself, and by its exporter for machines. */
const OF_OTHERS = ['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes']
const page = readFileSync(join(ROOT, 'docs', 'observing.md'), 'utf8')
let app: TestApp
let text = ''
let served = new Set<string>()

before(async () => {
  app = await startTestApp({ pixApi: 'sandbox' })
  assert.equal((await app.post('/preApprove', preApproveBody(DEMO_KEY, newPerson(), 1000))).status, 200)
  assert.equal((await app.post('/preApprove', { apiKey: 'nobody' })).status, 401)
  await openPurchase(app)
  text = await (await fetch(`${app.url}/metrics`)).text()
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  served = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
})
after(() => app.stop())

const listUnknown = (expr: string): string[] => {
  const recorded = listRules().map(({ record }) => record)
  return listMetricNames(expr).filter(
    name => !served.has(name) && !OF_OTHERS.includes(name) && !recorded.includes(name),
  )
}

test('the names in a query are found, and nothing else', () => {
  assert.deepEqual(listMetricNames('histogram_quantile(0.9, sum by (le) (rate(a_bucket{b="c"}[5m]))) > 5'), [
    'a_bucket',
  ])
  assert.deepEqual(listMetricNames('x:y:rate5m / (x_total > 0) and abs(z) / 1e9 == 1'), [
    'x:y:rate5m',
    'x_total',
    'z',
  ])
  assert.deepEqual(listUnknown('rate(crediario_no_such_total[5m])'), ['crediario_no_such_total'])
})

test('every alert and every recorded rule asks for metrics that the program serves', () => {
  const wrong = listRules().flatMap(({ alert, record, expr }) =>
    listUnknown(expr).map(name => `${alert ?? record}: ${name}`),
  )
  assert.deepEqual(wrong, [])
})

test('every query of every dashboard asks for metrics that the program serves', () => {
  const queries = listDashboardQueries()
  assert.ok(queries.length > 40, String(queries.length))
  assert.deepEqual(
    queries.flatMap(({ place, expr }) => listUnknown(expr).map(name => `${place}: ${name}`)),
    [],
  )
  assert.equal(new Set(listDashboards().map(({ uid }) => uid)).size, 3)
})

test('every alert names a severity, a summary and a page that exists', () => {
  const alerts = listRules().filter(({ alert }) => alert !== undefined)
  assert.ok(alerts.length >= 20)
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels?.severity ?? '', /^(?:page|ticket)$/, alert)
    assert.ok(annotations?.summary, alert)
    assert.ok(existsSync(join(ROOT, annotations?.runbook ?? 'absent')), `${alert}: ${annotations?.runbook}`)
  }
})

test('every metric of the program and every field of its log is described on the page', () => {
  const own = [...text.matchAll(/^# TYPE ((?:crediario|http)_\S+) /gm)].map(([, name = '']) => name)
  assert.deepEqual(
    own.filter(name => !page.includes(`\`${name}\``)),
    [],
  )
  const described = [...page.matchAll(/`(crediario_\w+|http_\w+)`/g)].map(([, name = '']) => name)
  assert.deepEqual(
    described.filter(name => !own.includes(name)),
    [],
    'described, but not served',
  )
  const fields = [...LOG_FIELDS, 'level', 'time', 'msg']
  assert.deepEqual(
    fields.filter(name => !new RegExp(`^\\| \`${name}\` \\|`, 'm').test(page)),
    [],
  )
})

test('the figures say what happened: version, decision, refusal, connections', () => {
  assert.match(text, /^crediario_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  assert.match(text, /^crediario_decisions_total\{result="APPROVED"\} 2$/m)
  assert.match(text, /^crediario_request_errors_total\{code="[a-z_]+"\} 1$/m)
  assert.match(text, /^crediario_database_connections\{state="(?:busy|idle)"\} [1-9]/m)
  assert.match(text, /^crediario_database_connections\{state="waiting"\} \d+$/m)
  assert.match(text, /^crediario_jobs_oldest_due_seconds \d/m)
  assert.match(text, /^crediario_suspense_cases 0$/m)
  for (const step of ['CONFIRMATION', 'SIGNATURE', 'COMPLETE'])
    assert.match(text, new RegExp(`^crediario_purchases_reached_last_day\\{step="${step}"\\} 1$`, 'm'))
  assert.match(text, /^crediario_processes\{part="all"\} 1$/m)
})

test('every line that is logged has the described fields only, each of its described type', () => {
  const rows = page.slice(page.indexOf('## Log lines')).matchAll(/^\| `(\w+)` \| (text|number|object) \|/gm)
  const types = new Map([...rows].map(([, name, type]) => [name, type === 'text' ? 'string' : type]))
  assert.ok(types.size > 25, String(types.size))
  const lines = app.logged().trimEnd().split('\n')
  assert.ok(lines.length > 5)
  for (const line of lines) {
    const fields = Object.entries(JSON.parse(line) as Record<string, unknown>)
    // A figure that is not known is null.
    const wrong = fields.filter(([name, value]) => value !== null && types.get(name) !== typeof value)
    assert.deepEqual(wrong, [], line)
    for (const name of ['time', 'level', 'msg', 'host', 'pid', 'version'])
      assert.ok(
        fields.some(([field]) => field === name),
        `${name} in ${line}`,
      )
  }
})
