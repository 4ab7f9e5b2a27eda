import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeLuminance } from '../../src/brand/colour.ts'
import { COLOURS } from '../../src/brand/tokens.ts'
import { readSource } from '../tidy/source-files.ts'

/** What the line is written in, on the page's own ground. */
const LINE_COLOURS = ['ink', 'soft', 'accent'] as const

test('the element chooses its scheme by the weakest colours that the brand has now', () => {
  const source = readSource('storefront/element/backdrop.ts')
  const read = (name: string): number => Number(new RegExp(`const ${name} = ([\\d.]+)`).exec(source)?.[1])
  const list = (scheme: 'light' | 'dark') =>
    LINE_COLOURS.map(name => Number(computeLuminance(COLOURS[name][scheme]).toFixed(4)))
  assert.equal(read('LIGHT_INK'), Math.max(...list('light')))
  assert.equal(read('DARK_INK'), Math.min(...list('dark')))
})
