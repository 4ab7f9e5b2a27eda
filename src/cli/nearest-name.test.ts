import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearestName } from './nearest-name.ts'

const NAMES = ['retailers create', 'retailers list', 'keys create', 'keys revoke', 'doctor', 'audit verify']

test('a mistyped name finds the one that was meant', () => {
  const cases: [typed: string, meant: string][] = [
    ['key create', 'keys create'],
    ['keys crate', 'keys create'],
    ['keys revok', 'keys revoke'],
    ['retailer list', 'retailers list'],
    ['dcotor', 'doctor'],
    ['audit verfy', 'audit verify'],
    ['keys create', 'keys create'],
  ]
  for (const [typed, meant] of cases) assert.equal(findNearestName(typed, NAMES), meant, typed)
})

test('without names there is none', () => {
  assert.equal(findNearestName('keys', []), undefined)
})
