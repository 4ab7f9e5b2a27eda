import { PDFiumLibrary } from '@hyzyla/pdfium'

/** One page as pixels, four bytes each. */
export interface DrawnPage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly pageCount: number
}

/** In pixels: small print of a whole page can be read. */
const LONGEST_SIDE = 1_600
/** A page of a few points must not become a picture of its rounding errors. */
const MAX_SCALE = 4

/**
 * Draws a page, counted from 1. PDFium runs as WebAssembly, built without a JavaScript engine: a file can run nothing in
 * it, and what breaks it breaks its own memory only. Undefined when there is nothing to draw.
 */
export async function drawPage(bytes: Uint8Array, page: number): Promise<DrawnPage | undefined> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes)
    const pageCount = document.getPageCount()
    if (page > pageCount) return undefined
    const drawn = document.getPage(page - 1)
    const { originalWidth, originalHeight } = drawn.getOriginalSize()
    const longest = Math.max(originalWidth, originalHeight)
    if (!(Math.min(originalWidth, originalHeight) >= 1) || !Number.isFinite(longest)) return undefined
    const scale = Math.min(MAX_SCALE, LONGEST_SIDE / longest)
    const { width, height, data } = await drawn.render({ scale, render: 'bitmap' })
    // A copy of its own, so that it can leave the thread without the rest of the library's memory.
    return { width, height, pixels: new Uint8Array(data), pageCount }
  } catch {
    return undefined
  }
}
