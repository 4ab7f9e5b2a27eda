import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  computeBancoDoBrasilDigit,
  computeBradescoDigit,
  computeGeneralDigit,
  computeModulo10Digit,
  computeWeightedSum,
} from './boleto-check-digits.ts'

const digitString = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map(digits => digits.join(''))

test('the general digit of published barcodes is reproduced', () => {
  const published = {
    '0019373700000001000500940144816060680935031': '3',
    '3419166700000123451101234567880057123457000': '6',
    '7459588800000774303611264424020000000002674': '4',
    '7459588800000580253611264424020000000003131': '1',
    '0019386000000040000000001207113000900020618': '5',
    '2379316800000001002949060000000000300065800': '6',
  }
  for (const [digits, digit] of Object.entries(published))
    assert.equal(computeGeneralDigit(digits), digit, digits)
})

test('the general digit is never zero', () => {
  fc.assert(fc.property(digitString(43), digits => assert.match(computeGeneralDigit(digits), /^[1-9]$/)))
})

test('published modulo-10 digits are reproduced', () => {
  const published = {
    '001905009': '5',
    '4014481606': '9',
    '0680935031': '4',
    '29004590': '5',
    '341911012': '1',
    '3456788005': '8',
    '7123457000': '1',
    '00571234511012345678': '8',
    '237929490': '9',
    '6000000000': '4',
    '0300065800': '9',
    '399903512': '8',
  }
  for (const [digits, digit] of Object.entries(published))
    assert.equal(computeModulo10Digit(digits), digit, digits)
})

test('modulo 10 detects every single wrong digit and every swap of neighbours except 09 and 90', () => {
  fc.assert(
    fc.property(digitString(10), fc.nat(8), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
      const here = digits.charAt(place)
      const next = digits.charAt(place + 1)
      const wrong = digits.slice(0, place) + String((Number(here) + shift) % 10) + digits.slice(place + 1)
      assert.notEqual(computeModulo10Digit(wrong), computeModulo10Digit(digits))
      const swapped = digits.slice(0, place) + next + here + digits.slice(place + 2)
      const blind = here === next || here + next === '09' || here + next === '90'
      assert.equal(
        computeModulo10Digit(swapped) === computeModulo10Digit(digits),
        blind,
        `${digits} ${swapped}`,
      )
    }),
    { numRuns: 2000 },
  )
})

test('Bradesco: published digits of our-numbers with their portfolio, agencies and accounts', () => {
  const ourNumbers = {
    '0600000000525': 'P',
    '0900000000001': '1',
    '1900000000002': '8',
    '1900000000006': '0',
    '1900000000001': 'P',
    '2500000000006': '4',
    '0600075896452': '5',
  }
  const agencies = { '4042': '8', '0719': '6', '0548': '7', '0255': '0', '0121': 'P' }
  const accounts = { '0061900': '0', '0001448': '6', '0325620': '0', '0284025': '1', '0019669': 'P' }
  for (const [digits, digit] of Object.entries({ ...ourNumbers, ...agencies, ...accounts }))
    assert.equal(computeBradescoDigit(digits), digit, digits)
})

test('Itaú: published digits of our-numbers and accounts', () => {
  const ourNumbers = { '00015448': '6', '12345678': '4', '00034230': '5', '00258281': '7' }
  for (const [number, digit] of Object.entries(ourNumbers))
    assert.equal(computeModulo10Digit(`081053678175${number}`), digit, number)
  const accounts = { '060715255': '0', '154785547': '6', '154710207': '7', '081153678': '8' }
  for (const [digits, digit] of Object.entries(accounts))
    assert.equal(computeModulo10Digit(digits), digit, digits)
})

test('Banco do Brasil: published digits', () => {
  const published = {
    '12387989000004042': '4',
    '12387989000061900': '7',
    '12387989000000719': '2',
    '14741660000000328': '4',
    '15735': 'X',
  }
  for (const [digits, digit] of Object.entries(published))
    assert.equal(computeBancoDoBrasilDigit(digits), digit, digits)
})

test('weights up to nine give the published digits of Santander and Caixa', () => {
  const complement = (digits: string) => ((11 - (computeWeightedSum(digits, 9) % 11)) % 11) % 10
  assert.equal(complement('9000026'), 9)
  assert.equal(complement('9000272'), 5)
  assert.equal(complement('1234567'), 9)
  const freeField = '2452740000100040000000017'
  assert.equal(complement(freeField.slice(0, 6)), Number(freeField[6]))
  assert.equal(complement(freeField.slice(0, 24)), Number(freeField[24]))
})
