import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { computeCpfCheckDigits, maskCpf, parseCpf } from './cpf.ts'

const nineDigits = fc.integer({ min: 0, max: 999_999_999 }).map(number => String(number).padStart(9, '0'))

test('known CPFs are parsed to eleven digits, with or without punctuation', () => {
  const written = {
    '529.982.247-25': '52998224725',
    '52998224725': '52998224725',
    '111.444.777-35': '11144477735',
    '012.345.678-90': '01234567890',
    '000.000.001-91': '00000000191',
    '987.654.321-00': '98765432100',
    '295379955-93': '29537995593',
  }
  for (const [text, digits] of Object.entries(written)) assert.equal(parseCpf(text), digits, text)
})

test('an invalid CPF is refused', () => {
  const refused = [
    '',
    '529.982.247-26',
    '5299822472',
    '529982247250',
    '529.982.247-2X',
    '５２９９８２２４７２５',
    '٥٢٩٩٨٢٢٤٧٢٥',
    ' 52998224725',
    '52998224725\n',
    '529-982-247.25',
    '529..982.247-25',
    '+5299822472',
  ]
  for (const text of refused) assert.equal(parseCpf(text), undefined, JSON.stringify(text))
})

test('ten equal digits are refused although their check digits are right', () => {
  for (let digit = 0; digit <= 9; digit++) {
    const text = String(digit).repeat(11)
    assert.equal(computeCpfCheckDigits(text.slice(0, 9)), text.slice(9))
    assert.equal(parseCpf(text), undefined)
  }
})

test('check digits agree with an independent library', () => {
  fc.assert(
    fc.property(nineDigits, fc.integer({ min: 0, max: 99 }), (stem, other) => {
      const made = stem + computeCpfCheckDigits(stem)
      assert.equal(parseCpf(made) !== undefined, isValidCpf(made))
      const guessed = stem + String(other).padStart(2, '0')
      assert.equal(parseCpf(guessed) !== undefined, isValidCpf(guessed))
    }),
    { numRuns: 5000 },
  )
})

test('a masked CPF shows only its middle', () => {
  assert.equal(maskCpf('12345678909'), '***.456.789-**')
})
