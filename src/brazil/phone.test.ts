import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAreaCodesByState, isValidPhone } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { areaCodeExists, maskPhone, parsePhone } from './phone.ts'
import { states } from './states.ts'

test('every usual format of one number gives the same digits', () => {
  const writings = [
    '11987651234',
    '(11) 98765-1234',
    '(11)98765-1234',
    '(11)987651234',
    '11 98765-1234',
    '11 98765 1234',
    '11 9 8765-1234',
    '11-98765-1234',
    '11 98765.1234',
    '+5511987651234',
    '5511987651234',
    '+55 11 98765-1234',
    '+55 (11) 98765-1234',
    '+55(11)98765-1234',
    '55 11 987651234',
  ]
  for (const text of writings)
    assert.deepEqual(parsePhone(text), { digits: '11987651234', areaCode: '11' }, text)
  assert.deepEqual(parsePhone('+55 (11) 3765-1234'), { digits: '1137651234', areaCode: '11' })
})

test('a leading 55 is the country code only when a whole national number follows', () => {
  assert.deepEqual(parsePhone('55987651234'), { digits: '55987651234', areaCode: '55' })
  assert.deepEqual(parsePhone('5532221234'), { digits: '5532221234', areaCode: '55' })
  assert.deepEqual(parsePhone('5555987651234'), { digits: '55987651234', areaCode: '55' })
  assert.equal(parsePhone('+55987651234'), undefined)
})

test('what is neither a mobile nor a landline is refused', () => {
  const refused = [
    '',
    'abc',
    '98765',
    '987651234',
    '1187651234',
    '11687651234',
    '1117651234',
    '119876512345',
    '01987651234',
    '011987651234',
    '+1 212 555 0100',
    '+5411987651234',
    '11９87651234',
    '(11 98765-1234',
    '11) 98765-1234',
    '11  98765-1234',
    '11987651234\n',
    '11987651234;ext=1',
    '0800 123 4567',
  ]
  for (const text of refused) assert.equal(parsePhone(text), undefined, JSON.stringify(text))
})

test('a well-formed number with an unknown area code is parsed, and the area code is reported as not existing', () => {
  const phone = parsePhone('(20) 98765-1234')
  assert.deepEqual(phone, { digits: '20987651234', areaCode: '20' })
  assert.equal(areaCodeExists('20'), false)
})

test('exactly the 67 area codes of the numbering plan exist', () => {
  const known = new Set(states.flatMap(state => [...getAreaCodesByState(state.code)].map(String)))
  assert.equal(known.size, 67)
  for (const { code, areaCodes } of states)
    for (const areaCode of getAreaCodesByState(code)) assert.ok(areaCodes.includes(String(areaCode)), code)
  for (let code = 0; code <= 99; code++) {
    const text = String(code).padStart(2, '0')
    assert.equal(areaCodeExists(text), known.has(text), text)
  }
})

test('numbers with an existing area code agree with an independent library', () => {
  const existing = [...new Set(states.flatMap(state => state.areaCodes))]
  fc.assert(
    fc.property(
      fc.constantFrom(...existing),
      fc.constantFrom('9', ''),
      fc.nat(99_999_999),
      (area, nine, rest) => {
        const text = area + nine + String(rest).padStart(8, '0')
        // The library still accepts mobiles of the old numbering plan, which began with 6, 7 or 8.
        if (nine === '9' || /^..[2-5]/.test(text))
          assert.equal(parsePhone(text) !== undefined, isValidPhone(text), text)
        else assert.equal(parsePhone(text), undefined, text)
      },
    ),
    { numRuns: 3000 },
  )
})

test('a masked number shows the area code and the last four digits only', () => {
  assert.equal(maskPhone('11987651234'), '(11) *****-1234')
  assert.equal(maskPhone('1137651234'), '(11) ****-1234')
})
