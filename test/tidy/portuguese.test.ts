import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinLines, listFiles, readSource } from './source-files.ts'

const PLACES = [
  'web/onboarding',
  'web/pay',
  'web/account',
  'web/customer',
  'web/billet',
  'src/http/customer',
  'src/http/home',
  'src/domains/messaging',
]
/** Words and turns of European Portuguese, and pronouns hung on a verb, which sound stiff in Brazil. */
const EUROPEAN =
  /telemóvel|\becrã|\butiliz|\bregisto|\bficheiro|\bpalavra-passe|\bmorada\b|\bcontacto|\bconnosco|\bequipa\b|\bpormenor|\bpercentagem|\bjá não\b|\ba partir del[ae]|\b(?:continua|está|estamos|estão) a [a-zà-ú]+r\b|[a-zà-ú](?:á|ê|í|ô)-l[oa]s?\b|\b(?:guarde|mude|abra|envie|pague|leia|veja)-[oa]s?\b|\b[a-zà-ú]+am-se\b/iu

/** What retailers and operators read in Portuguese, besides what customers do. */
const MORE_PLACES = ['web/desk', 'web/store', 'src/http/reference']
/** Turns that no Brazilian would write. */
const STILTED =
  /\bconte quem você é|\bmensagem gentil|\bmilésimos de segundo|\be não volta\b|\bsão precisas\b/iu

test('customers read Brazilian Portuguese', () => {
  const files = [...listFiles(PLACES, '.ts'), ...listFiles(PLACES, '.tsx')]
  assert.ok(files.length > 80)
  const found = files.flatMap(file =>
    readSource(file)
      .split('\n')
      .filter(line => EUROPEAN.test(line))
      .map(line => `${file}: ${line.trim()}`),
  )
  assert.deepEqual(found, [])
})

test('nobody reads a turn that stopped a Brazilian reader', () => {
  const files = ['.ts', '.tsx', '.md', '.json'].flatMap(ending =>
    listFiles([...PLACES, ...MORE_PLACES], ending),
  )
  assert.ok(files.includes('src/http/reference/guides/pt/going-live.md'))
  assert.ok(files.includes('src/http/reference/portuguese.json'))
  const found = files.filter(file => STILTED.test(joinLines(readSource(file))))
  assert.deepEqual(found, [])
  for (const sentence of [
    'Vale para todo o serviço e não volta.',
    'uma mensagem gentil',
    'Conte quem você é, confirme',
  ])
    assert.match(sentence, STILTED)
})

test('a European sentence is found', () => {
  for (const sentence of [
    'Abra-o de novo a partir dela.',
    'Este boleto já não pode ser pago.',
    'A página continua a mostrar os boletos.',
    'Introduza o número do telemóvel.',
    'Você pode pagá-los no banco.',
    'Somam-se juros.',
  ])
    assert.match(sentence, EUROPEAN)
  for (const sentence of ['Vale a partir de hoje.', 'Continue a compra.', 'Ela continua em um novo link.'])
    assert.doesNotMatch(sentence, EUROPEAN)
})
