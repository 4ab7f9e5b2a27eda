import type { Colour } from './colour.ts'

/*
 * The only place of colours, type, distances and motion. `npm run generate` writes the style sheets of pages and element
 * from it; PDFs and e-mails import it.
 */

type Tint = Colour | `rgb(${string})`

/** One colour for each scheme; a single one serves both. Text on its ground has a contrast of at least 4.5:1. */
interface Shades<Kind extends Tint = Tint> {
  readonly light: Kind
  readonly dark: Kind
}

const both = <Kind extends Tint>(tint: Kind): Shades<Kind> => ({ light: tint, dark: tint })
const shades = <Kind extends Tint>(light: Kind, dark: Kind): Shades<Kind> => ({ light, dark })

/** Grounds from the page upward, then text, lines and meaning. */
export const COLOURS = {
  page: shades('#ebedf5', '#0b0d18'),
  card: shades('#ffffff', '#191c2f'),
  /** Above a card: dialogs, menus, bars that stay in sight. */
  raised: shades('#ffffff', '#242842'),
  field: shades('#f7f8fc', '#11142a'),
  ink: shades('#171a2b', '#eceef8'),
  soft: shades('#565c73', '#aab1ca'),
  line: shades('#d9dcea', '#2f3452'),
  edge: shades('#7a8199', '#7d85a4'),
  accent: shades('#3538cd', '#a9aeff'),
  'accent-strong': shades('#2a2da6', '#c5c8ff'),
  'accent-wash': shades('#ebecfc', '#262a55'),
  'on-accent': shades('#ffffff', '#14163a'),
  /** The point of the mark: the next installment. Never text. */
  spark: shades('#e08600', '#ffb224'),
  good: shades('#0a6b3d', '#6fdca6'),
  'good-wash': shades('#e0f4e8', '#11301f'),
  warn: shades('#8a4b00', '#f3b765'),
  'warn-wash': shades('#fdf0d9', '#36270e'),
  bad: shades('#ad1f2b', '#ff9ca0'),
  'bad-wash': shades('#fce8e9', '#3d1a20'),
  /** A tag that says neither good nor bad. */
  neutral: shades('#434a61', '#c5cbe0'),
  'neutral-wash': shades('#e7e9f2', '#2b304b'),
  shade: shades<Tint>('rgb(13 15 28 / 48%)', 'rgb(0 0 0 / 65%)'),
  'on-shade': both('#ffffff'),
  camera: both('#0b0d16'),
  veil: both('rgb(0 0 0 / 50%)'),
  'veil-strong': both('rgb(0 0 0 / 75%)'),
  plate: both('#ffffff'),
  'code-dark': both('#000000'),
  'code-light': both('#ffffff'),
  'tile-cool': shades('#dcebf0', '#22353c'),
  'tile-warm': shades('#f7e8d8', '#3b2f22'),
  'tile-leaf': shades('#dfeee4', '#21352b'),
  'tile-rose': shades('#f6e1dc', '#3c2926'),
  'tile-sand': shades('#efe9db', '#35301f'),
  'tile-sky': shades('#dfe7f3', '#232f40'),
  /** Series: at least 3:1 on a card, and apart for people who see fewer colours. */
  'chart-1': shades('#3538cd', '#a9aeff'),
  'chart-2': shades('#d07a00', '#ffb224'),
  'chart-3': shades('#0092db', '#1474b8'),
  'chart-4': shades('#c91d81', '#ecc6e9'),
  'chart-5': shades('#2f3137', '#676c79'),
  /** One order from little to much, such as the bands of a delay: a darker shade, or a lighter one by night, is more. */
  'ramp-1': shades('#c9cbf4', '#3a3f77'),
  'ramp-2': shades('#9fa2ec', '#5a60ab'),
  'ramp-3': shades('#6c70dd', '#8288da'),
  'ramp-4': shades('#3538cd', '#a9aeff'),
  'ramp-5': shades('#1d1f78', '#dfe1ff'),
} as const satisfies Readonly<Record<string, Shades>>

export type ColourName = keyof typeof COLOURS

/** Pixels at the usual size of text; pages count in its multiples, so that they grow with it. */
export const TYPE = { small: 13, note: 15, text: 17, heading: 20, title: 28, amount: 40 } as const

/** `--space-1` to `--space-8`, in pixels as TYPE is. */
export const SPACES = [4, 8, 12, 16, 24, 32, 48, 64] as const

/** Milliseconds: a state changes, a part moves, a picture is drawn. */
export const MOTION = { quick: 120, calm: 200, slow: 320 } as const
export const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

export const FONT_FAMILY = 'Figtree'
