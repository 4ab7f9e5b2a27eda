import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { FONTS } from './fonts.ts'

export const POINTS_PER_MM = 72 / 25.4
/** Scale of the transformation from millimetres to points. */
export const SCALE = POINTS_PER_MM.toFixed(6)

interface DocumentInfo {
  readonly title: string
  /** Makes the output reproducible: the same pages give the same bytes at any time. */
  readonly createdAt: Date
}

/** The fastest level compresses to a fifth; more effort takes twice the time of all the rest for a tenth less. */
export function compressOperators(operators: string): Buffer {
  return deflateSync(Buffer.from(operators, 'latin1'), { level: 1 })
}

/** A PDF of A4 pages, with the fonts that the drawing operators name. */
export function openA4Document({ title, createdAt }: DocumentInfo) {
  const document = new PDFDocument({
    autoFirstPage: false,
    // Large streams are compressed by compressOperators.
    compress: false,
    // The library's text functions are not used, so it need not load its default font.
    font: '',
    size: [210 * POINTS_PER_MM, 297 * POINTS_PER_MM],
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    pdfVersion: '1.4',
    info: { Title: title, Creator: 'Crediário', Producer: 'Crediário', CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const fonts = Object.entries(FONTS).map(([name, BaseFont]) => {
    const font = document.ref({ Type: 'Font', Subtype: 'Type1', BaseFont, Encoding: 'WinAnsiEncoding' })
    font.end(undefined)
    return [name, font] as const
  })
  const resources = document.ref({ Font: Object.fromEntries(fonts) })
  resources.end(undefined)
  return {
    document,
    /** A drawing in millimetres from the upper left corner, reusable on any page. */
    addForm(compressed: Buffer) {
      const form = document.ref({
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 210, 297],
        Resources: resources,
        Filter: 'FlateDecode',
      })
      form.end(compressed)
      return form
    },
    async finish(): Promise<Buffer> {
      const ended = new Promise(resolve => document.once('end', resolve))
      document.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

/** A PDF of A4 pages, each a list of drawing operators in millimetres from its upper left corner. */
export async function composeDocument(pages: readonly string[], info: DocumentInfo): Promise<Buffer> {
  const { document, addForm, finish } = openA4Document(info)
  for (const orders of pages) {
    document.addPage()
    document.page.xobjects.P = addForm(compressOperators(orders))
    document.addContent(`q ${SCALE} 0 0 ${SCALE} 0 0 cm /P Do Q`)
  }
  return finish()
}
