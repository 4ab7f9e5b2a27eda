import { createHash } from 'node:crypto'
import {
  type CnabBatch,
  type CnabLine,
  checkCnabCount,
  splitCnabBatches,
} from '../../../../brazil/cnab-batches.ts'
import { splitCnabLines } from '../../../../brazil/cnab-lines.ts'
import { type RecordContent, readRecord } from '../../../../brazil/cnab-record.ts'
import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import { InputError } from '../../../../kernel/faults.ts'
import {
  BANK_CODES,
  type BankCode,
  getBank,
  isBankCode,
  type Occurrence,
  type ReturnAccount,
} from '../../../lender/index.ts'
import type { BankReport } from '../billet.ts'
import {
  anyDetail,
  returnBatchHeader,
  returnBatchTrailer,
  returnHeader,
  segmentT,
  segmentU,
} from './layouts.ts'

/** An unknown code must not make money disappear. */
const unknown: Occurrence = { meaning: 'as-credited', reasons: {} }

function findMeaning(bank: BankCode, code: string): Occurrence {
  return getBank(bank).occurrences[code] ?? unknown
}

const NO_REASON = '00'

/** Up to five two-character codes as sentences; an unknown code is kept as it is. */
function explainReasons({ reasons }: Occurrence, field: string): string[] {
  const codes = field.match(/.{1,2}/g) ?? []
  return codes
    .map(code => code.trim())
    .filter(code => code !== '' && code !== NO_REASON)
    .map(code => reasons[code] ?? `reason ${code} of the bank`)
}

export interface ReturnFile {
  readonly bank: BankCode
  readonly fileSequence: number
  /** Undefined where the bank leaves it blank. */
  readonly createdOn: CalendarDate | undefined
  /** The account that the titles belong to. */
  readonly account: ReturnAccount
  /** In file order, which need not be the order of events. */
  readonly reports: readonly BankReport[]
}

const FROM_BANK = '2'
const RETURN_OPERATION = 'T'
const COLLECTION_SERVICE = '01'
const DIGEST_LENGTH = 12

interface Source {
  readonly bank: BankCode
  readonly fileSequence: number
  readonly createdOn: CalendarDate | undefined
  readonly account: ReturnAccount
}

/** Checks the whole file before any of it is used. Throws an InputError with line and reason. */
export function parseReturn(text: string): ReturnFile {
  const lines = splitCnabLines(text)
  const source = parseFileHeader(lines[0] ?? '')
  const batches = splitCnabBatches(lines, source.bank)
  return { ...source, reports: batches.flatMap(batch => parseBatch(source, batch)) }
}

function parseFileHeader(text: string): Source {
  const bank = text.slice(0, 3)
  if (!/^\d{3}00000/.test(text)) throw new InputError('it is not a file header of CNAB 240', { line: 1 })
  if (!isBankCode(bank))
    throw new InputError(`bank ${bank} is not one of ${BANK_CODES.join(', ')}`, { line: 1 })
  const header = readRecord(returnHeader, text, 1)
  if (header.direction !== FROM_BANK)
    throw new InputError('this is a file for the bank, not a return file', { line: 1 })
  const agreement = getBank(bank).cnab.readAgreement(header.agreement)
  return {
    bank,
    fileSequence: header.fileSequence,
    createdOn: header.createdOn,
    account: { agency: header.agency, account: header.account, agreement },
  }
}

function parseBatch(source: Source, { header, details, trailer }: CnabBatch): BankReport[] {
  const { operation, service } = readRecord(returnBatchHeader, header.text, header.number)
  if (operation !== RETURN_OPERATION || service !== COLLECTION_SERVICE)
    throw new InputError(`a batch ${operation}${service} is not a return of collection`, {
      line: header.number,
    })
  const totals = readRecord(returnBatchTrailer, trailer.text, trailer.number)
  checkCnabCount('records of the batch', totals.recordCount, details.length + 2, trailer.number)
  const pairs = pairSegments(details)
  checkTitles(totals, pairs, trailer.number)
  return pairs.map(([t, u]) => parseNotice(source, t, u))
}

/** Some banks total no titles and leave zeros or blanks; what is stated must add up. */
function checkTitles(
  totals: RecordContent<typeof returnBatchTrailer>,
  pairs: readonly (readonly [CnabLine, CnabLine])[],
  line: number,
): void {
  const count = totals.titleCount + totals.linkedCount + totals.pledgedCount + totals.discountedCount
  if (count > 0) checkCnabCount('titles', count, pairs.length, line)
  const amount = totals.titleAmount + totals.linkedAmount + totals.pledgedAmount + totals.discountedAmount
  const listed = pairs.reduce((sum, [t]) => sum + readRecord(segmentT, t.text, t.number).amount, 0)
  if (amount > 0 && amount !== listed)
    throw new InputError(`the trailer totals titles of ${amount} centavos, but they add up to ${listed}`, {
      line,
    })
}

/**
 * Banks add segments of their own (Y, W, …), also between the two of a title: those hold nothing that is needed here and
 * are skipped. Numbers must increase, because they identify reports.
 */
function pairSegments(details: readonly CnabLine[]): [CnabLine, CnabLine][] {
  const pairs: [CnabLine, CnabLine][] = []
  let waiting: CnabLine | undefined
  let lastSequence = 0
  for (const line of details) {
    const { sequence, segment } = readRecord(anyDetail, line.text, line.number)
    if (sequence <= lastSequence)
      throw new InputError(`number ${sequence} comes after number ${lastSequence}`, { line: line.number })
    lastSequence = sequence
    if (!/^[A-Z]$/.test(segment)) throw new InputError(`"${segment}" is not a segment`, { line: line.number })
    if (segment !== 'T' && segment !== 'U') continue
    if (waiting !== undefined && segment !== 'U')
      throw new InputError('a segment T is not followed by its segment U', { line: waiting.number })
    if (waiting === undefined && segment === 'U')
      throw new InputError('a segment U follows no segment T', { line: line.number })
    if (waiting !== undefined) pairs.push([waiting, line])
    waiting = segment === 'T' ? line : undefined
  }
  if (waiting !== undefined)
    throw new InputError('a segment T is not followed by its segment U', { line: waiting.number })
  return pairs
}

function parseNotice(source: Source, tLine: CnabLine, uLine: CnabLine): BankReport {
  const t = readRecord(segmentT, tLine.text, tLine.number)
  const u = readRecord(segmentU, uLine.text, uLine.number)
  if (t.movement !== u.movement)
    throw new InputError(`occurrence ${u.movement} does not match occurrence ${t.movement}`, {
      line: uLine.number,
    })
  const occurrence = findMeaning(source.bank, t.movement)
  const kind = occurrence.meaning === 'as-credited' ? (isCredited(u) ? 'paid' : 'other') : occurrence.meaning
  const isPaid = kind === 'paid'
  if (isPaid && (u.paid === 0 || u.occurredOn === undefined))
    throw new InputError('a payment has no amount or no date', { line: uLine.number })
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
    reasons: ourNumber === undefined ? [...reasons, `our-number ${t.ourNumber} is not one of ours`] : reasons,
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
function computeReference(
  { bank, fileSequence }: Source,
  t: CnabLine,
  u: CnabLine,
  sequence: number,
): string {
  const content = t.text.slice(14) + u.text.slice(14)
  const digest = createHash('sha256').update(content).digest('hex').slice(0, DIGEST_LENGTH)
  return `cnab:${bank}:${fileSequence}:${t.batch}-${sequence}:${digest}`
}
