import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { FONTS } from './fonts.ts'

const POINTS_PER_MM = 72 / 25.4
const SCALE = POINTS_PER_MM.toFixed(6)

export interface DocumentInfo {
  readonly title: string
  /** The same pages give the same bytes, whenever they are asked for. */
  readonly createdAt: Date
}

/** A PDF of A4 pages, each a list of drawing orders in millimetres from its upper left corner. */
export async function composeDocument(pages: readonly string[], info: DocumentInfo): Promise<Buffer> {
  const document = new PDFDocument({
    autoFirstPage: false,
    compress: false,
    font: '',
    size: [210 * POINTS_PER_MM, 297 * POINTS_PER_MM],
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    pdfVersion: '1.4',
    info: {
      Title: info.title,
      Creator: 'Crediário',
      Producer: 'Crediário',
      CreationDate: info.createdAt,
    },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise(resolve => document.once('end', resolve))
  const fonts = Object.entries(FONTS).map(([name, BaseFont]) => {
    const font = document.ref({ Type: 'Font', Subtype: 'Type1', BaseFont, Encoding: 'WinAnsiEncoding' })
    font.end(undefined)
    return [name, font] as const
  })
  const resources = document.ref({ Font: Object.fromEntries(fonts) })
  resources.end(undefined)
  for (const orders of pages) {
    document.addPage()
    const form = document.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 210, 297],
      Resources: resources,
      Filter: 'FlateDecode',
    })
    form.end(deflateSync(Buffer.from(orders, 'latin1'), { level: 1 }))
    document.page.xobjects.P = form
    document.addContent(`q ${SCALE} 0 0 ${SCALE} 0 0 cm /P Do Q`)
  }
  document.end()
  await ended
  return Buffer.concat(chunks)
}
