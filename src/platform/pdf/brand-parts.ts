import {
  type Composed,
  describeComposition,
  type Lent,
  layOutComposition,
  namePart,
  PART_COLOURS,
} from '../../brand/composition.ts'
import { type BrandDrawing, LOGO, MARK, WORD } from '../../brand/mark.ts'
import { drawRing, type InstallmentState, RING_COLOURS, RING_LINE } from '../../brand/ring.ts'
import { COLOURS } from '../../brand/tokens.ts'
import type { Drawing } from './drawing.ts'

/** Paper has the colours of the light scheme. */
export const INK = COLOURS.ink.light
export const SOFT = COLOURS.soft.light
export const ACCENT = COLOURS.accent.light

/** Millimetres. */
const LOGO_HEIGHT = 7.5
export const LOGO_WIDTH = (LOGO_HEIGHT * LOGO.width) / LOGO.height

/** Mark and word, from their upper left corner. */
export function drawLogo(drawing: Drawing, x: number, y: number): void {
  const scale = LOGO_HEIGHT / LOGO.height
  drawPart(drawing, MARK, x + LOGO.mark.x * scale, y + LOGO.mark.y * scale, scale)
  drawPart(drawing, WORD, x + LOGO.word.x * scale, y + LOGO.word.y * scale, scale)
}

function drawPart(drawing: Drawing, part: BrandDrawing, x: number, y: number, scale: number): void {
  const place = { x, y, scale }
  const spark = COLOURS.spark.light
  drawing.stroke(part.path, place, part.lineWidth, ACCENT)
  for (const point of part.points)
    drawing.circle(x + point.x * scale, y + point.y * scale, point.radius * scale, ACCENT)
  if ('path' in part.spark) drawing.stroke(part.spark.path, place, part.lineWidth, spark)
  else drawing.circle(x + part.spark.x * scale, y + part.spark.y * scale, part.spark.radius * scale, spark)
}

interface ShownPart extends Composed {
  /** As it is written beside its name. */
  readonly text: string
}

interface CompositionPlace {
  readonly x: number
  readonly y: number
  readonly width: number
}

const BAR_HEIGHT = 6
const LEGEND_ROW = 6.2

/** The sentence, the bar and what each part of it is; the height that it took. */
export function drawComposition(
  drawing: Drawing,
  parts: readonly ShownPart[],
  { x, y, width }: CompositionPlace,
  lent: Lent,
): number {
  drawing.text(
    describeComposition(parts, lent),
    { x, y: y + 4, room: width },
    { font: 'B', points: 11, colour: INK },
  )
  const bar = y + 8
  const segments = layOutComposition(parts, width, 0.9)
  for (const { name, x: start, width: length } of segments) {
    const box = { x: x + start, y: bar, width: length, height: BAR_HEIGHT }
    drawing.roundedBox(box, 1.2, COLOURS[PART_COLOURS[name]].light)
  }
  let row = bar + BAR_HEIGHT + 3
  for (const { name } of segments) {
    const text = parts.find(part => part.name === name)?.text ?? ''
    drawing.roundedBox({ x, y: row + 1, width: 3, height: 3 }, 0.75, COLOURS[PART_COLOURS[name]].light)
    drawing.text(
      namePart(name, lent),
      { x: x + 5, y: row + 3.7, room: width - 50 },
      { font: 'R', points: 10, colour: SOFT },
    )
    drawing.text(
      text,
      { x, y: row + 3.7, room: width, align: 'right' },
      { font: 'R', points: 10, colour: INK },
    )
    row += LEGEND_ROW
  }
  return row - y
}

/** One line for each installment; `size` is the side of its square. */
export function drawInstallmentRing(
  drawing: Drawing,
  states: readonly InstallmentState[],
  place: { readonly x: number; readonly y: number; readonly size: number },
): void {
  const { x, y, size } = place
  for (const [index, path] of drawRing(states.length).entries()) {
    const colour = COLOURS[RING_COLOURS[states[index] ?? 'open']].light
    drawing.stroke(path, { x, y, scale: size / 100 }, RING_LINE, colour)
  }
}
