import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeContrast } from './colour.ts'
import { COLOURS } from './tokens.ts'

const SCHEMES = ['light', 'dark'] as const
const SERIES = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const
const RAMP = ['ramp-1', 'ramp-2', 'ramp-3', 'ramp-4', 'ramp-5'] as const

/** Distances of CIE 1976, of which 2.3 is just noticeable. */
const LEAST_APART = 20
/** Steps of a ramp have no name beside them: they must be seen at a glance. */
const LEAST_STEP = 10

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

/** Complete lack of one kind of cone, in linear RGB (Machado, Oliveira and Fernandes, 2009, severity 1.0). */
const VISIONS: Readonly<Record<string, Matrix>> = {
  trichromacy: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** From linear RGB to XYZ, each divided by the white of D65. */
const TO_XYZ: Matrix = [
  [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
]

const multiply = (matrix: Matrix, [x, y, z]: Vector): Vector => {
  const [first, second, third] = matrix.map(([a, b, c]) => a * x + b * y + c * z)
  return [first ?? 0, second ?? 0, third ?? 0]
}

function readLinear(colour: string): Vector {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

/** CIELAB of a colour as it is seen. */
function seeColour(colour: string, vision: Matrix): Vector {
  const [red, green, blue] = multiply(vision, readLinear(colour))
  const clamp = (value: number): number => Math.min(1, Math.max(0, value))
  const compress = (value: number): number =>
    value > 216 / 24_389 ? Math.cbrt(value) : (24_389 / 27 / 116) * value + 16 / 116
  const [x, y, z] = multiply(TO_XYZ, [clamp(red), clamp(green), clamp(blue)])
  return [116 * compress(y) - 16, 500 * (compress(x) - compress(y)), 200 * (compress(y) - compress(z))]
}

const computeDistance = (one: Vector, other: Vector): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

test('every series has a contrast of at least 3 to 1 on a card in both schemes', () => {
  for (const scheme of SCHEMES)
    for (const name of SERIES) {
      const contrast = computeContrast(COLOURS[name][scheme], COLOURS.card[scheme])
      assert.ok(contrast >= 3, `${name} on card, ${scheme}: ${contrast.toFixed(2)}`)
    }
})

for (const [name, vision] of Object.entries(VISIONS))
  test(`with ${name} every series is told from every other in both schemes`, () => {
    for (const scheme of SCHEMES)
      for (const [at, one] of SERIES.entries())
        for (const other of SERIES.slice(at + 1)) {
          const [first, second] = [one, other].map(each => seeColour(COLOURS[each][scheme], vision))
          assert.ok(first !== undefined && second !== undefined)
          const distance = computeDistance(first, second)
          assert.ok(distance >= LEAST_APART, `${one} and ${other}, ${scheme}: ${distance.toFixed(1)}`)
        }
  })

test('the ramp goes one way from little to much, in steps that everybody sees', () => {
  for (const scheme of SCHEMES)
    for (const [name, vision] of Object.entries(VISIONS)) {
      const lightness = RAMP.map(each => seeColour(COLOURS[each][scheme], vision)[0])
      for (const [at, value] of lightness.entries()) {
        const next = lightness[at + 1]
        if (next === undefined) continue
        const step = scheme === 'light' ? value - next : next - value
        assert.ok(step >= LEAST_STEP, `${name}, ${scheme}, from step ${at + 1}: ${step.toFixed(1)}`)
      }
    }
})

test('two colours that only red cones tell apart are found too near', () => {
  const vision = VISIONS.protanopia
  assert.ok(vision)
  const distance = computeDistance(seeColour('#b02e26', vision), seeColour('#5a4f24', vision))
  assert.ok(distance < LEAST_STEP, distance.toFixed(1))
})
