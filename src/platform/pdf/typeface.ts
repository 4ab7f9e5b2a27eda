import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deflateSync, inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { listWinAnsi } from './win-ansi.ts'

/** What a PDF embeds of one weight, ready to be written: a document costs no more than copying it. */
interface Typeface {
  readonly name: string
  /** Advance width of every byte of the encoding, in thousandths of the font size. */
  readonly widths: readonly number[]
  readonly box: readonly number[]
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  /** Width of an upright line of a letter. */
  readonly stem: number
  /** A TrueType font, deflated. */
  readonly file: Buffer
  readonly fileLength: number
}

/** The part of pdfkit's font reader that is used here; its types leave it out. */
interface FontReader {
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  readonly bbox: { minX: number; minY: number; maxX: number; maxY: number }
  glyphForCodePoint(codePoint: number): { id: number }
  layout(text: string, features: readonly string[]): { glyphs: { id: number }[] }
}

const FILES = {
  R: { url: import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff'), stem: 80 },
  B: { url: import.meta.resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff'), stem: 140 },
} as const
export type FontName = keyof typeof FILES

/** All that a viewer needs to draw glyphs; kerning, names and features stay out. */
const DRAWN_TABLES = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const

export const TYPEFACES: Readonly<Record<FontName, Typeface>> = {
  R: readTypeface(FILES.R),
  B: readTypeface(FILES.B),
}

function readTypeface({ url, stem }: (typeof FILES)[FontName]): Typeface {
  const woff = readFileSync(fileURLToPath(url))
  const reader = openReader(woff)
  const glyphs = listGlyphs(reader)
  const tables = unpackWoff(woff)
  const getTable = (name: string): Buffer => {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`${url} has no table ${name}`)
    return table
  }
  const scale = 1000 / reader.unitsPerEm
  const widths = Array.from({ length: 256 }, () => 0)
  for (const { byte, id } of glyphs)
    widths[byte] = Math.round(readAdvance(getTable('hhea'), getTable('hmtx'), id) * scale)
  const font = packFont([
    ['cmap', writeCharacterMap(glyphs)],
    ...DRAWN_TABLES.map(name => [name, getTable(name)] as const),
  ])
  const { minX, minY, maxX, maxY } = reader.bbox
  return {
    name: reader.postscriptName,
    widths,
    box: [minX, minY, maxX, maxY].map(value => Math.round(value * scale)),
    ascent: reader.ascent * scale,
    descent: reader.descent * scale,
    capHeight: reader.capHeight * scale,
    stem,
    file: deflateSync(font, { level: 9 }),
    fileLength: font.length,
  }
}

function openReader(font: Buffer): FontReader {
  const document = new PDFDocument({ autoFirstPage: false, font: '' }).font(font)
  const { _font } = document as unknown as { _font: { font: FontReader } }
  return _font.font
}

interface EncodedGlyph {
  readonly byte: number
  readonly codePoint: number
  readonly id: number
}

/** Figures are the tabular ones: amounts stand below each other. */
function listGlyphs(reader: FontReader): EncodedGlyph[] {
  const figures = reader.layout('0123456789', ['tnum']).glyphs
  return listWinAnsi().map(([byte, character]) => {
    const codePoint = character.codePointAt(0) ?? 0
    const id = figures[codePoint - 0x30]?.id ?? reader.glyphForCodePoint(codePoint).id
    if (id === 0) throw new Error(`the typeface lacks ${character}`)
    return { byte, codePoint, id }
  })
}

/** WOFF 1.0: a directory, and each table deflated where that makes it smaller. */
function unpackWoff(woff: Buffer): Map<string, Buffer> {
  const count = woff.readUInt16BE(12)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 44 + index * 20
      const offset = woff.readUInt32BE(entry + 4)
      const packedLength = woff.readUInt32BE(entry + 8)
      const packed = woff.subarray(offset, offset + packedLength)
      const isPacked = packedLength < woff.readUInt32BE(entry + 12)
      return [woff.toString('latin1', entry, entry + 4), isPacked ? inflateSync(packed) : packed]
    }),
  )
}

/** The last width of the table holds for all glyphs after it. */
function readAdvance(header: Buffer, metrics: Buffer, glyph: number): number {
  const count = header.readUInt16BE(34)
  return metrics.readUInt16BE(Math.min(glyph, count - 1) * 4)
}

/** From Unicode to glyphs, in format 4: one segment for each run whose glyphs lie in the order of its characters. */
function writeCharacterMap(glyphs: readonly EncodedGlyph[]): Buffer {
  const segments: { start: number; end: number; delta: number }[] = []
  for (const { codePoint, id } of glyphs.toSorted((a, b) => a.codePoint - b.codePoint)) {
    const last = segments.at(-1)
    const delta = (id - codePoint) & 0xffff
    if (last !== undefined && last.end === codePoint - 1 && last.delta === delta) last.end = codePoint
    else segments.push({ start: codePoint, end: codePoint, delta })
  }
  segments.push({ start: 0xffff, end: 0xffff, delta: 1 })
  const count = segments.length
  const power = 2 ** Math.floor(Math.log2(count))
  const words = [
    // One subtable, for Windows and Unicode, 12 bytes after the start.
    ...[0, 1, 3, 1, 0, 12],
    ...[4, 16 + 8 * count, 0, 2 * count, 2 * power, Math.log2(power), 2 * (count - power)],
    ...segments.map(({ end }) => end),
    0,
    ...segments.map(({ start }) => start),
    ...segments.map(({ delta }) => delta),
    ...segments.map(() => 0),
  ]
  const table = Buffer.alloc(words.length * 2)
  for (const [index, word] of words.entries()) table.writeUInt16BE(word, index * 2)
  return table
}

/** Tables in the order of their names, each at a multiple of four bytes. */
function packFont(tables: readonly (readonly [name: string, table: Buffer])[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length))
  const directory = Buffer.alloc(12 + 16 * tables.length)
  directory.writeUInt32BE(0x00010000, 0)
  for (const [index, word] of [
    tables.length,
    16 * power,
    Math.log2(power),
    16 * (tables.length - power),
  ].entries())
    directory.writeUInt16BE(word, 4 + 2 * index)
  const parts = [directory]
  let offset = directory.length
  for (const [index, [name, table]] of tables.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    const entry = 12 + 16 * index
    directory.write(name, entry, 'latin1')
    directory.writeUInt32BE(computeChecksum(padded), entry + 4)
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(table.length, entry + 12)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function computeChecksum(padded: Buffer): number {
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}
