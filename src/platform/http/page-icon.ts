import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b5d"/>' +
  '<path d="M21.5 11a7.5 7.5 0 1 0 0 10" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round"/></svg>'

/** Inlined in the page: browsers otherwise request /favicon.ico, a round trip that is slow on a phone. */
export const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`

/** The same drawing in 16, 32 and 48 pixels, for what is no page: a PDF or JSON in a browser's tab. */
export const ICON_FILE = readFileSync(join(import.meta.dirname, 'favicon.ico'))
