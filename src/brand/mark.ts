/*
 * The mark is a C of three paid installments and a point for the next one; the word is drawn with one line of constant
 * width. Paths have only M, L and C with absolute coordinates, which a PDF understands as well as a browser.
 */

interface Point {
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface BrandDrawing {
  readonly width: number
  readonly height: number
  /** Lines, in the text's colour. */
  readonly path: string
  readonly lineWidth: number
  readonly points: readonly Point[]
  /** In `spark`, or in the text's colour where there is only one. */
  readonly spark: { readonly path: string } | Point
}

export const MARK = {
  width: 32,
  height: 32,
  path: 'M23.2 22.04C20.27 25.54 15.25 26.42 11.3 24.14M8.8 22.04C5.87 18.55 5.87 13.45 8.8 9.96M11.3 7.86C15.25 5.58 20.27 6.46 23.2 9.96',
  lineWidth: 5,
  points: [],
  spark: { x: 25.4, y: 16, radius: 2.9 },
} as const satisfies BrandDrawing

export const WORD: BrandDrawing = {
  width: 128.99,
  height: 26,
  path: 'M12.79 20.02C11.1 22.03 8.33 22.77 5.86 21.87C3.39 20.97 1.75 18.63 1.75 16C1.75 13.37 3.39 11.03 5.86 10.13C8.33 9.23 11.1 9.97 12.79 11.98M19.89 8L19.89 24M19.89 14.35C19.89 11.81 21.95 9.75 24.49 9.75L26.09 9.75M30.64 16L43.14 16C43.14 13.05 41.07 10.5 38.19 9.89C35.3 9.27 32.38 10.76 31.18 13.46C29.98 16.15 30.83 19.32 33.21 21.06C35.6 22.79 38.88 22.62 41.07 20.64M62.54 16C62.54 19.45 59.74 22.25 56.29 22.25C52.84 22.25 50.04 19.45 50.04 16C50.04 12.55 52.84 9.75 56.29 9.75C59.74 9.75 62.54 12.55 62.54 16M62.54 2.55L62.54 24M69.44 8L69.44 24M88.84 16C88.84 19.45 86.04 22.25 82.59 22.25C79.14 22.25 76.34 19.45 76.34 16C76.34 12.55 79.14 9.75 82.59 9.75C86.04 9.75 88.84 12.55 88.84 16M88.84 8L88.84 24M95.74 8L95.74 24M95.74 14.35C95.74 11.81 97.8 9.75 100.34 9.75L101.94 9.75M107.84 8L107.84 24M127.24 16C127.24 19.45 124.44 22.25 120.99 22.25C117.54 22.25 114.74 19.45 114.74 16C114.74 12.55 117.54 9.75 120.99 9.75C124.44 9.75 127.24 12.55 127.24 16',
  lineWidth: 3.5,
  points: [
    { x: 69.44, y: 4.1, radius: 2.3 },
    { x: 107.84, y: 4.1, radius: 2.3 },
  ],
  spark: { path: 'M81.99 6.15L85.99 1.95' },
}

/** As SVG elements without the `svg` around them. */
export function presentDrawing(drawing: BrandDrawing, colour: string, spark: string = colour): string {
  const { path, lineWidth, points } = drawing
  const line = (d: string, stroke: string) =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${lineWidth}"/>`
  const point = ({ x, y, radius }: Point, fill: string) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
  return [
    line(path, colour),
    ...points.map(each => point(each, colour)),
    'path' in drawing.spark ? line(drawing.spark.path, spark) : point(drawing.spark, spark),
  ].join('')
}

/** Mark and word side by side, 40 high. */
export const LOGO = { width: 168.99, height: 40, mark: { x: 0, y: 4 }, word: { x: 38, y: 7 } } as const

/** The logo for pages that the server writes; its colours are those of the text and of `spark`. */
export function presentLogo(): string {
  const part = ({ x, y }: { x: number; y: number }, drawing: BrandDrawing): string =>
    `<g transform="translate(${x} ${y})">${presentDrawing(drawing, 'currentColor', 'var(--spark)')}</g>`
  return `<svg class="brand-logo" viewBox="0 0 ${LOGO.width} ${LOGO.height}" role="img" aria-label="Crediário">${part(LOGO.mark, MARK)}${part(LOGO.word, WORD)}</svg>`
}

/** A square with round corners: the icon of a page, a phone's home screen, an e-mail's head. */
export function presentIcon(colours: { ground: string; line: string; spark: string }, rounding = 9): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${rounding}" fill="${colours.ground}"/>${presentDrawing(MARK, colours.line, colours.spark)}</svg>`
}
