import { constants, createInflate } from 'node:zlib'
import { InputError } from '../../../kernel/faults.ts'
import type { PdfObject } from './objects.ts'

/** Of an InputError: the decompressed content is larger than any invoice. */
export const EXPANDS_TOO_FAR = 'EXPANDS_TOO_FAR'

const refuseSize = (): InputError => new InputError('larger than any invoice', { fault: EXPANDS_TOO_FAR })

/** An A4 page scanned in colour at 300 dpi has 26 MB when the scanner does not compress it. */
const MAX_EXPANDED_BYTES = 64 * 1024 * 1024
const MAX_KEPT_BYTES = 16 * 1024 * 1024
const MAX_FILTERS = 4
const MAX_WORK_BYTES = 128 * 1024 * 1024
/** Starting to decode a stream takes as long as reading this many bytes of one: about 8,000 in a file. */
const STREAM_WORK_BYTES = 16 * 1024
const CHUNK_BYTES = 64 * 1024

/** How many more bytes the streams of one file may expand to, and how many may be read and set aside for that. */
export class Budget {
  #left = MAX_EXPANDED_BYTES
  #workLeft = MAX_WORK_BYTES

  /** What costs time without expanding: empty streams, text that decodes to nothing, the same bytes again. */
  spendWork(bytes: number): void {
    this.#workLeft -= bytes
    if (this.#workLeft < 0) throw refuseSize()
  }

  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw refuseSize()
  }
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  DCT: 'DCTDecode',
  CCF: 'CCITTFaxDecode',
}
/** Picture formats: always the last filter, and they contain no objects. */
const PICTURES = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])

function listFilters({ entries }: PdfObject): string[] {
  if (entries.some(({ key }) => key === 'F')) throw new InputError('a stream that lies in another file')
  const found = entries.filter(({ key }) => key === 'Filter')
  if (found.length > 1) throw new InputError('a stream with two encodings')
  const [filter] = found
  if (filter === undefined || filter.kind === 'end') return []
  const isPlain = filter.kind === 'name' || filter.kind === 'open-list'
  if (!isPlain || filter.names.length > MAX_FILTERS)
    throw new InputError('a stream whose encoding is not named')
  return filter.names.map(name => SHORT_NAMES[name] ?? name)
}

/** Viewers unpack objects from any stream that states where its first one begins. */
export function isObjectStream({ entries, names }: PdfObject): boolean {
  return entries.some(({ key }) => key === 'First') || names.includes('ObjStm')
}

/** The objects in it, decoded. */
export async function openObjectStream(bytes: Buffer, object: PdfObject, budget: Budget): Promise<Buffer> {
  const filters = listFilters(object)
  const start = object.streamAt ?? bytes.length
  if (object.entries.some(({ key }) => key === 'DecodeParms' || key === 'DP'))
    throw new InputError('objects behind a predictor')
  // The declared length may be wrong, so everything after the start is inspected.
  if (filters.length === 0) return bytes.subarray(start)
  if (filters.length > 1 || filters[0] !== 'FlateDecode')
    throw new InputError(`objects behind ${filters.join(' and ')}`)
  const { output, isWhole } = await inflate(bytes.subarray(start), budget)
  if (!isWhole) throw new InputError('objects in a damaged stream')
  return output
}

/** Decompresses any other stream only to measure it. */
export async function measureStream(bytes: Buffer, object: PdfObject, budget: Budget): Promise<void> {
  const filters = listFilters(object)
  budget.spendWork(STREAM_WORK_BYTES * filters.length)
  let input = bytes.subarray(object.streamAt ?? bytes.length)
  for (const [index, filter] of filters.entries()) {
    if (PICTURES.has(filter) && index === filters.length - 1) return
    if (filter === 'FlateDecode') {
      const isLast = index === filters.length - 1
      input = (await inflate(input, budget, isLast ? 0 : MAX_KEPT_BYTES)).output
    } else if (filter === 'ASCII85Decode') input = decodeAscii85(input, budget)
    else if (filter === 'ASCIIHexDecode') input = decodeAsciiHex(input, budget)
    else throw new InputError(`a stream behind ${/^\w+$/.test(filter) ? filter : 'an unknown encoding'}`)
  }
}

/** Throws above `keptBytes`. Zero keeps nothing and only measures the size against the budget. */
async function inflate(
  input: Buffer,
  budget: Budget,
  keptBytes = MAX_KEPT_BYTES,
): Promise<{ readonly output: Buffer; readonly isWhole: boolean }> {
  budget.spendWork(STREAM_WORK_BYTES)
  const engine = createInflate({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  const kept: Buffer[] = []
  let size = 0
  let isWhole = true
  engine.end(input)
  try {
    for await (const chunk of engine as AsyncIterable<Buffer>) {
      budget.spend(chunk.length)
      size += chunk.length
      if (keptBytes === 0) continue
      if (size > keptBytes) throw refuseSize()
      kept.push(chunk)
    }
  } catch (error) {
    if (error instanceof InputError) throw error
    // Only the checksum is wrong, which viewers ignore.
    isWhole = error instanceof Error && error.message === 'incorrect data check'
  } finally {
    engine.destroy()
  }
  budget.spendWork(engine.bytesWritten)
  return { output: Buffer.concat(kept), isWhole }
}

function decodeAsciiHex(input: Buffer, budget: Budget): Buffer {
  const end = input.indexOf('>')
  budget.spendWork((end === -1 ? input.length : end) * 2)
  const digits = input.toString('latin1', 0, end === -1 ? input.length : end).replaceAll(/[^0-9A-Fa-f]/g, '')
  budget.spend(digits.length / 2)
  return Buffer.from(digits, 'hex')
}

function decodeAscii85(input: Buffer, budget: Budget): Buffer {
  const end = input.indexOf('~')
  const length = end === -1 ? input.length : end
  budget.spendWork(length * 4)
  const output = Buffer.alloc(length * 4)
  let size = 0
  let group: number[] = []
  for (let at = 0; at < length; at += 1) {
    const byte = input[at] ?? 0
    if (byte === 0x7a && group.length === 0) size += 4
    else if (byte >= 0x21 && byte <= 0x75) group.push(byte - 0x21)
    if (group.length < 5) continue
    output.writeUInt32BE(computeGroup(group), size)
    size += 4
    group = []
  }
  if (group.length > 1) {
    output.writeUInt32BE(computeGroup([...group, 84, 84, 84, 84].slice(0, 5)), size)
    size += group.length - 1
  }
  budget.spend(size)
  return output.subarray(0, size)
}

const computeGroup = (digits: readonly number[]): number =>
  digits.reduce((sum, digit) => sum * 85 + digit, 0) % 2 ** 32
