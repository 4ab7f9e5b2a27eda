import { splitCnabLines } from '../../brazil/cnab-lines.ts'
import { readRecord } from '../../brazil/cnab-record.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type BankStatement, checkStatement, type LineCategory, type StatementLine } from './statement.ts'

/* CNAB 240, "extrato para conciliação": a batch E04 for each account and day. */

const anyLine = { bank: [1, 3, 'digits'], batch: [4, 7, 'count'], recordType: [8, 8, 'digits'] } as const
const batchHeader = {
  kind: [9, 11, 'code'],
  agency: [53, 57, 'digits'],
  account: [59, 70, 'digits'],
  day: [143, 150, 'date'],
  balance: [151, 168, 'amount'],
  side: [169, 169, 'code'],
  status: [170, 170, 'code'],
  currency: [171, 173, 'code'],
} as const
const segmentE = {
  segment: [14, 14, 'code'],
  agency: batchHeader.agency,
  account: batchHeader.account,
  postedOn: [143, 150, 'date'],
  amount: [151, 168, 'amount'],
  side: [169, 169, 'code'],
  category: [170, 172, 'code'],
  history: [177, 201, 'text'],
  document: [202, 240, 'text'],
} as const
const batchTrailer = {
  day: batchHeader.day,
  balance: batchHeader.balance,
  side: batchHeader.side,
  status: batchHeader.status,
  lineCount: [171, 176, 'count'],
  debits: [177, 194, 'amount'],
  credits: [195, 212, 'amount'],
} as const
const fileTrailer = { batchCount: [18, 23, 'count'], lineCount: [24, 29, 'count'] } as const

/** FEBRABAN's categories; which of the two a bank uses for Pix differs. */
const CATEGORIES: Readonly<Record<string, LineCategory>> = {
  '105': 'fee',
  '202': 'collection',
  '209': 'pix',
  '223': 'pix',
  '120': 'pix',
}
const FINAL = 'F'

interface Line {
  readonly text: string
  readonly number: number
  readonly batch: number
  readonly recordType: string
}

/** The statements of a file, one for each batch. Throws an InputError for the whole file. */
export function parseSegmentE(text: string): BankStatement[] {
  const texts = splitCnabLines(text)
  const bank = texts[0]?.slice(0, 3) ?? ''
  if (!/^\d{3}00000/.test(texts[0] ?? ''))
    throw new InputError('it is not a file header of CNAB 240', { line: 1 })
  const lines = texts.map((each, index): Line => {
    const { bank: other, batch, recordType } = readRecord(anyLine, each, index + 1)
    if (other !== bank)
      throw new InputError(`it is of bank ${other}, the file of bank ${bank}`, { line: index + 1 })
    return { text: each, number: index + 1, batch, recordType }
  })
  const [, ...rest] = lines
  const trailer = rest.pop()
  if (trailer?.recordType !== '9')
    throw new InputError('the file ends without its trailer: a part is missing', { line: texts.length })
  const totals = readRecord(fileTrailer, trailer.text, trailer.number)
  const batches = splitBatches(rest)
  checkCount('lines', totals.lineCount, texts.length, trailer.number)
  checkCount('batches', totals.batchCount, batches.length, trailer.number)
  return batches.map(batch => checkStatement(parseBatch(bank, batch)))
}

function splitBatches(lines: readonly Line[]): Line[][] {
  const batches: Line[][] = []
  for (const line of lines) {
    const open = batches.at(-1)
    const isOpen = open !== undefined && open.at(-1)?.recordType !== '5'
    if ((line.recordType === '1') === isOpen || (isOpen && line.batch !== open[0]?.batch))
      throw new InputError(`a record of type ${line.recordType} is outside of any batch`, {
        line: line.number,
      })
    if (isOpen) open.push(line)
    else batches.push([line])
  }
  const last = batches.at(-1)?.at(-1)
  if (last !== undefined && last.recordType !== '5')
    throw new InputError('the last batch ends without its trailer', { line: last.number })
  return batches
}

function parseBatch(bank: string, lines: readonly Line[]): BankStatement {
  const [first, ...details] = lines
  const last = details.pop()
  if (first === undefined || last === undefined) throw new InputError('a batch is empty')
  const header = readRecord(batchHeader, first.text, first.number)
  const trailer = readRecord(batchTrailer, last.text, last.number)
  if (header.kind !== 'E04')
    throw new InputError(`a batch ${header.kind} is not a statement`, { line: first.number })
  if (header.currency !== 'BRL')
    throw new InputError(`the currency is ${header.currency}, not BRL`, { line: first.number })
  for (const { status } of [header, trailer])
    if (status !== FINAL)
      throw new InputError(`the statement is not final but "${status}": take it when the day is over`, {
        line: first.number,
      })
  checkCount('lines of the batch', trailer.lineCount, lines.length, last.number)
  const entries = details.map(line => parseLine(line, header)).filter(line => line !== undefined)
  const debits = sum(entries, amount => amount < 0)
  const credits = sum(entries, amount => amount > 0)
  if (-debits !== trailer.debits || credits !== trailer.credits)
    throw new InputError(
      `the trailer totals ${trailer.debits} debits and ${trailer.credits} credits, the lines ${-debits} and ${credits}`,
      { line: last.number },
    )
  const days = [...entries.map(({ postedOn }) => postedOn), getDay(header.day, first.number)].toSorted()
  return {
    bank,
    agency: header.agency,
    account: header.account,
    firstDay: days[0] ?? getDay(header.day, first.number),
    lastDay: getDay(trailer.day, last.number),
    openingCentavos: sign(header.side, header.balance, first.number),
    closingCentavos: sign(trailer.side, trailer.balance, last.number),
    lines: entries,
  }
}

/** Undefined for a segment of the bank's own. */
function parseLine(
  { text, number, recordType }: Line,
  header: { readonly agency: string; readonly account: string },
): StatementLine | undefined {
  if (recordType !== '3')
    throw new InputError(`a record of type ${recordType} is inside a batch`, { line: number })
  const line = readRecord(segmentE, text, number)
  if (line.segment !== 'E') return undefined
  if (line.account !== header.account || line.agency !== header.agency)
    throw new InputError(`it is about account ${line.account}, the batch about ${header.account}`, {
      line: number,
    })
  return {
    postedOn: getDay(line.postedOn, number),
    amountCentavos: sign(line.side, line.amount, number),
    category: CATEGORIES[line.category] ?? 'other',
    history: line.history.trim(),
    document: line.document.trim(),
  }
}

function sign(side: string, amount: Centavos, line: number): Centavos {
  if (side !== 'C' && side !== 'D') throw new InputError(`"${side}" is neither credit nor debit`, { line })
  // Not -0, which JSON and comparisons treat in two ways.
  return side === 'C' || amount === 0 ? amount : -amount
}

function getDay(day: CalendarDate | undefined, line: number): CalendarDate {
  if (day === undefined) throw new InputError('a date is missing', { line })
  return day
}

const sum = (lines: readonly StatementLine[], isMeant: (amount: Centavos) => boolean): Centavos =>
  lines.reduce((total, { amountCentavos: each }) => total + (isMeant(each) ? each : 0), 0)

function checkCount(what: string, stated: number, counted: number, line: number): void {
  if (stated !== counted)
    throw new InputError(`the trailer counts ${stated} ${what}, there are ${counted}`, { line })
}
