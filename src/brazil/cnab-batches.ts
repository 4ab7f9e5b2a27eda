import { InputError } from '../kernel/faults.ts'
import { type RecordLayout, readRecord } from './cnab-record.ts'

/** One line of a file, with what every line says about itself. */
export interface CnabLine {
  readonly text: string
  /** Counted from 1. */
  readonly number: number
  readonly batch: number
  readonly recordType: string
}

export interface CnabBatch {
  readonly header: CnabLine
  readonly details: readonly CnabLine[]
  readonly trailer: CnabLine
}

const anyLine = {
  bank: [1, 3, 'digits'],
  batch: [4, 7, 'count'],
  recordType: [8, 8, 'digits'],
} as const satisfies RecordLayout

const fileTrailer = {
  batchCount: [18, 23, 'count'],
  lineCount: [24, 29, 'count'],
} as const satisfies RecordLayout

/**
 * The batches of a file whose first line is its header. A file that was cut, or put together from two, is refused: its
 * trailers count lines and batches.
 */
export function splitCnabBatches(lines: readonly string[], bank: string): CnabBatch[] {
  const [, ...rest] = lines.map((line, index) => placeLine(line, index + 1, bank))
  const trailer = rest.pop()
  if (trailer?.recordType !== '9')
    throw new InputError('the file ends without its trailer: a part is missing', { line: lines.length })
  const batches = groupLines(rest)
  const { batchCount, lineCount } = readRecord(fileTrailer, trailer.text, trailer.number)
  checkCnabCount('lines', lineCount, lines.length, trailer.number)
  checkCnabCount('batches', batchCount, batches.length, trailer.number)
  return batches
}

export function checkCnabCount(what: string, stated: number, counted: number, line: number): void {
  if (stated !== counted)
    throw new InputError(`the trailer counts ${stated} ${what}, there are ${counted}`, { line })
}

function placeLine(text: string, number: number, fileBank: string): CnabLine {
  const { bank, batch, recordType } = readRecord(anyLine, text, number)
  if (bank !== fileBank)
    throw new InputError(`it is of bank ${bank}, the file of bank ${fileBank}`, { line: number })
  return { text, number, batch, recordType }
}

function groupLines(lines: readonly CnabLine[]): CnabBatch[] {
  const batches: CnabBatch[] = []
  const seen = new Set<number>()
  let open: { readonly header: CnabLine; readonly details: CnabLine[] } | undefined
  for (const line of lines) {
    if (open === undefined) {
      if (line.recordType !== '1')
        throw new InputError(`a record of type ${line.recordType} stands outside of a batch`, {
          line: line.number,
        })
      if (seen.has(line.batch))
        throw new InputError(`batch ${line.batch} begins again`, { line: line.number })
      seen.add(line.batch)
      open = { header: line, details: [] }
      continue
    }
    const { header } = open
    if (line.batch !== header.batch)
      throw new InputError(`it is of batch ${line.batch}, but batch ${header.batch} has no trailer yet`, {
        line: line.number,
      })
    if (line.recordType === '3') open.details.push(line)
    else if (line.recordType === '5') {
      batches.push({ ...open, trailer: line })
      open = undefined
    } else
      throw new InputError(`a record of type ${line.recordType} stands within a batch`, { line: line.number })
  }
  if (open !== undefined)
    throw new InputError(`batch ${open.header.batch} ends without its trailer`, { line: open.header.number })
  return batches
}
