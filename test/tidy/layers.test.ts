import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, listImports, readSource } from './source-files.ts'

/** Which layer may import which, as in ARCHITECTURE.md. A folder may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  kernel: ['contract'],
  brand: ['contract'],
  brazil: ['kernel', 'contract'],
  platform: ['brand', 'kernel', 'contract'],
  schema: ['kernel', 'contract', 'platform'],
  domains: ['brand', 'kernel', 'brazil', 'contract', 'platform'],
  http: ['domains', 'brand', 'kernel', 'brazil', 'contract', 'platform/http'],
  cli: ['app', 'schema', 'domains', 'kernel', 'brazil', 'contract', 'platform'],
  sandbox: ['domains', 'brand', 'kernel', 'brazil', 'contract', 'platform'],
  connectors: ['kernel', 'brazil', 'contract', 'platform'],
  web: ['contract', 'brand', 'kernel', 'brazil'],
  storefront: ['contract', 'brand'],
}
/** A domain may import those above it in this list. What runs the other way is in src/app/reactions.ts. */
const DOMAINS = [
  'webhooks',
  'audit',
  'sign-in',
  'operators',
  'desk',
  'retailers',
  'messaging',
  'staff',
  'codes',
  'pricing',
  'credit',
  'quoting',
  'ledger',
  'loans',
  'lender',
  'pix',
  'refunds',
  'receivables',
  'statements',
  'purchases',
  'contracts',
  'invoices',
  'customers',
  'payouts',
  'bookkeeping',
  'onboarding',
  'collection',
  'servicing',
  'special-cases',
  'compliance',
  'assignment',
  'suspense',
  'links',
  'orders',
  'shop-reports',
  'closing',
  'reporting',
]
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: ['typebox'],
  brand: ['node:fs', 'node:path'],
  kernel: ['node:crypto', 'qrcode'],
  brazil: [],
  web: ['preact', 'preact/hooks', 'preact/jsx-runtime', 'preact-render-to-string'],
  storefront: [],
}

/** Its type is what every operation gets. */
const APP = 'src/app/app.ts'

/** Served by the program; the other folders of connectors are installed in a platform. */
const SERVED_CONNECTORS = ['connectors/core', 'connectors/vtex', 'connectors/nuvemshop']

const sources = [
  ...listFiles(['src', 'web', 'storefront', ...SERVED_CONNECTORS], '.ts'),
  ...listFiles(['web'], '.tsx'),
].filter(path => !path.endsWith('.test.ts'))

function getLayer(path: string): string {
  const [top = '', layer = ''] = path.split('/')
  return top === 'src' ? layer : top
}

function findViolation(path: string, target: string): string | undefined {
  const layer = getLayer(path)
  const [, , area = ''] = path.split('/')
  const allowed = MAY_IMPORT[layer]
  if (allowed === undefined) return undefined // main.ts, cli.ts and app: they know everything
  if (target === APP && ['domains', 'http', 'sandbox'].includes(layer)) return undefined
  if (target.startsWith('clients/'))
    return /^(?:src\/sandbox\/store|connectors)\//.test(path) ? undefined : 'only shops use the client'
  if (!/^(?:src|web|storefront|connectors)\//.test(target)) {
    const packages = PACKAGES[layer]
    return packages === undefined || packages.includes(target) ? undefined : `${layer} may not use ${target}`
  }
  const targetLayer = getLayer(target)
  const [, , targetArea = ''] = target.split('/')
  if (targetLayer === 'domains' && !(layer === 'domains' && targetArea === area)) {
    if (!target.endsWith(`domains/${targetArea}/index.ts`)) return `${targetArea} is entered by its index.ts`
    if (layer === 'domains' && DOMAINS.indexOf(targetArea) > DOMAINS.indexOf(area))
      return `${targetArea} is above ${area}: src/app/reactions.ts is the only way upward`
  }
  if (targetLayer === layer) return undefined
  if (layer === 'domains' && `${targetLayer}/${targetArea}` === 'platform/http')
    return 'domains know nothing of HTTP'
  const reaches = allowed.some(a => `${targetLayer}/${targetArea}/`.startsWith(`${a}/`))
  return reaches ? undefined : `${layer} may not import ${targetLayer}`
}

test('imports follow the layers and the tree of domains, and a domain is entered by its index', () => {
  const violations = sources.flatMap(path =>
    listImports(path).flatMap(target => {
      const violation = findViolation(path, target)
      return violation === undefined ? [] : [`${path} → ${target}: ${violation}`]
    }),
  )
  assert.deepEqual(violations, [])
})

test('every domain has its place in the tree', () => {
  const folders = new Set(listFiles(['src/domains'], '.ts').map(path => path.split('/')[2] ?? ''))
  assert.deepEqual([...folders].sort(), DOMAINS.toSorted())
})

test('the check itself finds an import past a domain’s index, and an import of a higher layer or domain', () => {
  assert.ok(findViolation('src/domains/links/a.ts', 'src/domains/credit/store.ts'))
  assert.ok(findViolation('src/domains/quoting/a.ts', 'src/domains/purchases/index.ts'))
  assert.ok(findViolation('src/domains/quoting/a.ts', 'src/app/reactions.ts'))
  assert.ok(findViolation('src/domains/quoting/a.ts', 'src/sandbox/personas.ts'))
  assert.ok(findViolation('src/domains/quoting/a.ts', 'src/platform/http/validation.ts'))
  assert.ok(findViolation('src/platform/http/a.ts', 'src/domains/quoting/index.ts'))
  assert.ok(findViolation('src/http/public/a.ts', 'src/domains/credit/store.ts'))
  assert.ok(findViolation('src/http/public/a.ts', 'src/platform/db/database.ts'))
  assert.ok(findViolation('src/http/public/a.ts', 'src/sandbox/store/routes.ts'))
  assert.ok(findViolation('src/http/public/a.ts', 'web/design/format.ts'))
  assert.ok(findViolation('src/http/public/a.ts', 'clients/typescript/src/index.ts'))
  assert.ok(findViolation('src/kernel/a.ts', 'fastify'))
  assert.ok(findViolation('web/desk/a.tsx', 'src/domains/quoting/index.ts'))
  assert.ok(findViolation('web/desk/a.tsx', 'src/platform/http/web-assets.ts'))
  assert.ok(findViolation('web/desk/a.tsx', 'react'))
  assert.ok(findViolation('storefront/vtex/a.ts', 'src/kernel/money.ts'))
  assert.ok(findViolation('storefront/vtex/a.ts', 'preact'))
  assert.ok(findViolation('connectors/vtex/a.ts', 'src/domains/links/index.ts'))
  assert.ok(findViolation('connectors/vtex/a.ts', 'src/http/public/routes.ts'))
  assert.ok(findViolation('connectors/core/a.ts', 'src/app/app.ts'))
  assert.ok(findViolation('src/http/desk/a.ts', 'connectors/core/index.ts'))
  assert.ok(findViolation('src/cli/a.ts', 'connectors/core/index.ts'))
  assert.equal(findViolation('connectors/vtex/a.ts', 'clients/typescript/src/index.ts'), undefined)
  assert.equal(findViolation('connectors/vtex/a.ts', 'connectors/core/index.ts'), undefined)
  assert.equal(findViolation('src/app/a.ts', 'connectors/core/index.ts'), undefined)
  assert.equal(findViolation('src/sandbox/store/a.ts', 'clients/typescript/src/index.ts'), undefined)
  assert.equal(findViolation('web/desk/a.tsx', 'src/contract/onboarding.ts'), undefined)
  assert.equal(findViolation('web/desk/a.tsx', 'web/design/button.tsx'), undefined)
  assert.equal(findViolation('src/domains/links/a.ts', 'src/domains/quoting/index.ts'), undefined)
})

test('an index exports only what somebody outside the domain uses', () => {
  const used = new Map<string, Set<string>>()
  for (const path of sources)
    for (const [, names = '', from = ''] of readSource(path).matchAll(NAMED_IMPORT)) {
      const domain = /domains\/([\w-]+)\/index\.ts$|^\.\.\/(?:\.\.\/)*([\w-]+)\/index\.ts$/.exec(from)
      const name = domain?.[1] ?? domain?.[2]
      if (name === undefined) continue
      const known = used.get(name) ?? new Set()
      for (const each of names.split(','))
        known.add(
          each
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*/, ''),
        )
      used.set(name, known)
    }
  const unused = DOMAINS.flatMap(domain =>
    listExported(`src/domains/${domain}/index.ts`)
      .filter(name => !used.get(domain)?.has(name))
      .map(name => `${domain}: ${name}`),
  )
  assert.deepEqual(unused, [])
})

const NAMED_IMPORT = /(?:^|\n)import (?:type )?\{([^}]*)\} from '([^']+)'/g

function listExported(path: string): string[] {
  return [...readSource(path).matchAll(/export (?:type )?\{([^}]*)\}/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map(name =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    )
    .filter(name => name !== '')
}

test('below the app only the type of App is imported from it', () => {
  const values = /import (?!type )[^'"]*['"][^'"]*app\/app\.ts['"]/
  const below = sources.filter(path => /^src\/(?:domains|http|sandbox)\//.test(path))
  assert.deepEqual(
    below.filter(path => values.test(readSource(path))),
    [],
  )
  assert.match(`import { createApp } from '../../app/app.ts'`, values)
})

/** Words of the wire and of the database that a domain must know. */
const NAMES_OF_TRIALS: Readonly<Record<string, readonly string[]>> = {
  'src/domains/retailers/api-key.ts': ['homolog'],
  'src/domains/retailers/origin.ts': ['homolog'],
  'src/domains/retailers/store.ts': ['demonstration'],
}

test('domains do not name the sandbox: what differs there is a port', () => {
  const named = sources
    .filter(path => path.startsWith('src/domains/'))
    .flatMap(path =>
      [...readSource(path).matchAll(/sandbox|personas?\b|demonstration|homolog/gi)]
        .map(([word]) => word.toLowerCase())
        .filter(word => !NAMES_OF_TRIALS[path]?.includes(word))
        .map(word => `${path}: ${word}`),
    )
  assert.deepEqual(named, [])
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

test('only domains, migrations and the database platform hold SQL', () => {
  const sql = /\b(?:SELECT\s[\s\S]{1,400}?\sFROM\s|INSERT\s+INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s)/
  const offenders = sources.filter(
    path => /^src\/(?:app|http|cli|kernel|brazil|contract)\//.test(path) && sql.test(readSource(path)),
  )
  assert.deepEqual(offenders, [])
})
