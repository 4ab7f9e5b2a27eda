import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeAtShop } from './shop-words.ts'

test('a purchase is made "na Loja", "nas Lojas", and "em" a shop of any other name', () => {
  assert.equal(writeAtShop('Loja Azul'), 'na Loja Azul')
  assert.equal(writeAtShop('LOJAS AZUL'), 'nas LOJAS AZUL')
  assert.equal(writeAtShop('Móveis da Loja Azul'), 'em Móveis da Loja Azul')
  assert.equal(writeAtShop('Lojista & Filhos'), 'em Lojista & Filhos')
})
