import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, readSource } from './source-files.ts'

/** One folder per journey. A new journey is a new line here and in ARCHITECTURE.md. */
const JOURNEYS = [
  'agreements',
  'books',
  'collection',
  'customers',
  'desk',
  'invoices',
  'messages',
  'onboarding',
  'payments',
  'payouts',
  'pix',
  'purchase',
  'quote',
  'refunds',
  'retailers',
  'sandbox',
  'selling',
  'servicing',
  'upkeep',
]

const isProduct = (path: string): boolean => !path.endsWith('.test.ts')
const flows = listFiles(['src/flows'], '.ts').filter(isProduct)
const modules = listFiles(['src/modules'], '.ts').filter(isProduct)

function listExports(path: string): string[] {
  const exported = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm
  return [...readSource(path).matchAll(exported)].map(([, name = '']) => name)
}

test('every flow is in the folder of a journey', () => {
  const rooms = new Set(flows.map(path => path.split('/').slice(2, -1).join('/')))
  assert.deepEqual([...rooms].sort(), JOURNEYS)
})

test('no name is exported by a flow and a module, nor by two flows', () => {
  const known = new Map(modules.flatMap(path => listExports(path).map(name => [name, path] as const)))
  const clashes: string[] = []
  for (const path of flows)
    for (const name of listExports(path)) {
      const other = known.get(name)
      if (other !== undefined) clashes.push(`${name}: ${path} and ${other}`)
      known.set(name, path)
    }
  assert.ok(known.size > 500, 'the exports were not found')
  assert.deepEqual(clashes, [])
})
