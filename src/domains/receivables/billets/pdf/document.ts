import {
  compressOperators,
  openA4Document,
  POINTS_PER_MM,
  SCALE,
} from '../../../../platform/pdf/a4-document.ts'
import { computeOffsetMm, DESIGNS, type PdfLayout } from './pages.ts'
import { type BilletSheet, checkSheet } from './sheet.ts'

/** Shared by all documents. */
const frames = {
  page: compressOperators(DESIGNS.page.frame),
  booklet: compressOperators(DESIGNS.booklet.frame),
}

/** A document that grows page by page, so that other work can run in between. */
export function openDocument(sheets: readonly BilletSheet[], layout: PdfLayout) {
  for (const sheet of sheets) checkSheet(sheet)
  const first = sheets[0]
  if (first === undefined) throw new RangeError('a PDF of billets needs a billet')
  const { document, addForm, finish } = openA4Document({
    title: sheets.length === 1 ? 'Boleto' : `Boletos (${sheets.length})`,
    createdAt: new Date(`${first.billet.issuedOn}T12:00:00Z`),
  })
  const frame = addForm(frames[layout])
  const { sheetsPerPage, marks, draw } = DESIGNS[layout]
  return {
    pageCount: Math.ceil(sheets.length / sheetsPerPage),
    addPage(page: number): void {
      document.addPage()
      const { xobjects } = document.page
      xobjects.F = frame
      const start = page * sheetsPerPage
      for (const [index, sheet] of sheets.slice(start, start + sheetsPerPage).entries()) {
        xobjects[`S${index}`] = addForm(compressOperators(draw(sheet)))
        const downPoints = computeOffsetMm(index, layout) * POINTS_PER_MM
        const shown = index === 0 ? marks : ''
        document.addContent(
          `q ${SCALE} 0 0 ${SCALE} 0 ${downPoints.toFixed(3)} cm ${shown} /F Do /S${index} Do Q`,
        )
      }
    },
    finish,
  }
}
