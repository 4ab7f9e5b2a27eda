import { createHash } from 'node:crypto'
import { CnabError } from '../../../brazil/cnab-error.ts'
import { splitCnabLines } from '../../../brazil/cnab-lines.ts'
import { type RecordContent, readRecord } from '../../../brazil/cnab-record.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { ReturnAccount } from '../banks/bank-rules.ts'
import { BANK_CODES, type BankCode, getBank, isBankCode } from '../banks/find-bank.ts'
import type { BankNotice } from '../billet.ts'
import {
  anyDetail,
  anyRecord,
  fileTrailer,
  returnBatchHeader,
  returnBatchTrailer,
  returnHeader,
  segmentT,
  segmentU,
} from './layouts.ts'
import { explainReasons, findMeaning } from './occurrences.ts'

export interface ReturnFile {
  readonly bank: BankCode
  readonly fileSequence: number
  /** Undefined where the bank leaves it blank. */
  readonly createdOn: CalendarDate | undefined
  /** The account that the titles belong to. */
  readonly account: ReturnAccount
  /** In file order, which need not be the order of events. */
  readonly notices: readonly BankNotice[]
}

const FROM_BANK = '2'
const RETURN_OPERATION = 'T'
const COLLECTION_SERVICE = '01'
const DIGEST_LENGTH = 12

interface Line {
  readonly text: string
  readonly number: number
  readonly batch: number
  readonly recordType: string
}

interface Source {
  readonly bank: BankCode
  readonly fileSequence: number
  readonly createdOn: CalendarDate | undefined
  readonly account: ReturnAccount
}

/** Checks the whole file before any of it is used. Throws a CnabError with line and reason. */
export function parseReturn(text: string): ReturnFile {
  const lines = splitCnabLines(text)
  const source = parseFileHeader(lines[0] ?? '')
  const [, ...rest] = lines.map((line, index) => placeLine(line, index + 1, source.bank))
  const trailer = rest.pop()
  if (trailer?.recordType !== '9')
    throw new CnabError('the file ends without its trailer: a part is missing', lines.length)
  const batches = splitBatches(rest)
  const { batchCount, lineCount } = readRecord(fileTrailer, trailer.text, trailer.number)
  checkCount('lines', lineCount, lines.length, trailer.number)
  checkCount('batches', batchCount, batches.length, trailer.number)
  return { ...source, notices: batches.flatMap(batch => parseBatch(source, batch)) }
}

function parseFileHeader(text: string): Source {
  const bank = text.slice(0, 3)
  if (!/^\d{3}00000/.test(text)) throw new CnabError('it is no file header of CNAB 240', 1)
  if (!isBankCode(bank)) throw new CnabError(`bank ${bank} is none of ${BANK_CODES.join(', ')}`, 1)
  const header = readRecord(returnHeader, text, 1)
  if (header.direction !== FROM_BANK)
    throw new CnabError('the file goes to the bank, it is no return file', 1)
  const agreement = getBank(bank).cnab.readAgreement(header.agreement)
  return {
    bank,
    fileSequence: header.fileSequence,
    createdOn: header.createdOn,
    account: { agency: header.agency, account: header.account, agreement },
  }
}

function placeLine(text: string, number: number, fileBank: BankCode): Line {
  const { bank, batch, recordType } = readRecord(anyRecord, text, number)
  if (bank !== fileBank) throw new CnabError(`it is of bank ${bank}, the file of bank ${fileBank}`, number)
  return { text, number, batch, recordType }
}

/** Header, details and trailer of each batch. */
function splitBatches(lines: readonly Line[]): Line[][] {
  const batches: Line[][] = []
  const seen = new Set<number>()
  let open: Line[] | undefined
  for (const line of lines) {
    const [header] = open ?? []
    if (header === undefined) {
      if (line.recordType !== '1')
        throw new CnabError(`a record of type ${line.recordType} stands outside of a batch`, line.number)
      if (seen.has(line.batch)) throw new CnabError(`batch ${line.batch} begins again`, line.number)
      seen.add(line.batch)
      open = [line]
      continue
    }
    if (line.batch !== header.batch)
      throw new CnabError(
        `it is of batch ${line.batch}, but batch ${header.batch} has no trailer yet`,
        line.number,
      )
    if (line.recordType !== '3' && line.recordType !== '5')
      throw new CnabError(`a record of type ${line.recordType} stands within a batch`, line.number)
    open?.push(line)
    if (line.recordType === '3') continue
    batches.push(open ?? [])
    open = undefined
  }
  const unfinished = open?.[0]
  if (unfinished) throw new CnabError(`batch ${unfinished.batch} ends without its trailer`, unfinished.number)
  return batches
}

function parseBatch(source: Source, lines: readonly Line[]): BankNotice[] {
  const [header, ...details] = lines
  const trailer = details.pop()
  if (header === undefined || trailer === undefined) return []
  const { operation, service } = readRecord(returnBatchHeader, header.text, header.number)
  if (operation !== RETURN_OPERATION || service !== COLLECTION_SERVICE)
    throw new CnabError(`a batch ${operation}${service} is no return of collection`, header.number)
  const totals = readRecord(returnBatchTrailer, trailer.text, trailer.number)
  checkCount('records of the batch', totals.recordCount, lines.length, trailer.number)
  const pairs = pairSegments(details)
  checkTitles(totals, pairs, trailer.number)
  return pairs.map(([t, u]) => parseNotice(source, t, u))
}

/** Some banks total no titles and leave zeros or blanks; what is stated must add up. */
function checkTitles(
  totals: RecordContent<typeof returnBatchTrailer>,
  pairs: readonly (readonly [Line, Line])[],
  line: number,
): void {
  const count = totals.titleCount + totals.linkedCount + totals.pledgedCount + totals.discountedCount
  if (count > 0) checkCount('titles', count, pairs.length, line)
  const amount = totals.titleAmount + totals.linkedAmount + totals.pledgedAmount + totals.discountedAmount
  const listed = pairs.reduce((sum, [t]) => sum + readRecord(segmentT, t.text, t.number).amount, 0)
  if (amount > 0 && amount !== listed)
    throw new CnabError(`the trailer totals titles of ${amount} centavos, they are ${listed}`, line)
}

/**
 * Banks add segments of their own (Y, W, …), also between the two of a title: those hold nothing that is needed here and
 * are skipped. Numbers must increase, because they identify notices.
 */
function pairSegments(details: readonly Line[]): [Line, Line][] {
  const pairs: [Line, Line][] = []
  let waiting: Line | undefined
  let lastSequence = 0
  for (const line of details) {
    const { sequence, segment } = readRecord(anyDetail, line.text, line.number)
    if (sequence <= lastSequence)
      throw new CnabError(`number ${sequence} comes after number ${lastSequence}`, line.number)
    lastSequence = sequence
    if (!/^[A-Z]$/.test(segment)) throw new CnabError(`"${segment}" is no segment`, line.number)
    if (segment !== 'T' && segment !== 'U') continue
    if (waiting !== undefined && segment !== 'U')
      throw new CnabError('a segment T is not followed by its segment U', waiting.number)
    if (waiting === undefined && segment === 'U')
      throw new CnabError('a segment U follows no segment T', line.number)
    if (waiting !== undefined) pairs.push([waiting, line])
    waiting = segment === 'T' ? line : undefined
  }
  if (waiting !== undefined)
    throw new CnabError('a segment T is not followed by its segment U', waiting.number)
  return pairs
}

function parseNotice(source: Source, tLine: Line, uLine: Line): BankNotice {
  const t = readRecord(segmentT, tLine.text, tLine.number)
  const u = readRecord(segmentU, uLine.text, uLine.number)
  if (t.movement !== u.movement)
    throw new CnabError(`occurrence ${u.movement} stands beside occurrence ${t.movement}`, uLine.number)
  const occurrence = findMeaning(source.bank, t.movement)
  const kind = occurrence.meaning === 'as-credited' ? (isCredited(u) ? 'paid' : 'other') : occurrence.meaning
  const isPaid = kind === 'paid'
  if (isPaid && (u.paid === 0 || u.occurredOn === undefined))
    throw new CnabError('a payment has no amount or no date', uLine.number)
  const account = { ...source.account, ...accountOf(t) }
  const ourNumber = getBank(source.bank).cnab.readOurNumber(t.ourNumber, account)
  const reasons = explainReasons(occurrence, t.reasons)
  return {
    reference: computeReference(source, tLine, uLine, t.sequence),
    kind,
    method: 'BILLET',
    bank: source.bank,
    ourNumber,
    pixTxid: undefined,
    amountCentavos: isPaid ? u.paid : undefined,
    paidOn: isPaid ? u.occurredOn : undefined,
    creditedOn: isPaid ? u.creditedOn : undefined,
    creditedCentavos: isPaid ? u.credited : undefined,
    tariffCentavos: isPaid ? t.tariff : undefined,
    occurrence: t.movement,
    reasons: ourNumber === undefined ? [...reasons, `our-number ${t.ourNumber} is none of ours`] : reasons,
  }
}

/** The title's own account; where the bank omits it, the account of the file. */
function accountOf({ agency, account }: RecordContent<typeof segmentT>): Partial<ReturnAccount> {
  return Number(account) === 0 ? {} : { agency, account }
}

const isCredited = ({ paid, credited, occurredOn }: RecordContent<typeof segmentU>): boolean =>
  paid > 0 && credited > 0 && occurredOn !== undefined

/**
 * The same reference is the same line of the same file. The digest is what the bank wrote, without the numbers of file,
 * batch and line: it distinguishes files with the same number (banks count per account, and start over), and payments
 * with an equal one are suspected duplicates, whatever their numbers.
 */
function computeReference({ bank, fileSequence }: Source, t: Line, u: Line, sequence: number): string {
  const content = t.text.slice(14) + u.text.slice(14)
  const digest = createHash('sha256').update(content).digest('hex').slice(0, DIGEST_LENGTH)
  return `cnab:${bank}:${fileSequence}:${t.batch}-${sequence}:${digest}`
}

function checkCount(what: string, stated: number, counted: number, line: number): void {
  if (stated !== counted)
    throw new CnabError(`the trailer counts ${stated} ${what}, there are ${counted}`, line)
}
