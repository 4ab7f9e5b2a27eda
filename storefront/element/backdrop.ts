import { exec, readStyle, setProperty } from './natives.ts'

/** What lies behind the element. */
export interface Backdrop {
  readonly isDark: boolean
  /** The colours of that scheme have enough contrast on it. */
  readonly isClear: boolean
}

/* Luminance of the weakest colour of the figures, which is --soft in both schemes. */
const LIGHT_INK = 0.1087
const DARK_INK = 0.4425
const ENOUGH_CONTRAST = 4.5
/** Contrast with black and with white is the same here. */
const MIDDLE = 0.1791

/**
 * The colours of the page below the element, laid over each other. Many dark shops declare no color-scheme, and what they
 * declare says nothing about the box in which the element stands. Behind a picture nothing is known but the colour of the
 * page's own text. `probe` is a node of ours in which the browser computes colours.
 */
export function findBackdrop(host: Element, probe: HTMLElement): Backdrop {
  let seen: Colour = { red: 0, green: 0, blue: 0, alpha: 0 }
  for (let node: Element | null = host; node !== null && seen.alpha < 0.99; node = findParent(node)) {
    const { backgroundColor, backgroundImage } = readStyle(node)
    if (backgroundImage !== 'none') {
      const text = computeLuminance(computeColour(probe, readStyle(host).color))
      return { isDark: text > MIDDLE, isClear: false }
    }
    seen = layUnder(seen, computeColour(probe, backgroundColor))
  }
  setProperty(probe.style, 'color-scheme', readStyle(document.documentElement).colorScheme)
  const luminance = computeLuminance(layUnder(seen, computeColour(probe, 'Canvas'))) + 0.05
  const onLight = luminance / (LIGHT_INK + 0.05)
  const onDark = (DARK_INK + 0.05) / luminance
  return { isDark: onDark > onLight, isClear: onDark >= ENOUGH_CONTRAST || onLight >= ENOUGH_CONTRAST }
}

/** From 0 to 1. */
interface Colour {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

/** `seen` holds what its parts add to what is seen already. */
function layUnder(seen: Colour, { red, green, blue, alpha }: Colour): Colour {
  const share = (1 - seen.alpha) * alpha
  return {
    red: seen.red + share * red,
    green: seen.green + share * green,
    blue: seen.blue + share * blue,
    alpha: seen.alpha + share,
  }
}

const COLOUR = /([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.e-]+))?\)$/

/** Any colour of CSS, computed by the browser. White where it cannot: there the theme stays light. */
function computeColour(probe: HTMLElement, colour: string): Colour {
  setProperty(probe.style, 'outline-color', `color-mix(in srgb, ${colour}, ${colour})`)
  const parts = exec(COLOUR, readStyle(probe).outlineColor)
  const read = (index: number): number => +(parts?.[index] ?? 1)
  return { red: read(1), green: read(2), blue: read(3), alpha: read(4) }
}

function computeLuminance({ red, green, blue }: Colour): number {
  return 0.2126 * linearize(red) + 0.7152 * linearize(green) + 0.0722 * linearize(blue)
}

const linearize = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** As it is drawn: through slots and out of shadow trees. */
function findParent(node: Element): Element | null {
  const parent = node.assignedSlot ?? node.parentNode
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null
}
