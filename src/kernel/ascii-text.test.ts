import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toAscii } from './ascii-text.ts'

test('accents are dropped and other letters spelled out', () => {
  const written = {
    'São Miguel do Oeste': 'Sao Miguel do Oeste',
    'AÇAÍ & CIA. Nº 5': 'ACAI & CIA. No 5',
    'Gözde Straße Łódź Ærø Þór': 'Gozde Strasse Lodz Aero Thor',
    'Щукин и Юлия': 'Shchukin i Yuliya',
    'Νίκος Ψαρράς': 'Nikos Psarras',
    'Ｌｏｊａ １２': 'Loja 12',
    '“Pão” – d’Água…': '"Pao" - d\'Agua...',
    'Loja 北京 do Zé': 'Loja do Ze',
    '  Casa\t\n 😀  Nova ': 'Casa Nova',
    مخبز: '',
    'Ma\u200cri\u200da': 'Maria',
    '': '',
  }
  for (const [text, ascii] of Object.entries(written)) assert.equal(toAscii(text), ascii, text)
})

test('any text becomes single-spaced printable ASCII, and ASCII stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const ascii = toAscii(text)
      assert.match(ascii, /^([!-~]+( [!-~]+)*)?$/)
      assert.equal(toAscii(ascii), ascii)
    }),
    { numRuns: 1000 },
  )
})
