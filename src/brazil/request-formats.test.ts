import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brazilianFormats } from './request-formats.ts'

/** For each format, a text that can be parsed and one that cannot. */
const EXAMPLES: Readonly<Record<keyof typeof brazilianFormats, readonly [good: string, bad: string]>> = {
  cpf: ['123.456.789-09', '123.456.789-00'],
  'br-phone': ['(11) 98765-1234', '98765-1234'],
  'postal-code': ['01310-100', '00310-100'],
  'br-state': ['sp', 'XX'],
  'whole-name': ['Maria Souza', 'Maria'],
}

test('each format accepts what can be parsed, and nothing else', () => {
  assert.deepEqual(Object.keys(brazilianFormats), Object.keys(EXAMPLES))
  for (const [name, isReadable] of Object.entries(brazilianFormats)) {
    const [good, bad] = EXAMPLES[name as keyof typeof EXAMPLES]
    assert.equal(isReadable(good), true, good)
    assert.equal(isReadable(bad), false, bad)
    assert.equal(isReadable(''), false, name)
  }
})
