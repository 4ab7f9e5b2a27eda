import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cpfMask,
  type Mask,
  phoneMask,
  postalCodeMask,
  rewriteByMask,
  writeByMask,
} from '../../web/design/mask.ts'

/** Types, deletes and moves as a person does; | is the caret. */
function type(mask: Mask, start: string, key: string): string {
  const caret = start.indexOf('|')
  const [before = '', after = ''] = [start.slice(0, caret), start.slice(caret + 1)]
  const left = key === '⌫' ? before.slice(0, -1) : before + key
  const { text, caret: place } = rewriteByMask(mask, left + after, left.length)
  return `${text.slice(0, place)}|${text.slice(place)}`
}

test('numbers are written as in Brazil, whatever signs they came with, and never longer', () => {
  assert.equal(writeByMask(cpfMask, '52998224725'), '529.982.247-25')
  assert.equal(writeByMask(cpfMask, '529.982.247-25999'), '529.982.247-25')
  assert.equal(writeByMask(postalCodeMask, '01310 100'), '01310-100')
  assert.equal(writeByMask(phoneMask, '11987654321'), '(11) 98765-4321')
  assert.equal(writeByMask(phoneMask, '1133224455'), '(11) 3322-4455')
  assert.equal(writeByMask(phoneMask, '+55 11 98765-4321'), '(11) 98765-4321')
  assert.equal(writeByMask(phoneMask, '55987654321'), '(55) 98765-4321')
  assert.equal(writeByMask(cpfMask, 'abc'), '')
})

test('a sign comes with the digit behind it, so that deleting goes through the signs', () => {
  assert.equal(type(cpfMask, '52|', '9'), '529|')
  assert.equal(type(cpfMask, '529|', '9'), '529.9|')
  assert.equal(type(cpfMask, '529.9|', '⌫'), '529|')
  assert.equal(type(phoneMask, '(1|', '⌫'), '|')
})

test('a country code that is typed goes when the number begins', () => {
  let written = '|'
  for (const key of '+5521912345678') written = type(phoneMask, written, key)
  assert.equal(written, '(21) 91234-5678|')
})

test('in the middle of a number the caret stays where the person writes', () => {
  assert.equal(type(cpfMask, '52|9.982', '1'), '521|.998.2')
  assert.equal(type(cpfMask, '529.|982', '⌫'), '529|.982')
  assert.equal(type(cpfMask, '529|.982', '⌫'), '52|9.82')
  assert.equal(type(phoneMask, '(11) 9|8765-4321', '⌫'), '(11|) 8765-4321')
  assert.equal(type(phoneMask, '(11|) 8765-4321', '9'), '(11) 9|8765-4321')
})
