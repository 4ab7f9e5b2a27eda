import { type FontName, TYPEFACES } from './typeface.ts'
import { ELLIPSIS } from './win-ansi.ts'

export type { FontName }

/** Advance width of every byte, as a fraction of the font size. */
const widths: Readonly<Record<FontName, Float64Array>> = {
  R: Float64Array.from(TYPEFACES.R.widths, width => width / 1000),
  B: Float64Array.from(TYPEFACES.B.widths, width => width / 1000),
}

/** Width of encoded text, in the unit of the size. */
export function computeWidth(font: FontName, size: number, encoded: string): number {
  const table = widths[font]
  let width = 0
  for (let index = 0; index < encoded.length; index++) width += table[encoded.charCodeAt(index)] ?? 0
  return width * size
}

/** The text itself, or cut so that it fits with an ellipsis. */
export function fitText(font: FontName, size: number, encoded: string, room: number): string {
  if (computeWidth(font, size, encoded) <= room) return encoded
  const table = widths[font]
  const left = room / size - computeWidth(font, 1, ELLIPSIS)
  let width = 0
  let end = 0
  while (end < encoded.length) {
    width += table[encoded.charCodeAt(end)] ?? 0
    if (width > left) break
    end++
  }
  return encoded.slice(0, end).trimEnd() + ELLIPSIS
}

/** Lines of at most this width, broken at spaces, or anywhere in a word that is longer than a line. */
export function wrapText(font: FontName, size: number, encoded: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of encoded.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (computeWidth(font, size, longer) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (computeWidth(font, size, line) > room) {
      let end = line.length - 1
      while (end > 1 && computeWidth(font, size, line.slice(0, end)) > room) end--
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return [...lines, line]
}
