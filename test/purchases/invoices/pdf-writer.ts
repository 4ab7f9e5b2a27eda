import { constants, deflateSync } from 'node:zlib'

/** An object of a PDF: its dictionary or other value, and the bytes of its stream where it has one. */
export interface Part {
  readonly value: string
  readonly stream?: Buffer | string
}

export interface PdfTerms {
  readonly header?: string
  /** Entries of the trailer besides Root and Size. */
  readonly trailer?: string
  /** Written unchanged between the objects and the cross-reference table. */
  readonly raw?: string | Buffer
  readonly ending?: string | Buffer
}

/** A PDF with a correct cross-reference table. The first object is the catalogue. */
export function writePdf(parts: readonly (Part | string)[], terms: PdfTerms = {}): Buffer {
  const pieces: Buffer[] = [Buffer.from(`${terms.header ?? '%PDF-1.7'}\n`, 'latin1')]
  let size = pieces[0]?.length ?? 0
  const add = (piece: string | Buffer): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    pieces.push(bytes)
    size += bytes.length
  }
  const places = parts.map((part, index) => {
    const { value, stream } = typeof part === 'string' ? { value: part } : part
    const at = size
    add(`${index + 1} 0 obj\n${value}\n`)
    if (stream !== undefined) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
    return at
  })
  if (terms.raw !== undefined) add(terms.raw)
  const table = size
  const rows = places.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  add(`xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${rows}`)
  add(`trailer\n<< /Root 1 0 R /Size ${parts.length + 1} ${terms.trailer ?? ''} >>\nstartxref\n${table}\n`)
  add(terms.ending ?? '%%EOF\n')
  return Buffer.concat(pieces)
}

const encodeText = (text: string): string => text.replaceAll(/[()\\]/g, '\\$&')

/** One page with these lines, plus optional entries of its catalogue and font, and further objects from number 6 on. */
export function writePage(
  lines: readonly string[],
  more: PdfTerms & {
    readonly catalog?: string
    readonly font?: string
    readonly parts?: readonly (Part | string)[]
  } = {},
): Buffer {
  const text = lines.map(
    (line, index) => `BT /F1 11 Tf 40 ${780 - 18 * index} Td (${encodeText(line)}) Tj ET`,
  )
  const content = deflateSync(Buffer.from(text.join('\n'), 'latin1'))
  return writePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      { value: `<< /Filter /FlateDecode /Length ${content.length} >>`, stream: content },
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ${more.font ?? ''} >>`,
      ...(more.parts ?? []),
    ],
    more,
  )
}

/** Objects in a compressed stream, as newer programs write them. */
export function packObjects(objects: readonly string[], entries = '/Filter /FlateDecode'): Part {
  const body = objects.join(' ')
  let at = 0
  const index = objects.map((object, number) => {
    const entry = `${100 + number} ${at}`
    at += object.length + 1
    return entry
  })
  const head = `${index.join(' ')} `
  const stream = deflateSync(Buffer.from(head + body, 'latin1'))
  return {
    value: `<< /Type /ObjStm /N ${objects.length} /First ${head.length} ${entries} /Length ${stream.length} >>`,
    stream,
  }
}

const MEGABYTE = 1024 * 1024

/** A compressed stream of this many megabytes of blanks, made by repeating one block. */
export function writeBomb(megabytes: number): Buffer {
  const piece = deflateSync(Buffer.alloc(MEGABYTE, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const [header, body] = [piece.subarray(0, 2), piece.subarray(2)]
  return Buffer.concat([
    header,
    ...Array.from({ length: megabytes }, () => body),
    Buffer.of(3, 0, 0, 0, 0, 0),
  ])
}

const RED_PAGE = '1 0 0 rg 0 0 595 842 re f'
/** Two pages, the first red all over, with more entries of the catalogue; object 6 is a script. */
export const writeRedPages = (catalog = ''): Buffer =>
  writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    { value: `<< /Length ${RED_PAGE.length} >>`, stream: RED_PAGE },
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] >>',
    '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
  ])
