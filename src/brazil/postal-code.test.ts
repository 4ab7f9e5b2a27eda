import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isValidCep } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { isPostalCodeOf, parsePostalCode } from './postal-code.ts'
import { states } from './states.ts'

test('postal codes are parsed with or without hyphen', () => {
  assert.equal(parsePostalCode('01310-100'), '01310100')
  assert.equal(parsePostalCode('01310100'), '01310100')
  assert.equal(parsePostalCode('01000-000'), '01000000')
  assert.equal(parsePostalCode('99999-999'), '99999999')
})

test('an invalid postal code, or one before the first assigned range, is refused', () => {
  const refused = [
    '',
    '0131010',
    '013101000',
    '0131o-100',
    '00000-000',
    '00999-999',
    '01.310-100',
    '０1310100',
    ' 01310100',
  ]
  for (const text of refused) assert.equal(parsePostalCode(text), undefined, JSON.stringify(text))
})

test('from the first to the last every postal code belongs to one state', () => {
  const ranges = states.flatMap(state => state.postalPrefixes).toSorted((a, b) => a[0] - b[0])
  let previousLast = 999
  for (const [first, last] of ranges) {
    assert.equal(first, previousLast + 1)
    assert.ok(last >= first)
    previousLast = last
    for (const prefix of [first, last]) assert.ok(parsePostalCode(`${String(prefix).padStart(5, '0')}-000`))
  }
  assert.equal(previousLast, 99_999)
})

test('there are 27 states, each once', () => {
  assert.equal(new Set(states.map(state => state.code)).size, 27)
  assert.equal(states.length, 27)
})

test('every assigned postal code has the form an independent library accepts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), number => {
      const text = String(number).padStart(8, '0')
      const parsed = parsePostalCode(text)
      assert.equal(parsed, number >= 1_000_000 ? text : undefined)
      if (parsed !== undefined) assert.ok(isValidCep(parsed))
    }),
    { numRuns: 2000 },
  )
})

test('a postal code belongs to its own state only, up to the edges of the ranges', () => {
  const samples = { SP: ['01000000', '19999999'], DF: ['72799999', '73000000'], GO: ['72800000', '73700000'] }
  for (const [state, codes] of Object.entries(samples))
    for (const code of codes)
      assert.deepEqual(
        states.filter(each => isPostalCodeOf(code, each.code)).map(each => each.code),
        [state],
      )
  assert.equal(isPostalCodeOf('01310100', 'sp'), false)
})
