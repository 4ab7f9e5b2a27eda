import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHOP_PLATFORM_NAMES, SHOP_PLATFORMS } from '../../src/contract/shop-platforms.ts'
import { readSource } from '../tidy/source-files.ts'

const PARTS = [
  'Install',
  'Settings',
  'Look after it',
  'States side by side',
  'What was run, and what was not',
]
const CONNECTORS = ['vtex', 'nuvemshop', ...SHOP_PLATFORM_NAMES]

const read = (name: string): string => readSource(`connectors/${name}/README.md`)

test('each connector’s README says how to install, set and look after it, the states, and what was run and what was not', () => {
  for (const name of CONNECTORS) {
    const headings = [...read(name).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    assert.deepEqual(
      PARTS.filter(part => !headings.includes(part)),
      [],
      name,
    )
    assert.match(read(name), /\bnot run\b/i, name)
  }
})

test('each README names doctor, log and drift by their commands, of the service and, where there are any, of the shop', () => {
  for (const name of CONNECTORS) {
    const text = read(name)
    assert.ok(text.includes(`connectors ${name} `), name)
    for (const word of ['doctor', 'log', 'drift']) assert.match(text, new RegExp(`\\b${word}\\b`), name)
  }
  for (const name of SHOP_PLATFORM_NAMES)
    for (const command of Object.values(SHOP_PLATFORMS[name].commands))
      assert.ok(read(name).includes(command), command)
})
