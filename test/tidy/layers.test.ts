import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, listImports, readSource } from './source-files.ts'

/** Which layer may import which, as in ARCHITECTURE.md. A folder may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  kernel: ['contract'],
  brazil: ['kernel'],
  platform: ['kernel', 'contract'],
  schema: ['kernel', 'contract', 'platform'],
  modules: ['kernel', 'brazil', 'contract', 'platform'],
  flows: ['modules', 'kernel', 'contract', 'platform'],
  api: ['flows', 'modules', 'kernel', 'contract', 'platform/http'],
  worker: ['flows', 'modules', 'kernel', 'contract', 'platform'],
  store: ['kernel', 'contract', 'platform'],
  psp: ['kernel', 'brazil', 'contract', 'platform'],
  web: ['contract', 'kernel', 'brazil'],
  storefront: ['contract'],
}
const SIBLING_DOORS: Readonly<Record<string, readonly string[]>> = {
  credit: ['retailers', 'pricing'],
  checkout: ['retailers', 'credit', 'pricing'],
  agreements: ['pricing'],
}
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: ['typebox'],
  kernel: ['node:crypto'],
  brazil: [],
  web: ['preact', 'preact/hooks', 'preact/jsx-runtime'],
  storefront: [],
}

const sources = [...listFiles(['src', 'web', 'storefront'], '.ts'), ...listFiles(['web'], '.tsx')].filter(
  path => !path.endsWith('.test.ts'),
)

function getLayer(path: string): string {
  const [top = '', layer = ''] = path.split('/')
  return top === 'src' ? layer : top
}

function findViolation(path: string, target: string): string | undefined {
  const layer = getLayer(path)
  const [, , area = ''] = path.split('/')
  const allowed = MAY_IMPORT[layer]
  if (allowed === undefined) return undefined // main.ts, app.ts, cli.ts, config.ts: the composition
  if (target.startsWith('clients/')) return layer === 'store' ? undefined : 'only the shop uses the client'
  if (!/^(?:src|web|storefront)\//.test(target)) {
    const packages = PACKAGES[layer]
    return packages === undefined || packages.includes(target) ? undefined : `${layer} may not use ${target}`
  }
  const targetLayer = getLayer(target)
  const [, , targetArea = ''] = target.split('/')
  if (targetLayer === layer && layer === 'modules' && targetArea !== area) {
    if (!SIBLING_DOORS[area]?.includes(targetArea)) return `module ${area} may not know module ${targetArea}`
    return target.endsWith('/index.ts') ? undefined : `${targetArea} is entered by its index.ts`
  }
  if (targetLayer === layer) return undefined
  if (targetLayer === 'modules' && !target.endsWith('/index.ts'))
    return `${targetArea} is entered by its index.ts`
  if (layer === 'flows' && `${targetLayer}/${targetArea}` === 'platform/http')
    return 'flows know nothing of HTTP'
  const reaches = allowed.some(a => `${targetLayer}/${targetArea}/`.startsWith(`${a}/`))
  return reaches ? undefined : `${layer} may not import ${targetLayer}`
}

test('every import follows the direction of the layers, and modules are entered by their door', () => {
  const violations = sources.flatMap(path =>
    listImports(path).flatMap(target => {
      const violation = findViolation(path, target)
      return violation === undefined ? [] : [`${path} → ${target}: ${violation}`]
    }),
  )
  assert.deepEqual(violations, [])
})

test('the check itself finds an import past a module’s door, and an import of a higher layer', () => {
  assert.ok(findViolation('src/modules/checkout/a.ts', 'src/modules/credit/store.ts'))
  assert.ok(findViolation('src/modules/pricing/a.ts', 'src/modules/credit/index.ts'))
  assert.ok(findViolation('src/platform/http/a.ts', 'src/modules/credit/index.ts'))
  assert.ok(findViolation('src/api/public/a.ts', 'src/platform/db/database.ts'))
  assert.ok(findViolation('src/flows/quote/a.ts', 'src/platform/http/validation.ts'))
  assert.ok(findViolation('src/kernel/a.ts', 'fastify'))
  assert.ok(findViolation('web/desk/a.tsx', 'src/modules/credit/index.ts'))
  assert.ok(findViolation('web/desk/a.tsx', 'src/platform/http/web-assets.ts'))
  assert.ok(findViolation('src/api/public/a.ts', 'web/design/format.ts'))
  assert.ok(findViolation('web/desk/a.tsx', 'react'))
  assert.ok(findViolation('storefront/vtex/a.ts', 'src/kernel/money.ts'))
  assert.ok(findViolation('storefront/vtex/a.ts', 'preact'))
  assert.ok(findViolation('src/store/a.ts', 'src/modules/retailers/index.ts'))
  assert.ok(findViolation('src/store/a.ts', 'src/flows/selling/create-link.ts'))
  assert.ok(findViolation('src/api/public/a.ts', 'src/store/routes.ts'))
  assert.ok(findViolation('src/psp/a.ts', 'src/modules/billets/index.ts'))
  assert.ok(findViolation('src/flows/sandbox/a.ts', 'src/psp/psp.ts'))
  assert.ok(findViolation('src/api/public/a.ts', 'clients/typescript/src/index.ts'))
  assert.equal(findViolation('src/store/a.ts', 'clients/typescript/src/index.ts'), undefined)
  assert.equal(findViolation('web/desk/a.tsx', 'src/contract/onboarding.ts'), undefined)
  assert.equal(findViolation('web/desk/a.tsx', 'web/design/button.tsx'), undefined)
  assert.equal(findViolation('src/modules/checkout/a.ts', 'src/modules/credit/index.ts'), undefined)
})

test('the storefront imports only types from the contract', () => {
  const values = /import\s(?!type\s)[^'"]*['"][^'"]*src\/contract\//
  assert.deepEqual(
    sources.filter(path => path.startsWith('storefront/') && values.test(readSource(path))),
    [],
  )
  assert.match(`import { Preview } from '../../src/contract/preview.ts'`, values)
  assert.doesNotMatch(`import type { Preview } from '../../src/contract/preview.ts'`, values)
})

test('only stores, migrations and the database platform hold SQL', () => {
  const sql = /\b(?:SELECT\s[\s\S]{1,400}?\sFROM\s|INSERT\s+INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s)/
  const offenders = sources.filter(
    path => /^src\/(?:flows|api|worker|kernel|brazil|contract)\//.test(path) && sql.test(readSource(path)),
  )
  assert.deepEqual(offenders, [])
})
