import { ACCENT, drawLogo, INK, LOGO_WIDTH, SOFT } from './brand-parts.ts'
import { Drawing, type TextStyle } from './drawing.ts'
import { wrapText } from './fonts.ts'
import { toWinAnsi } from './win-ansi.ts'

const MM_PER_POINT = 25.4 / 72
const LEFT = 18
const RIGHT = 192
const TOP = 20
const BOTTOM = 276
export const PAGE_MARGINS = { left: LEFT, right: RIGHT, width: RIGHT - LEFT } as const

interface Column {
  readonly title: string
  readonly width: number
  readonly align?: 'left' | 'right'
}

const BODY: TextStyle = { font: 'R', points: 9, colour: INK }
const BOLD: TextStyle = { font: 'B', points: 9, colour: INK }
const HEADING: TextStyle = { font: 'B', points: 11, colour: INK }
const SMALL: TextStyle = { font: 'R', points: 7, colour: SOFT }
const CELL: TextStyle = { font: 'R', points: 8.5, colour: INK }
const LEADING = 4.1
const ROW = 5
const HEADING_HEIGHT = 11.5

/** Text that flows over as many A4 pages as it needs, in millimetres. */
export class TextPages {
  readonly pages: Drawing[] = []
  #y = BOTTOM

  /** A page of its own, drawn by the caller; text goes on after it. */
  cover(draw: (page: Drawing) => void): void {
    const page = new Drawing()
    draw(page)
    this.pages.push(page)
    this.#y = BOTTOM
  }

  /** What follows begins at the top of a page. */
  endPage(): void {
    this.#y = BOTTOM
  }

  title(text: string, under: string): void {
    this.#need(16)
    const room = RIGHT - LEFT - LOGO_WIDTH - 6
    this.#page.text(
      text,
      { x: LEFT, y: this.#y + 5, room },
      { font: 'B', points: 16, colour: INK, leastPoints: 12 },
    )
    this.#page.text(under, { x: LEFT, y: this.#y + 10, room }, SMALL)
    drawLogo(this.#page, RIGHT - LOGO_WIDTH, this.#y - 0.5)
    this.#y += 15
  }

  heading(text: string): void {
    this.#need(14)
    this.#y += 3
    this.#page.text(text, this.#line(this.#y + 4), HEADING)
    this.#page.line(LEFT, this.#y + 6, RIGHT, this.#y + 6, 0.35, ACCENT)
    this.#y += 8.5
  }

  /** The whole text, however long. */
  paragraph(text: string, lead = ''): void {
    const lines = wrapText(BODY.font, BODY.points * MM_PER_POINT, toWinAnsi(text, text.length), RIGHT - LEFT)
    this.#need(lead === '' ? LEADING : 2 * LEADING)
    if (lead !== '') {
      this.#page.text(lead, this.#line(this.#y + 3), BOLD)
      this.#y += LEADING + 0.4
    }
    for (const line of lines) {
      this.#need(LEADING)
      this.#page.encodedLine(line, { x: LEFT, y: this.#y + 3 }, BODY)
      this.#y += LEADING
    }
    this.#y += 1.8
  }

  /** Names and values side by side, `perRow` pairs to a row. */
  pairs(pairs: readonly (readonly [name: string, value: string])[], perRow = 2): void {
    const width = (RIGHT - LEFT) / perRow
    for (let start = 0; start < pairs.length; start += perRow) {
      this.#need(9.5)
      for (const [index, [name, value]] of pairs.slice(start, start + perRow).entries()) {
        const x = LEFT + index * width
        this.#page.text(name, { x: x + 1, y: this.#y + 3, room: width - 2 }, SMALL)
        this.#page.text(value, { x: x + 1, y: this.#y + 7, room: width - 2 }, { ...BODY, leastPoints: 6 })
      }
      this.#page.line(LEFT, this.#y + 8.6, RIGHT, this.#y + 8.6, 0.1, 0.75)
      this.#y += 9.4
    }
    this.#y += 1
  }

  /** Not split, with the heading above it, unless it is longer than a page: then its header is repeated. */
  headedTable(heading: string, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const height = HEADING_HEIGHT + (rows.length + 1) * ROW
    if (height <= BOTTOM - TOP) this.#need(height)
    this.heading(heading)
    this.table(columns, rows)
  }

  /** The header is repeated on every page that the rows reach. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.#need(3 * ROW)
    this.#row(
      columns,
      columns.map(({ title }) => title),
      { ...SMALL, font: 'B' },
    )
    for (const row of rows) {
      if (this.#need(ROW))
        this.#row(
          columns,
          columns.map(({ title }) => title),
          { ...SMALL, font: 'B' },
        )
      this.#row(columns, row, CELL)
    }
    this.#y += 2
  }

  /** Drawn on every page once the number of pages is known. */
  finish(foot: (page: number, count: number) => readonly string[]): string[] {
    for (const [index, page] of this.pages.entries()) {
      page.line(LEFT, BOTTOM + 5, RIGHT, BOTTOM + 5, 0.1, 0.6)
      for (const [line, text] of foot(index + 1, this.pages.length).entries())
        page.text(text, this.#line(BOTTOM + 9 + line * 3.2), { font: 'R', points: 6.5, colour: SOFT })
    }
    return this.pages.map(page => page.toString())
  }

  #row(columns: readonly Column[], cells: readonly string[], style: TextStyle): void {
    let x = LEFT
    for (const [index, { width, align = 'left' }] of columns.entries()) {
      this.#page.text(
        cells[index] ?? '',
        { x: x + 1, y: this.#y + 3.6, room: width - 2, align },
        { ...style, leastPoints: 6 },
      )
      x += width
    }
    this.#page.line(LEFT, this.#y + ROW, RIGHT, this.#y + ROW, 0.1, 0.85)
    this.#y += ROW
  }

  /** True when a new page was begun. */
  #need(height: number): boolean {
    if (this.#y + height <= BOTTOM) return false
    this.pages.push(new Drawing())
    this.#y = TOP
    return true
  }

  get #page(): Drawing {
    const page = this.pages.at(-1)
    if (page === undefined) throw new Error('nothing was written yet')
    return page
  }

  #line(y: number) {
    return { x: LEFT, y, room: RIGHT - LEFT }
  }
}
