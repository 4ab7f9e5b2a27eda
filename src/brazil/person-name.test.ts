import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSameName, isWholeName, maskName } from './person-name.ts'

test('accents, case, particles, order and initials do not make another name', () => {
  const pairs: [string, string][] = [
    ['Maria da Conceição Araújo', 'MARIA DA CONCEICAO ARAUJO'],
    ['Maria da Conceição Araújo', 'maria conceicao araujo'],
    ['João Pedro dos Santos e Silva', 'SILVA, JOAO PEDRO SANTOS'],
    ["Ana d'Ávila", 'ANA DAVILA DE'.replace('DAVILA DE', "D'AVILA")],
    ['José A. de Souza', 'José Aparecido de Souza'],
    ['José A Souza', 'Souza, J. Aparecido'],
    ['  Luiz   Inácio ', 'Luiz Inacio'],
  ]
  for (const [one, other] of pairs) {
    assert.ok(isSameName(one, other), `${one} = ${other}`)
    assert.ok(isSameName(other, one), `${other} = ${one}`)
  }
})

test('another word, one more or one less is another name', () => {
  const pairs: [string, string][] = [
    ['Maria da Silva', 'Mariana da Silva'],
    ['Maria da Silva', 'Maria da Silva Souza'],
    ['José A. de Souza', 'José Benedito de Souza'],
    ['Ana Ana Souza', 'Ana Souza Souza'],
    ['Maria', 'M S'],
  ]
  for (const [one, other] of pairs) {
    assert.ok(!isSameName(one, other), `${one} ≠ ${other}`)
    assert.ok(!isSameName(other, one), `${other} ≠ ${one}`)
  }
})

test('a name that has no Latin letters differs from none, and the comparison goes both ways', () => {
  assert.ok(isSameName('山田 太郎', 'Maria da Silva'))
  const word = fc.constantFrom('Maria', 'M', 'da', 'Silva', 'S', 'Souza', 'José', 'J', 'e')
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map(words => words.join(' '))
  fc.assert(fc.property(name, name, (one, other) => isSameName(one, other) === isSameName(other, one)))
  fc.assert(fc.property(name, one => isSameName(one, one)))
})

test('a whole name has two words in Latin letters, one in other writings, and no digit', () => {
  for (const name of ['Maria Souza', "Ana d'Ávila", 'J. Souza', 'Ольга Пéтрова', '王小明', 'محمد'])
    assert.equal(isWholeName(name), true, name)
  for (const name of ['', 'Maria', ' Maria ', 'Maria -', '- Maria', 'Maria 2', 'Maria Souza 3', '--- ---'])
    assert.equal(isWholeName(name), false, name)
})

test('strangers see the first name of a person', () => {
  assert.equal(maskName('Maria José da Conceição'), 'Maria J. d. C.')
  assert.equal(maskName('李小龍'), '李小龍')
})
