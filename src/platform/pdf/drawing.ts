import type { Colour } from '../../brand/colour.ts'
import { computeWidth, type FontName, fitText, wrapText } from './fonts.ts'
import { toWinAnsi } from './win-ansi.ts'

const MM_PER_POINT = 25.4 / 72

export interface TextStyle {
  readonly font: FontName
  readonly points: number
  /** 0 is black. */
  readonly gray?: number
  /** Instead of a gray. */
  readonly colour?: Colour
  /** Text that does not fit is made smaller first, down to this size. */
  readonly leastPoints?: number
}

interface TextPlace {
  readonly x: number
  /** The baseline. */
  readonly y: number
  /** Longer text is cut with an ellipsis. */
  readonly room: number
  readonly align?: 'left' | 'right' | 'center'
}

/** A gray, of which 0 is black, or a colour of the brand. */
type Paint = number | Colour

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How far the handles of a quarter of a circle reach, as a part of its radius. */
const CIRCLE_REACH = 0.5523

const writeGray = (gray: number): string => `${gray} g`

const writeColour = (colour: Colour): string =>
  [1, 3, 5].map(at => write(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ')

const writeStroke = (paint: Paint): string =>
  typeof paint === 'number' ? `${paint} G` : `${writeColour(paint)} RG`

/** Numbers come before their operator in a PDF. */
function writePath(path: string): string {
  return [...path.matchAll(/([MLC])([^MLC]*)/g)]
    .map(([, operator = '', numbers = '']) => {
      const points = numbers.trim().split(/[\s,]+/)
      return `${points.map(number => write(Number(number))).join(' ')} ${operator.toLowerCase()}`
    })
    .join(' ')
}

/**
 * Drawing operators of a page, in millimetres from its upper left corner. They are written directly into the page: the
 * library's own calls measure and break every text again, which takes most of its time.
 */
export class Drawing {
  readonly #orders: string[] = []
  #fillOrder = writeGray(0)

  text(text: string, place: TextPlace, style: TextStyle): void {
    const encoded = toWinAnsi(text)
    const points = computePoints(encoded, place.room, style)
    const fitted = fitText(style.font, points * MM_PER_POINT, encoded, place.room)
    this.#encodedText(fitted, place, { ...style, points })
  }

  /** At most `lines` lines, the last one cut. */
  paragraph(text: string, place: TextPlace, style: TextStyle & { lines: number; leading: number }): void {
    const size = style.points * MM_PER_POINT
    const all = wrapText(style.font, size, toWinAnsi(text), place.room)
    const shown = all.slice(0, style.lines)
    if (all.length > style.lines) {
      const rest = all.slice(style.lines - 1).join(' ')
      shown[style.lines - 1] = fitText(style.font, size, rest, place.room)
    }
    for (const [index, line] of shown.entries())
      this.#encodedText(line, { ...place, y: place.y + index * style.leading }, style)
  }

  /** A line made by `wrapText`, which already fits and is encoded. */
  encodedLine(encoded: string, place: Pick<TextPlace, 'x' | 'y'>, style: TextStyle): void {
    this.#encodedText(encoded, { ...place, room: Number.POSITIVE_INFINITY }, style)
  }

  #encodedText(encoded: string, { x, y, room, align = 'left' }: TextPlace, style: TextStyle): void {
    if (encoded === '') return
    const size = style.points * MM_PER_POINT
    const spare = align === 'left' ? 0 : room - computeWidth(style.font, size, encoded)
    const start = align === 'center' ? x + spare / 2 : x + spare
    this.#setFill(style.colour ?? style.gray ?? 0)
    this.#orders.push(
      `BT /${style.font} ${write(size)} Tf 1 0 0 -1 ${write(start)} ${write(y)} Tm (${escapeText(encoded)}) Tj ET`,
    )
  }

  line(x1: number, y1: number, x2: number, y2: number, width = 0.12, paint: Paint = 0): void {
    this.#orders.push(
      `${writeStroke(paint)} ${write(width)} w ${write(x1)} ${write(y1)} m ${write(x2)} ${write(y2)} l S`,
    )
  }

  /** A line along which to cut the paper. */
  dashedLine(x1: number, y1: number, x2: number, y2: number): void {
    this.#orders.push('[1.2 1.2] 0 d')
    this.line(x1, y1, x2, y2, 0.18, 0.5)
    this.#orders.push('[] 0 d')
  }

  fill(x: number, y: number, width: number, height: number, paint: Paint): void {
    this.#setFill(paint)
    this.#orders.push(`${write(x)} ${write(y)} ${write(width)} ${write(height)} re f`)
  }

  /** Black shapes on their own grid: `path` counts in cells of the given size from the given corner. */
  shapes(path: string, x: number, y: number, cellWidth: number, cellHeight: number): void {
    this.#setFill(0)
    const matrix = `${cellWidth.toFixed(6)} 0 0 ${cellHeight.toFixed(6)} ${write(x)} ${write(y)} cm`
    this.#orders.push(`q ${matrix} ${path} f Q`)
  }

  /** The width of a text when nothing is cut. */
  measure(text: string, { font, points }: TextStyle): number {
    return computeWidth(font, points * MM_PER_POINT, toWinAnsi(text))
  }

  /** A rectangle with round corners. */
  roundedBox({ x, y, width, height }: Box, rounding: number, paint: Paint): void {
    const r = Math.min(rounding, width / 2, height / 2)
    const bend = r * (1 - CIRCLE_REACH)
    const [right, bottom] = [x + width, y + height]
    const path = [
      `M${x + r} ${y}L${right - r} ${y}`,
      `C${right - bend} ${y} ${right} ${y + bend} ${right} ${y + r}L${right} ${bottom - r}`,
      `C${right} ${bottom - bend} ${right - bend} ${bottom} ${right - r} ${bottom}L${x + r} ${bottom}`,
      `C${x + bend} ${bottom} ${x} ${bottom - bend} ${x} ${bottom - r}L${x} ${y + r}`,
      `C${x} ${y + bend} ${x + bend} ${y} ${x + r} ${y}`,
    ].join('')
    this.#setFill(paint)
    this.#orders.push(`${writePath(path)} f`)
  }

  circle(x: number, y: number, radius: number, paint: Paint): void {
    this.roundedBox({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, radius, paint)
  }

  /** A line along a path of M, L and C, as the brand draws; `scale` is millimetres for each of its units. */
  stroke(
    path: string,
    place: { x: number; y: number; scale: number },
    lineWidth: number,
    paint: Paint,
  ): void {
    const { x, y, scale } = place
    const matrix = `${scale.toFixed(6)} 0 0 ${scale.toFixed(6)} ${write(x)} ${write(y)} cm`
    this.#orders.push(`q ${matrix} ${writeStroke(paint)} ${write(lineWidth)} w ${writePath(path)} S Q`)
  }

  #setFill(paint: Paint): void {
    const order = typeof paint === 'number' ? writeGray(paint) : `${writeColour(paint)} rg`
    if (order === this.#fillOrder) return
    this.#fillOrder = order
    this.#orders.push(order)
  }

  /** One byte per character, in the encoding of the fonts. */
  toString(): string {
    return this.#orders.join('\n')
  }
}

function computePoints(
  encoded: string,
  room: number,
  { font, points, leastPoints = points }: TextStyle,
): number {
  if (leastPoints === points) return points
  const width = computeWidth(font, points * MM_PER_POINT, encoded)
  // Slightly less than fits exactly: rounding must not cut the last letter.
  return width <= room ? points : Math.max(leastPoints, (points * room * 0.999) / width)
}

const write = (millimetres: number) => String(Math.round(millimetres * 1000) / 1000)

/** No text can end its string. The encoding has no control characters, so all other characters need no escape. */
const escapeText = (encoded: string) => encoded.replaceAll(/[()\\]/g, '\\$&')
