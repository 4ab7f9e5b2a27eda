import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { ErrorCode } from '../../../src/contract/errors.ts'
import { packObjects, writeBomb, writePage, writePdf } from './pdf-writer.ts'

export interface HostileFile {
  readonly name: string
  readonly bytes: Buffer
  readonly code: ErrorCode
}

/** Entries of a catalogue or an object that run, open or embed something. */
const ACTIVE: Readonly<Record<string, string>> = {
  JavaScript: '/Names << /JavaScript << /Names [(a) 6 0 R] >> >>',
  JS: '/Extra << /S /Other /JS (app.alert\\(1\\)) >>',
  OpenAction: '/OpenAction << /S /URI /URI (http://example.com) >>',
  AA: '/AA << /WC << /S /URI /URI (http://example.com) >> >>',
  Launch: '/Extra << /S /Launch /F (cmd.exe) >>',
  SubmitForm: '/Extra << /S /SubmitForm /F (http://example.com) >>',
  ImportData: '/Extra << /S /ImportData /F (x.fdf) >>',
  XFA: '/AcroForm << /XFA 6 0 R /Fields [] >>',
  EmbeddedFile: '/Extra << /Type /EmbeddedFile >>',
  EmbeddedFiles: '/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>',
  EF: '/Extra << /Type /Filespec /EF << /F 6 0 R >> >>',
  FileAttachment: '/Extra << /Subtype /FileAttachment >>',
  Collection: '/Collection << /View /D >>',
  GoToR: '/Extra << /S /GoToR /F (other.pdf) >>',
  GoToE: '/Extra << /S /GoToE >>',
  RichMedia: '/Extra << /Subtype /RichMedia >>',
  Rendition: '/Extra << /S /Rendition >>',
  Movie: '/Extra << /S /Movie >>',
  Sound: '/Extra << /S /Sound >>',
  Screen: '/Extra << /Subtype /Screen >>',
  '3D': '/Extra << /Subtype /3D >>',
  Encrypt: '/Encrypt 6 0 R',
}

const LINES = ['Nota fiscal', 'Pedido 1234', 'Total R$ 1.240,00']
const escapeName = (name: string, which: (index: number) => boolean): string =>
  [...name].map((letter, index) => (which(index) ? `#${letter.charCodeAt(0).toString(16)}` : letter)).join('')

/** Every name in four spellings. */
function* writeActive(): Generator<[string, Buffer]> {
  for (const [name, entry] of Object.entries(ACTIVE)) {
    const last = escapeName(name, index => index === name.length - 1)
    const all = escapeName(name, () => true)
    yield [`/${name}`, writePage(LINES, { catalog: entry })]
    yield [`/${last}`, writePage(LINES, { catalog: entry.replace(`/${name}`, `/${last}`) })]
    yield [`/${name} in an object stream`, writePage(LINES, { parts: [packObjects([`<< ${entry} >>`])] })]
    const packed = packObjects([`<< ${entry.replace(`/${name}`, `/${all.toUpperCase()}`)} >>`])
    yield [`/${all} in an object stream`, writePage(LINES, { parts: [packed] })]
  }
}

const SCRIPT = '<< /S /JavaScript /JS (x) >>'
const inStream = (value: string, stream: Buffer | string): Buffer =>
  writePage(LINES, { parts: [{ value, stream }] })
const hex = (bytes: Buffer): string => `${bytes.toString('hex')}>`

/** Ways to hide objects from a reader that starts at the beginning of the file. */
function* writeHidden(): Generator<[string, Buffer]> {
  const packed = deflateSync(Buffer.from(`100 0 ${SCRIPT}`))
  const objects = (filter: string, stream: Buffer | string, type = '/Type /ObjStm'): Buffer =>
    inStream(`<< ${type} /N 1 /First 6 ${filter} >>`, stream)
  yield ['objects not compressed', objects('', `100 0 << /AA << >> >>`)]
  yield ['objects without a type', objects('/Filter /FlateDecode', packed, '')]
  yield ['object stream in an escaped name', objects('/Filter /Fl#61teDecode', packed, '/Type /Obj#53tm')]
  yield [
    'objects behind hexadecimal',
    objects('/Filter /ASCIIHexDecode', hex(Buffer.from(`100 0 ${SCRIPT}`))),
  ]
  yield ['objects behind two encodings', objects('/Filter [/ASCIIHexDecode /FlateDecode]', hex(packed))]
  yield ['objects compressed twice', objects('/Filter [/FlateDecode /FlateDecode]', deflateSync(packed))]
  yield ['objects behind LZW', objects('/Filter /LZWDecode', packed)]
  yield ['objects behind run lengths', objects('/Filter /RunLengthDecode', packed)]
  yield [
    'objects behind a predictor',
    objects('/Filter /FlateDecode /DecodeParms << /Predictor 12 >>', packed),
  ]
  yield ['objects behind an encoding by reference', objects('/Filter 4 0 R', packed)]
  yield ['objects with two encodings named', objects('/Filter /FlateDecode /Filter /ASCIIHexDecode', packed)]
  yield ['objects in a damaged stream', objects('/Filter /FlateDecode', randomBytes(300))]
  yield ['objects behind encryption', objects('/Filter [/Crypt /FlateDecode]', packed)]
  yield ['a stream in another file', inStream('<< /F (other.bin) >>', '')]
  yield ['a stream behind LZW', inStream('<< /Filter /LZWDecode >>', randomBytes(300))]
  yield ['a stream behind nothing known', inStream('<< /Filter /Sesame >>', randomBytes(300))]
  yield ['an object within a stream', inStream('<< /Length 40 >>', `9 0 obj << /AA << /O 4 0 R >> >> endobj`)]
  yield ['an object behind an open bracket', writePage(LINES, { raw: '(\n9 0 obj << /AA << >> >> endobj\n' })]
  yield ['an object behind a comment', writePage(LINES, { raw: '% 9 0 obj << /XFA 1 0 R >> endobj\n' })]
  yield [
    'an object with comments in its head',
    writePage(LINES, { raw: '9 %\n0 %\nobj%\n<< /AA << >> >> endobj\n' }),
  ]
  yield ['an object right behind its number', writePage(LINES, { raw: '9 0obj<</AA<<>>>>endobj\n' })]
  yield ['an action in a list', writePage(LINES, { raw: '9 0 obj [ [ << /A << /JS (x) >> >> ] ] endobj\n' })]
  yield ['a script in a later revision', revise(writePage(LINES), `9 0 obj ${SCRIPT} endobj\n`)]
  yield ['encryption in the trailer', writePage(LINES, { trailer: '/Encrypt 6 0 R' })]
  yield ['lists within lists', writePage(LINES, { raw: `9 0 obj ${'['.repeat(200_000)}\n` })]
  yield [
    'dictionaries within dictionaries',
    writePage(LINES, { raw: `9 0 obj ${'<< /A '.repeat(50_000)}\n` }),
  ]
  yield ['objects within objects', writePage(LINES, { raw: '9 0 obj [ '.repeat(100) + '0 '.repeat(200_000) })]
  yield ['eight megabytes and a script', inStream(SCRIPT, randomBytes(8 * 1024 * 1024))]
}

function encodeAscii85(bytes: Buffer): string {
  const padded = Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))])
  let text = ''
  for (let at = 0; at < padded.length; at += 4) {
    let left = padded.readUInt32BE(at)
    let group = ''
    for (let digit = 0; digit < 5; digit += 1) {
      group = String.fromCharCode((left % 85) + 33) + group
      left = Math.floor(left / 85)
    }
    text += group
  }
  return `${text}~>`
}

function revise(pdf: Buffer, more: string): Buffer {
  return Buffer.concat([pdf, Buffer.from(`${more}trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`)])
}

function* writeBombs(): Generator<[string, Buffer]> {
  const flate = '<< /Filter /FlateDecode >>'
  const gigabyte = writeBomb(1_024)
  yield ['a gigabyte in a page', inStream(flate, gigabyte)]
  yield [
    'a gigabyte in a few kilobytes',
    inStream('<< /Filter [/FlateDecode /FlateDecode] >>', deflateSync(gigabyte)),
  ]
  yield [
    'a gigabyte of objects',
    inStream('<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>', gigabyte),
  ]
  yield ['a gigabyte in a picture', inStream('<< /Subtype /Image /Filter /FlateDecode >>', gigabyte)]
  const many = Array.from({ length: 40 }, () => ({ value: flate, stream: writeBomb(8) }))
  yield ['many streams of eight megabytes', writePage(LINES, { parts: many })]
  yield [
    'a gigabyte behind hexadecimal',
    inStream('<< /Filter [/ASCIIHexDecode /FlateDecode] >>', hex(gigabyte)),
  ]
  yield ['a gigabyte behind printable letters', inStream('<< /Filter [/A85 /Fl] >>', encodeAscii85(gigabyte))]
}

const EMPTY_STREAMS = ['[/A85 /Fl]', '[/A85 /A85 /A85 /A85]', '/A85', '[/AHx /Fl]', '/Fl']

/** Streams that expand to nothing and only cost time. */
function* writeTimeWasters(): Generator<[string, Buffer]> {
  const four = 4 * 1024 * 1024
  for (const filter of EMPTY_STREAMS) {
    const empty = `<< /Filter ${filter} >> stream\n${filter === '/Fl' ? 'x\x9c\x03\0\0\0\0\x01' : '~>'}\nendstream `
    const raw = `9 0 obj ${empty}`.repeat(Math.ceil(four / (8 + empty.length)))
    yield [
      `four megabytes of empty streams behind ${filter}`,
      writePage(LINES, { raw: Buffer.from(raw, 'latin1') }),
    ]
  }
  const open = '9 0 obj << /Filter /A85 >> stream\n'
  yield ['streams without an end', writePage(LINES, { raw: open.repeat(20_000) })]
}

function* writeOther(): Generator<[string, Buffer]> {
  const pdf = writePage(LINES)
  yield ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')]
  yield ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')]
  yield ['a ZIP', Buffer.from('504b0304140000000000', 'hex')]
  yield ['a program', Buffer.from(`MZ${'\0'.repeat(60)}This program cannot be run`)]
  yield ['random bytes', randomBytes(5_000)]
  yield ['a PDF behind a kilobyte', Buffer.concat([Buffer.alloc(1_024, 'x'), pdf])]
  yield ['a PDF behind one blank', Buffer.concat([Buffer.from(' '), pdf])]
  yield ['a PDF without its end', pdf.subarray(0, -8)]
  yield ['a PDF cut in the middle', pdf.subarray(0, pdf.length / 2)]
  yield ['a PDF with a page behind it', Buffer.concat([pdf, Buffer.from('<script>alert(1)</script>')])]
  yield ['a PDF with an archive behind it', Buffer.concat([pdf, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])]
  const archive = Buffer.concat([Buffer.from('%PK\x05\x06'), Buffer.alloc(18), Buffer.from('\n')])
  yield ['a PDF within the remark of an archive', writePage(LINES, { raw: archive })]
  yield ['a beginning and an end', Buffer.from('%PDF-1.7\nhello\nstartxref\n0\n%%EOF')]
  yield ['objects without a catalogue', writePdf(['<< /Type /Pages /Kids [] /Count 0 >>'])]
  yield ['an unknown version', writePage(LINES, { header: '%PDF-9.9' })]
}

export function* listHostileFiles(): Generator<HostileFile> {
  const each = function* (files: Iterable<[string, Buffer]>, code: ErrorCode): Generator<HostileFile> {
    for (const [name, bytes] of files) yield { name, bytes, code }
  }
  yield* each(writeActive(), 'invoice_with_active_content')
  yield* each(writeHidden(), 'invoice_with_active_content')
  yield* each(writeBombs(), 'invoice_expands_too_far')
  yield* each(writeTimeWasters(), 'invoice_expands_too_far')
  yield* each(writeOther(), 'invoice_not_pdf')
}
