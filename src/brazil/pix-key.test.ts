import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPixKeyType, isPixKey } from './pix-key.ts'

test('the five kinds of key are accepted in the format of the directory', () => {
  for (const key of [
    '+5561999999999',
    '12345678909',
    '00038166000105',
    '12ABC34501DE35',
    'fulano.tal+loja@example.com.br',
    '123e4567-e12b-12d1-a456-426655440000',
  ])
    assert.equal(isPixKey(key), true, key)
})

test('a key in another format is refused: the money would not arrive', () => {
  for (const key of [
    '',
    '12345678900',
    '123.456.789-09',
    '00.038.166/0001-05',
    '(61) 99999-9999',
    '5561999999999',
    'Fulano@example.com',
    'fulano@localhost',
    'fulano',
    '123E4567-E12B-12D1-A456-426655440000',
    '123e4567e12b12d1a456426655440000',
    ' 12345678909',
    'tel:+5561999999999',
    '+5561999999999 ramal 2',
    '000381660001050',
    '00038166000105-',
    '00038166000106',
    '12ABC34501DE36',
    '12abc34501de35',
    'fulano@example.com>',
    'x123e4567-e12b-12d1-a456-426655440000',
    '123e4567-e12b-12d1-a456-426655440000x',
    `${'a'.repeat(70)}@me.com.br`,
  ])
    assert.equal(isPixKey(key), false, key)
})

test('the kind of a key is seen from its form', () => {
  const kinds = [
    '+5561999999999',
    '12345678909',
    '12ABC34501DE35',
    'a@b.com.br',
    '123e4567-e12b-12d1-a456-426655440000',
  ]
  assert.deepEqual(kinds.map(findPixKeyType), ['PHONE', 'DOCUMENT', 'DOCUMENT', 'EMAIL', 'RANDOM'])
  assert.equal(findPixKeyType('fulano'), undefined)
})
