import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listUnknownVariables, ROOT } from './known-variables.ts'
import { renderChart, type Tree } from './render-chart.ts'

interface Container {
  readonly image: string
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string }[]
  readonly envFrom: readonly object[]
  readonly securityContext: object
  readonly resources: { readonly limits: object }
}
interface PodSpec {
  readonly automountServiceAccountToken: boolean
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number }
  readonly containers: readonly [Container]
  readonly volumes?: readonly { readonly name: string }[]
}

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const nameOf = (object: Tree): string => `${object.kind} ${(object.metadata as { name: string }).name}`
const podOf = (object: Tree): PodSpec | undefined =>
  (object.spec as { template?: { spec: PodSpec } } | undefined)?.template?.spec
/** The object of this kind and name. */
function get(objects: readonly Tree[], name: string): Tree {
  const found = objects.find(each => nameOf(each) === name)
  assert.ok(found, `there is no ${name}`)
  return found
}
const listPods = (changes?: Tree): PodSpec[] => renderChart(changes).flatMap(each => podOf(each) ?? [])

test('the chart renders what a deployment needs, and an ingress when it is asked for', () => {
  const usual = [
    'ConfigMap shop-environment',
    'Job shop-migrate',
    'NetworkPolicy shop',
    'PodDisruptionBudget shop-api',
    'PodDisruptionBudget shop-worker',
    'Service shop-api',
    'Service shop-worker',
    'StatefulSet shop-api',
    'StatefulSet shop-worker',
  ]
  assert.deepEqual(renderChart().map(nameOf).toSorted(), usual)
  const changed = renderChart({ ingress: { enabled: true }, networkPolicy: { enabled: false } })
  const expected = [...usual.filter(name => !name.startsWith('Network')), 'Ingress shop'].toSorted()
  assert.deepEqual(changed.map(nameOf).toSorted(), expected)
})

test('no pod runs as root, writes to its root, keeps a capability or has a token of the cluster', () => {
  const pods = listPods()
  assert.equal(pods.length, 3)
  for (const { automountServiceAccountToken, securityContext, containers } of pods) {
    assert.equal(automountServiceAccountToken, false)
    assert.deepEqual([securityContext.runAsNonRoot, securityContext.runAsUser], [true, 10_001])
    const [{ securityContext: own, resources }] = containers
    assert.deepEqual(own, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.ok(resources.limits)
  }
})

test('the migration sees the secret of the migrator alone, and runs before the program is upgraded', () => {
  const job = get(renderChart(), 'Job shop-migrate')
  const { annotations } = job.metadata as { annotations: Record<string, string> }
  assert.equal(annotations['helm.sh/hook'], 'pre-install,pre-upgrade')
  const [container] = podOf(job)?.containers ?? []
  assert.deepEqual(container?.args, ['src/cli.ts', 'database', 'migrate'])
  assert.deepEqual(container?.envFrom, [{ secretRef: { name: 'crediario-migration' } }])
})

test('services and budgets select the pods of their role', () => {
  const objects = renderChart()
  for (const role of ['api', 'worker']) {
    const set = get(objects, `StatefulSet shop-${role}`).spec as {
      template: { metadata: { labels: object } }
    }
    const { labels } = set.template.metadata
    const service = get(objects, `Service shop-${role}`).spec as { selector: object }
    const budget = get(objects, `PodDisruptionBudget shop-${role}`).spec as {
      selector: { matchLabels: object }
    }
    assert.deepEqual([service.selector, budget.selector.matchLabels], [labels, labels])
  }
})

test('every variable of the chart is one that the program reads, and the image is that of this version', () => {
  const environment = renderChart().find(({ kind }) => kind === 'ConfigMap')?.data as object
  const set = listPods().flatMap(({ containers: [{ env = [] }] }) => env.map(({ name }) => name))
  assert.deepEqual(listUnknownVariables([...Object.keys(environment), ...set]), [])
  for (const { containers } of listPods()) assert.equal(containers[0].image, `crediario:${version}`)
  const [pod] = listPods({ image: { repository: 'registry.example/c', tag: 'x' } })
  assert.equal(pod?.containers[0].image, 'registry.example/c:x')
})

test('certificates are mounted where a secret is named, and the check of the chart refuses what it cannot render', () => {
  const volumes = (changes?: Tree): unknown[] => (listPods(changes)[0]?.volumes ?? []).map(({ name }) => name)
  assert.deepEqual(volumes(), ['tmp'])
  assert.deepEqual(volumes({ certificatesSecretName: 'pix' }), ['tmp', 'certificates'])
  assert.throws(() => renderChart({ storage: { size: undefined } }), /has no value/)
})
