/** Written as #rrggbb in small letters. */
export type Colour = `#${string}`

type Channels = readonly [red: number, green: number, blue: number]

/** Undefined for anything but six hexadecimal digits behind a #: a name or rgb() would have to be understood by every reader. */
export function parseColour(text: string): Colour | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? (text.toLowerCase() as Colour) : undefined
}

/** From 1 to 21, as WCAG 2 defines it. */
export function computeContrast(one: Colour, other: Colour): number {
  const [dark, light] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** So much of the second colour in the first, from 0 to 1. */
export function mixColours(one: Colour, other: Colour, share: number): Colour {
  const added = readChannels(other)
  const mixed = readChannels(one).map((value, at) => value * (1 - share) + (added[at] ?? 0) * share)
  return writeChannels(mixed)
}

/** The same hue and saturation (HSL) at another lightness, from 0 for black to 1 for white. */
export function changeLightness(colour: Colour, lightness: number): Colour {
  const [red, green, blue] = mapChannels(readChannels(colour), value => value / 255)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const chroma = most - least
  if (chroma === 0) return writeChannels([lightness, lightness, lightness].map(value => value * 255))
  const saturation = chroma / (1 - Math.abs(most + least - 1))
  const newChroma = saturation * (1 - Math.abs(2 * lightness - 1))
  return writeChannels(
    [red, green, blue].map(value => (lightness + newChroma * ((value - least) / chroma - 0.5)) * 255),
  )
}

export function findLightness(colour: Colour): number {
  const channels = readChannels(colour)
  return (Math.max(...channels) + Math.min(...channels)) / 2 / 255
}

/** Below it a colour is a grey to the eye. */
const LEAST_CHROMA = 40

/** In degrees, 0 for red; a grey has none. */
export function findHue(colour: Colour): number | undefined {
  const [red, green, blue] = readChannels(colour)
  const most = Math.max(red, green, blue)
  const chroma = most - Math.min(red, green, blue)
  if (chroma < LEAST_CHROMA) return undefined
  const sextant =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4
  return (sextant * 60 + 360) % 360
}

/** Relative luminance of sRGB. */
export function computeLuminance(colour: Colour): number {
  const [red, green, blue] = mapChannels(readChannels(colour), value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function readChannels(colour: Colour): Channels {
  const number = Number.parseInt(colour.slice(1), 16)
  return [number >> 16, (number >> 8) & 0xff, number & 0xff]
}

function mapChannels([red, green, blue]: Channels, change: (value: number) => number): Channels {
  return [change(red), change(green), change(blue)]
}

function writeChannels(channels: readonly number[]): Colour {
  return `#${channels.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
