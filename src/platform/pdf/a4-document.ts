import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { type FontName, TYPEFACES } from './typeface.ts'

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
  const fonts = Object.entries(TYPEFACES).map(([name, face]) => [name, embedFont(document, face)] as const)
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

const FIRST_BYTE = 0x20
/** Upright letters of the Latin alphabet, in a standard encoding. */
const NONSYMBOLIC = 32

/** A simple font: one byte for each character, so that text is written as it is measured. */
function embedFont(document: PDFKit.PDFDocument, face: (typeof TYPEFACES)[FontName]): PDFKit.PDFKitReference {
  const file = document.ref({ Length1: face.fileLength, Filter: 'FlateDecode' })
  file.end(face.file)
  const descriptor = document.ref({
    Type: 'FontDescriptor',
    FontName: face.name,
    Flags: NONSYMBOLIC,
    FontBBox: face.box,
    ItalicAngle: 0,
    Ascent: face.ascent,
    Descent: face.descent,
    CapHeight: face.capHeight,
    StemV: face.stem,
    FontFile2: file,
  })
  descriptor.end(undefined)
  const font = document.ref({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: face.name,
    Encoding: 'WinAnsiEncoding',
    FirstChar: FIRST_BYTE,
    LastChar: 255,
    Widths: face.widths.slice(FIRST_BYTE),
    FontDescriptor: descriptor,
  })
  font.end(undefined)
  return font
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
