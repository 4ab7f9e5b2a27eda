import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCnpjCheckDigits, isCnpj, isSameCompany, parseCnpj } from './cnpj.ts'
import { writeCnpj } from './writing.ts'

/** The first one is the example that the Receita Federal published. */
const KNOWN: readonly (readonly [stem: string, cnpj: string, written: string])[] = [
  ['12ABC34501DE', '12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['A1B2C3D4E5F6', 'A1B2C3D4E5F668', 'A1.B2C.3D4/E5F6-68'],
  ['000000000001', '00000000000191', '00.000.000/0001-91'],
  ['340283160001', '34028316000103', '34.028.316/0001-03'],
  ['Z9Y8X7W60001', 'Z9Y8X7W6000105', 'Z9.Y8X.7W6/0001-05'],
  ['000000000A01', '000000000A0178', '00.000.000/0A01-78'],
  ['B00000000001', 'B0000000000177', 'B0.000.000/0001-77'],
  ['ZZZZZZZZZZZZ', 'ZZZZZZZZZZZZ62', 'ZZ.ZZZ.ZZZ/ZZZZ-62'],
  ['112223330001', '11222333000181', '11.222.333/0001-81'],
  ['ABCDEFGH0001', 'ABCDEFGH000195', 'AB.CDE.FGH/0001-95'],
  ['7KLMNPRS00AB', '7KLMNPRS00AB79', '7K.LMN.PRS/00AB-79'],
  ['1A2B3C4D0001', '1A2B3C4D000179', '1A.2B3.C4D/0001-79'],
]

test('the check digits of a CNPJ are computed, with letters too', () => {
  for (const [stem, cnpj, written] of KNOWN) {
    assert.equal(stem + computeCnpjCheckDigits(stem), cnpj)
    assert.equal(isCnpj(cnpj), true, cnpj)
    assert.equal(writeCnpj(cnpj), written)
    for (const text of [cnpj, written, cnpj.toLowerCase(), written.toLowerCase()])
      assert.equal(parseCnpj(text), cnpj)
  }
})

test('a CNPJ with a wrong digit, a letter among its digits, of zeros, or in lower case is not one as it is stored', () => {
  for (const text of ['12ABC34501DE36', '12abc34501de35', '00000000000000', '12ABC34501DEA5'])
    assert.equal(isCnpj(text), false, text)
})

test('every single wrong digit makes it no CNPJ', () => {
  const cnpj = '11222333000181'
  for (let at = 0; at < cnpj.length; at += 1) {
    for (const other of '0123456789'.replace(cnpj.charAt(at), ''))
      assert.equal(parseCnpj(cnpj.slice(0, at) + other + cnpj.slice(at + 1)), undefined, `${at} ${other}`)
  }
})

test('what is not written like a CNPJ is not read as one', () => {
  for (const text of [
    '',
    '11222333000181 ',
    '1122233300018',
    '112223330001811',
    '11-222-333/0001-81',
    '11.222.333\\0001-81',
    '１１222333000181',
    '12ÁBC34501DE35',
    '12345678909',
  ])
    assert.equal(parseCnpj(text), undefined, text)
})

test('branches of one company share its root', () => {
  assert.equal(isSameCompany('11222333000181', '11222333000262'), true)
  assert.equal(isSameCompany('11222333000181', '11222334000181'), false)
})
