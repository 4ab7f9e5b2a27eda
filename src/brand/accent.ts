import type { Accent, AccentShades } from '../contract/theme.ts'
import {
  type Colour,
  changeLightness,
  computeContrast,
  findHue,
  findLightness,
  mixColours,
} from './colour.ts'
import { COLOURS } from './tokens.ts'

/** The names of `AccentShades`, written as colours. */
type Shades = Readonly<Record<keyof AccentShades, Colour>>

interface Scheme {
  /** What accent and text stand on. */
  readonly page: Colour
  readonly card: Colour
  readonly ink: Colour
  readonly on: Colour
  /** Where a shade that is not readable moves to, and the accent under a pointer too. */
  readonly end: Colour
}

export const SCHEMES: Readonly<Record<keyof Accent, Scheme>> = {
  light: composeScheme('light', '#000000'),
  dark: composeScheme('dark', '#ffffff'),
}

function composeScheme(name: keyof Accent, end: Colour): Scheme {
  const { page, card, ink, 'on-accent': on } = COLOURS
  return { page: page[name], card: card[name], ink: ink[name], on: on[name], end }
}

/** WCAG 2 (1.4.3). The accent is also the colour of links, so that it needs this on every ground. */
const TEXT_CONTRAST = 4.5
const STEPS = 200
const WASH_SHARE = 0.1
const STRONG_SHARE = 0.2

/** In a scheme in which the colour itself is not readable, the nearest shade of the same hue that is. */
export function deriveAccent(colour: Colour): Record<keyof Accent, Shades> {
  return { light: deriveShades(colour, SCHEMES.light), dark: deriveShades(colour, SCHEMES.dark) }
}

function deriveShades(colour: Colour, scheme: Scheme): Shades {
  const start = findLightness(colour)
  const end = findLightness(scheme.end)
  for (let step = 0; step < STEPS; step += 1) {
    const shades = composeShades(
      step === 0 ? colour : changeLightness(colour, start + ((end - start) * step) / STEPS),
      scheme,
    )
    if (isReadable(shades, scheme)) return shades
  }
  // Black on light and white on dark grounds is readable.
  return composeShades(scheme.end, scheme)
}

function composeShades(accent: Colour, { card, on, end }: Scheme): Shades {
  return {
    accent,
    strong: mixColours(accent, end, STRONG_SHARE),
    wash: mixColours(card, accent, WASH_SHARE),
    on,
  }
}

function isReadable({ accent, strong, wash, on }: Shades, { page, card, ink }: Scheme): boolean {
  const pairs = [
    [accent, page],
    [accent, card],
    [accent, wash],
    [on, accent],
    [on, strong],
    [ink, wash],
  ] as const
  return pairs.every(([one, other]) => computeContrast(one, other) >= TEXT_CONTRAST)
}

/** Degrees on the circle of hues within which two colours are taken for each other. */
const NEAR_HUE = 20

/** The meaning that a shop's colour seems to have: pages show errors in red and warnings in amber. */
export function findSeemingMeaning(colour: Colour): 'bad' | 'warn' | undefined {
  const hue = findHue(colour)
  if (hue === undefined) return undefined
  const distances = (['bad', 'warn'] as const).map(name => {
    const distance = Math.abs(hue - (findHue(COLOURS[name].light) ?? 0))
    return { name, distance: Math.min(distance, 360 - distance) }
  })
  const [nearest] = distances.toSorted((one, other) => one.distance - other.distance)
  return nearest !== undefined && nearest.distance <= NEAR_HUE ? nearest.name : undefined
}
