import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { FONTS } from '../../../platform/pdf/fonts.ts'
import { computeOffsetMm, DESIGNS, type PdfLayout } from './pages.ts'
import { type BilletSheet, checkSheet } from './sheet.ts'

const POINTS_PER_MM = 72 / 25.4
const SCALE = POINTS_PER_MM.toFixed(6)
const A4 = [210 * POINTS_PER_MM, 297 * POINTS_PER_MM] as const

/** Lists of orders compress to a fifth at once; more effort takes twice the time of all the rest for a tenth less. */
const compress = (orders: string) => deflateSync(Buffer.from(orders, 'latin1'), { level: 1 })

/** The same in all documents. */
const frames = { page: compress(DESIGNS.page.frame), booklet: compress(DESIGNS.booklet.frame) }

/** A document that grows by whole pages, so that other work can run between two of them. */
export function openDocument(sheets: readonly BilletSheet[], layout: PdfLayout) {
  for (const sheet of sheets) checkSheet(sheet)
  const first = sheets[0]
  if (first === undefined) throw new RangeError('a PDF of billets needs a billet')
  const document = new PDFDocument({
    autoFirstPage: false,
    // What is large is compressed here.
    compress: false,
    // Its own writing of text is not used, so it need not read its own font.
    font: '',
    size: [...A4],
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    pdfVersion: '1.4',
    info: {
      Title: sheets.length === 1 ? 'Boleto' : `Boletos (${sheets.length})`,
      Creator: 'Crediário',
      Producer: 'Crediário',
      // The same billets give the same bytes, whenever they are asked for.
      CreationDate: new Date(`${first.billet.issuedOn}T12:00:00Z`),
    },
  })
  const fonts = Object.entries(FONTS).map(([name, BaseFont]) => {
    const font = document.ref({ Type: 'Font', Subtype: 'Type1', BaseFont, Encoding: 'WinAnsiEncoding' })
    font.end(undefined)
    return [name, font] as const
  })
  const resources = document.ref({ Font: Object.fromEntries(fonts) })
  resources.end(undefined)
  const addForm = (orders: Buffer) => {
    const form = document.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 210, 297],
      Resources: resources,
      Filter: 'FlateDecode',
    })
    form.end(orders)
    return form
  }
  const frame = addForm(frames[layout])
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { sheetsPerPage, marks, draw } = DESIGNS[layout]
  return {
    pageCount: Math.ceil(sheets.length / sheetsPerPage),
    addPage(page: number): void {
      document.addPage()
      const { xobjects } = document.page
      xobjects.F = frame
      const start = page * sheetsPerPage
      for (const [index, sheet] of sheets.slice(start, start + sheetsPerPage).entries()) {
        xobjects[`S${index}`] = addForm(compress(draw(sheet)))
        const downPoints = computeOffsetMm(index, layout) * POINTS_PER_MM
        const shown = index === 0 ? marks : ''
        document.addContent(
          `q ${SCALE} 0 0 ${SCALE} 0 ${downPoints.toFixed(3)} cm ${shown} /F Do /S${index} Do Q`,
        )
      }
    },
    async finish(): Promise<Buffer> {
      const ended = new Promise(resolve => document.once('end', resolve))
      document.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}
