import { LOGO, MARK, presentDrawing, WORD } from '../../brand/mark.ts'
import { html, Markup } from './markup.ts'

const SPARK = 'var(--spark)'
const place = (at: { x: number; y: number }, drawing: string): string =>
  `<g transform="translate(${at.x} ${at.y})">${drawing}</g>`

const LINES = new Markup(
  place(LOGO.mark, presentDrawing(MARK, 'currentColor', SPARK)) +
    place(LOGO.word, presentDrawing(WORD, 'currentColor', SPARK)),
)

/** Mark and word, for pages that the server writes. */
export function presentLogo(): Markup {
  return html`<svg class="brand-logo" viewBox="0 0 ${LOGO.width} ${LOGO.height}" role="img" aria-label="Crediário">${LINES}</svg>`
}
