import { Drawing } from '../../../../platform/pdf/drawing.ts'
import { drawReceipt, drawReceiptFrame } from './receipt.ts'
import type { BilletSheet } from './sheet.ts'
import { drawSlip, drawSlipFrame } from './slip.ts'
import { PAGE_SLIP, STRIP_SLIP } from './slip-layout.ts'
import { drawStub, drawStubFrame, STRIP_HEIGHT } from './stub.ts'

export type PdfLayout = 'page' | 'booklet'

/** One kind of page: a constant part, and a part that depends on its billets. */
interface PageDesign {
  readonly sheetsPerPage: number
  readonly frame: string
  /** Drawn once on every page. */
  readonly marks: string
  draw(sheet: BilletSheet): string
}

export const DESIGNS: Readonly<Record<PdfLayout, PageDesign>> = {
  page: {
    sheetsPerPage: 1,
    marks: '',
    frame: drawWith(drawing => {
      drawReceiptFrame(drawing)
      drawSlipFrame(drawing, PAGE_SLIP)
    }),
    draw: sheet =>
      drawWith(drawing => {
        drawReceipt(drawing, sheet)
        drawSlip(drawing, PAGE_SLIP, sheet)
      }),
  },
  booklet: {
    sheetsPerPage: 3,
    marks: drawWith(drawing => {
      for (const strip of [1, 2]) drawing.dashedLine(0, strip * STRIP_HEIGHT, 210, strip * STRIP_HEIGHT)
    }),
    frame: drawWith(drawing => {
      drawStubFrame(drawing)
      drawSlipFrame(drawing, STRIP_SLIP)
    }),
    draw: sheet =>
      drawWith(drawing => {
        drawStub(drawing, sheet)
        drawSlip(drawing, STRIP_SLIP, sheet)
      }),
  },
}

/** Every strip is drawn at the top of the page and then shifted down. */
export function computeOffsetMm(index: number, layout: PdfLayout): number {
  return layout === 'page' ? 0 : (index % DESIGNS.booklet.sheetsPerPage) * STRIP_HEIGHT
}

function drawWith(draw: (drawing: Drawing) => void): string {
  const drawing = new Drawing()
  draw(drawing)
  return drawing.toString()
}
