import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { FONTS } from './fonts.ts'

export const POINTS_PER_MM = 72 / 25.4
/** Of a transformation from millimetres. */
export const SCALE = POINTS_PER_MM.toFixed(6)

export interface DocumentInfo {
  readonly title: string
  /** The same pages give the same bytes, whenever they are asked for. */
  readonly createdAt: Date
}

/** Lists of orders compress to a fifth at once; more effort takes twice the time of all the rest for a tenth less. */
export function compressOrders(orders: string): Buffer {
  return deflateSync(Buffer.from(orders, 'latin1'), { level: 1 })
}

/** A PDF of A4 pages, with the fonts that lists of drawing orders name. */
export function openA4Document({ title, createdAt }: DocumentInfo) {
  const document = new PDFDocument({
    autoFirstPage: false,
    // What is large is compressed here.
    compress: false,
    // Its own writing of text is not used, so it need not read its own font.
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
    /** A drawing in millimetres from the upper left corner, to be shown on any page. */
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
