import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCHEMES } from '../../src/brand/accent.ts'
import { listFiles, readSource } from './source-files.ts'

const TOKENS = 'web/design/tokens.css'
const TYPEFACE = 'web/design/typeface.css'
const listStyles = (): string[] => listFiles(['web'], '.css').filter(file => !file.includes('/dist/'))

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\(|:\s*(?:white|black)\b/i
const RULES: readonly (readonly [property: RegExp, wrong: RegExp])[] = [
  [/^font-size$/, /[\d.]+(?:rem|px|pt)\b/],
  [/^font(?:-family)?$/, /[\d.]+(?:rem|px|pt)\b|sans-serif|monospace|["']/],
  [/^border-radius$/, /[\d.]*[1-9][\d.]*(?:rem|px|em)\b/],
  [/^(?:gap|row-gap|column-gap|padding|margin)(?:-[a-z]+)*$/, /[\d.]*[1-9][\d.]*(?:rem|px)\b/],
]

/** Declarations with a colour, a size of type, a font, a rounding or a distance of their own. */
function listLiterals(css: string): string[] {
  const declarations = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([a-z-]+):\s*([^;{}]+);/g)
  return [...declarations]
    .filter(
      ([text, property = '', value = '']) =>
        COLOUR.test(text) || RULES.some(([of, wrong]) => of.test(property) && wrong.test(value)),
    )
    .map(([text]) => text)
}

test('colours, type, rounding and distances stand in the design package only, as named values', () => {
  const found = listStyles()
    .filter(file => file !== TOKENS && file !== TYPEFACE)
    .flatMap(file => listLiterals(readSource(file)).map(text => `${file}: ${text}`))
  assert.deepEqual(found, [])
})

test('no script of a page has a colour of its own, except drawings of products', () => {
  const scripts = [...listFiles(['web'], '.ts'), ...listFiles(['web'], '.tsx')].filter(
    // A canvas knows no named values, and a picture without its transparency is white.
    file => !/\/dist\/|^web\/store\/drawings\/|shrink-picture\.ts$/.test(file),
  )
  const found = scripts.flatMap(file =>
    [...readSource(file).matchAll(/["'`]#[0-9a-f]{3,8}["'`]/gi)].map(([text]) => `${file}: ${text}`),
  )
  assert.deepEqual(found, [])
})

test('every value that a page names is defined, and every defined one is used', () => {
  const defined = new Set([...readSource(TOKENS).matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name))
  const used = new Set(
    listStyles().flatMap(file =>
      [...readSource(file).matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name),
    ),
  )
  assert.deepEqual([...used.difference(defined)], [])
  assert.deepEqual([...defined.difference(used)], [])
})

test('what is wrong or dangerous never has the accent, which may be a shop’s own', () => {
  const rules = listStyles().flatMap(file =>
    [...readSource(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      selector,
      body,
    })),
  )
  const wrong = rules.filter(({ selector }) => /\.(?:wrong|bad|danger)\b|aria-invalid/.test(selector))
  assert.ok(wrong.length >= 5)
  assert.deepEqual(
    wrong.filter(({ body }) => body.includes('--accent')).map(({ selector }) => selector.trim()),
    [],
  )
})

test('a page that brings a value of its own is found', () => {
  for (const css of [
    'a { color: #fff; }',
    'a { background: rgb(0 0 0 / 5%); }',
    'a { color: white; }',
    'a { font-size: 1rem; }',
    'a { font-size: min(2rem, 9vw); }',
    'a { font: 1rem/1.5 Arial, sans-serif; }',
    'a { border-radius: 4px; }',
    'a { padding: 0 1rem; }',
    'a { margin-top: 3px; }',
  ])
    assert.equal(listLiterals(css).length, 1, css)
  assert.deepEqual(
    listLiterals('a { padding: 0 var(--space-8); font: inherit; border-radius: 50%; width: 30rem; }'),
    [],
  )
})

/** Text and what it stands on, in both schemes; 4.5 to 1 is asked for by WCAG 2 (1.4.3). */
const TEXT_ON: readonly (readonly [front: string, backs: readonly string[]])[] = [
  ['ink', ['page', 'card', 'field', 'accent-wash', 'good-wash', 'warn-wash', 'bad-wash']],
  ['soft', ['page', 'card', 'field']],
  ['accent', ['page', 'card', 'accent-wash']],
  ['good', ['page', 'card', 'good-wash']],
  ['warn', ['page', 'card', 'warn-wash']],
  ['bad', ['page', 'card', 'bad-wash']],
  ['on-accent', ['accent', 'accent-strong']],
  ['page', ['ink']],
]

test('text has a contrast of at least 4.5 to 1 in the light and the dark scheme', () => {
  const [light = '', dark = ''] = readSource(TOKENS).split('@media (prefers-color-scheme: dark)')
  const schemes = [readColours(light), new Map([...readColours(light), ...readColours(dark)])]
  assert.ok(readColours(dark).size > 10)
  for (const [at, scheme] of schemes.entries())
    for (const [front, backs] of TEXT_ON)
      for (const back of backs) {
        const contrast = computeContrast(scheme.get(front) ?? 0, scheme.get(back) ?? 0)
        assert.ok(contrast >= 4.5, `${front} on ${back} in scheme ${at}: ${contrast.toFixed(2)}`)
      }
})

test('the grounds on which the accent of a retailer is checked are those of the pages', () => {
  const [light = '', dark = ''] = readSource(TOKENS).split('@media (prefers-color-scheme: dark)')
  for (const [scheme, rules] of [
    [SCHEMES.light, light],
    [SCHEMES.dark, dark],
  ] as const)
    for (const name of ['page', 'card', 'ink'] as const)
      assert.match(rules, new RegExp(`--${name}: ${scheme[name]};`), name)
})

/** Relative luminance by colour name, as WCAG 2 defines it. */
function readColours(rules: string): Map<string, number> {
  const colours = rules.matchAll(/--([\w-]+): #([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/g)
  return new Map([...colours].map(([, name = '', ...channels]) => [name, computeLuminance(channels)]))
}

function computeLuminance(channels: readonly string[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(hex => {
    const value = Number.parseInt(hex, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function computeContrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
