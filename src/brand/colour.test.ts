import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveAccent, findSeemingMeaning, SCHEMES } from './accent.ts'
import { type Colour, changeLightness, computeContrast, findHue, mixColours, parseColour } from './colour.ts'
import { COLOURS } from './tokens.ts'

test('only six hexadecimal digits behind a # are a colour, written in small letters', () => {
  assert.equal(parseColour('#C2410c'), '#c2410c')
  for (const text of ['c2410c', '#c24', '#c2410cff', '#c2410g', 'red', '#c2410c;}', ' #c2410c', ''])
    assert.equal(parseColour(text), undefined, text)
})

test('contrast is that of WCAG 2 for pairs whose ratio is published', () => {
  const pairs: readonly (readonly [Colour, Colour, string])[] = [
    ['#000000', '#ffffff', '21.00'],
    ['#ffffff', '#ffffff', '1.00'],
    // The lightest grey that passes on white, and the next one that does not.
    ['#767676', '#ffffff', '4.54'],
    ['#777777', '#ffffff', '4.48'],
    ['#ff0000', '#ffffff', '4.00'],
    ['#0000ff', '#ffffff', '8.59'],
    ['#00ff00', '#ffffff', '1.37'],
    ['#ffff00', '#000000', '19.56'],
  ]
  for (const [one, other, expected] of pairs) {
    assert.equal(computeContrast(one, other).toFixed(2), expected, `${one} ${other}`)
    assert.equal(computeContrast(other, one).toFixed(2), expected)
  }
})

test('a colour of another lightness keeps its hue, and mixing goes by channel', () => {
  assert.equal(changeLightness('#ff0000', 0.25), '#800000')
  assert.equal(changeLightness('#0000ff', 0.75), '#8080ff')
  assert.equal(changeLightness('#c2410c', 0), '#000000')
  assert.equal(changeLightness('#c2410c', 1), '#ffffff')
  assert.equal(changeLightness('#808080', 0.2), '#333333')
  assert.equal(mixColours('#000000', '#ffffff', 0.5), '#808080')
})

test('a colour that is readable is used as it is, another one in the nearest shade of its hue', () => {
  assert.equal(deriveAccent('#0b6b5d').light.accent, '#0b6b5d')
  assert.notEqual(deriveAccent('#0b6b5d').dark.accent, '#0b6b5d')
  assert.equal(deriveAccent('#ffd400').dark.accent, '#ffd400')
  const { accent } = deriveAccent('#ffd400').light
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(accent.slice(at, at + 2), 16))
  assert.ok((red ?? 0) > (green ?? 0) && blue === 0, accent)
})

test('whatever the colour, letters and buttons in it have a contrast of at least 4.5 to 1 in both schemes', () => {
  const levels = ['00', '33', '66', '99', 'cc', 'ff']
  const colours = levels.flatMap(r => levels.flatMap(g => levels.map((b): Colour => `#${r}${g}${b}`)))
  for (const colour of colours)
    for (const name of ['light', 'dark'] as const) {
      const { page, card, ink } = SCHEMES[name]
      const { accent, strong, wash, on } = deriveAccent(colour)[name]
      const pairs = [
        [accent, page],
        [accent, card],
        [accent, wash],
        [on, accent],
        [on, strong],
        [ink, wash],
      ] as const
      for (const [one, other] of pairs)
        assert.ok(computeContrast(one, other) >= 4.5, `${colour} in ${name}: ${one} on ${other}`)
    }
})

test('hues are degrees from red, and a grey has none', () => {
  assert.deepEqual(
    (['#ff0000', '#ffff00', '#00ff00', '#0000ff', '#ff00ff', '#767a80'] as const).map(findHue),
    [0, 60, 120, 240, 300, undefined],
  )
})

test('a shop’s red seems an error and its amber a warning, in every lightness; other colours seem neither', () => {
  const meanings: readonly (readonly [Colour, 'bad' | 'warn' | undefined])[] = [
    [COLOURS.bad.light, 'bad'],
    [COLOURS.bad.dark, 'bad'],
    ['#e4002b', 'bad'],
    ['#ff5a5f', 'bad'],
    [COLOURS.warn.light, 'warn'],
    ['#ff9900', 'warn'],
    ['#0b6b5d', undefined],
    ['#a21caf', undefined],
    ['#3538cd', undefined],
    ['#222222', undefined],
  ]
  for (const [colour, meaning] of meanings) assert.equal(findSeemingMeaning(colour), meaning, colour)
})
