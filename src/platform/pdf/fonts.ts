import PDFDocument from 'pdfkit'
import { ELLIPSIS, listWinAnsi } from './win-ansi.ts'

/** Keyed by the names that the pages use. */
export const FONTS = { R: 'Helvetica', B: 'Helvetica-Bold' } as const
export type FontName = keyof typeof FONTS

const widths: Readonly<Record<FontName, Float64Array>> = measureFonts()

/** Advance width of every byte, as a fraction of the font size. */
function measureFonts(): Record<FontName, Float64Array> {
  const document = new PDFDocument({ autoFirstPage: false })
  const measure = (font: string) => {
    document.font(font).fontSize(1)
    const table = new Float64Array(256)
    for (const [code, character] of listWinAnsi()) table[code] = document.widthOfString(character)
    return table
  }
  return { R: measure(FONTS.R), B: measure(FONTS.B) }
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
