import { createHash } from 'node:crypto'
import {
  type CnabBatch,
  type CnabLine,
  checkCnabCount,
  splitCnabBatches,
} from '../../../brazil/cnab-batches.ts'
import { splitCnabLines } from '../../../brazil/cnab-lines.ts'
import { type RecordLayout, readRecord } from '../../../brazil/cnab-record.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { InputError } from '../../../kernel/faults.ts'
import type { Centavos } from '../../../kernel/money.ts'
import {
  getPaymentBank,
  isPaymentBankCode,
  PAYMENT_BANK_CODES,
  type PaymentBankCode,
} from './banks/find-bank.ts'
import { batchHeader, batchTrailer, fileHeader, segmentA } from './layouts.ts'
import { applyLot, RETURNED, type Reading, readLot, readOccurrences, UNKNOWN } from './outcome.ts'
import type { PayingAccount } from './payment.ts'

/** What a return says about one payment. */
export interface PaymentLine extends Reading {
  readonly lineNumber: number
  /** Our key, as the bank wrote it. */
  readonly key: string
  readonly amountCentavos: Centavos
  /** Only of a payment that was made. */
  readonly paidOn: CalendarDate | undefined
  readonly paidCentavos: Centavos | undefined
  /** The bank's number of the payment. */
  readonly bankNumber: string | undefined
  /** Of a Pix. */
  readonly endToEndId: string | undefined
}

export interface PaymentReturn {
  readonly bank: PaymentBankCode
  /** 0 where the bank's files have no number. */
  readonly fileSequence: number
  readonly createdOn: CalendarDate | undefined
  /** Of what the bank says, without number and time of the file: the same again has the same digest. */
  readonly digest: string
  readonly lines: readonly PaymentLine[]
  /** One sentence each about lots that were refused without naming their payments. */
  readonly remarks: readonly string[]
}

const FROM_BANK = '2'
const CREDIT = 'C'
const REVERSAL = { movement: '3', instruction: '33' }
const END_TO_END_ID = /^E[0-9]{20}[A-Za-z0-9]{11}$/
/** Direction, date, time and number of the file. */
const HEADER_VARIES = [142, 163] as const
const DETAIL_FROM = 13

/**
 * Checks the whole file before any of it is used: throws an InputError with one sentence, and the line where it has one.
 * `payer` is the account for which the return was fetched.
 */
export function parsePaymentReturn(text: string, payer: PayingAccount): PaymentReturn {
  const lines = splitCnabLines(text)
  const header = parseHeader(lines[0] ?? '', payer)
  const batches = splitCnabBatches(lines, header.bank)
  const parsed = batches.map(batch => parseBatch(header.bank, batch))
  return {
    ...header,
    digest: computeDigest(lines),
    lines: parsed.flatMap(batch => batch.lines),
    remarks: parsed.flatMap(batch => batch.remarks),
  }
}

/** The account that a file is about, as its header states it. Throws an InputError. */
export function readReturnAccount(text: string) {
  return readHeader(splitCnabLines(text)[0] ?? '')
}

function readHeader(text: string) {
  const bank = text.slice(0, 3)
  if (!/^\d{3}00000/.test(text)) throw new InputError('it is not a file header of CNAB 240', { line: 1 })
  if (!isPaymentBankCode(bank))
    throw new InputError(`bank ${bank} is not one of ${PAYMENT_BANK_CODES.join(', ')}`, { line: 1 })
  return { bank, ...readRecord(returnHeader, text, 1) }
}

function parseHeader(text: string, payer: PayingAccount) {
  const { bank, ...header } = readHeader(text)
  if (bank !== payer.bank)
    throw new InputError(`the file is of bank ${bank}, the account of ${payer.bank}`, { line: 1 })
  if (header.direction !== FROM_BANK)
    throw new InputError('the file is a remittance to the bank, not a return', { line: 1 })
  if (Number(header.agency) !== Number(payer.agency) || Number(header.account) !== Number(payer.account))
    throw new InputError(
      `the file is for account ${header.agency}/${header.account}, not for ${payer.agency}/${payer.account}`,
      { line: 1 },
    )
  const agreement = getPaymentBank(bank).writeAgreement(payer)
  // What follows the agreement is the bank's: Banco do Brasil marks its tests there.
  if (!`${header.agreement} `.startsWith(`${agreement} `) && agreement !== '')
    throw new InputError(`the file is for agreement ${header.agreement}, not for ${agreement}`, { line: 1 })
  return { bank, fileSequence: header.fileSequence, createdOn: header.createdOn }
}

function parseBatch(
  bank: PaymentBankCode,
  { header, details, trailer }: CnabBatch,
): { readonly lines: PaymentLine[]; readonly remarks: string[] } {
  const head = readRecord(returnBatchHeader, header.text, header.number)
  const totals = readRecord(returnBatchTrailer, trailer.text, trailer.number)
  checkCnabCount('records of the batch', totals.recordCount, details.length + 2, trailer.number)
  if (head.operation !== CREDIT)
    throw new InputError(`a batch ${head.operation} is not a return of payments`, { line: header.number })
  const { occurrences } = getPaymentBank(bank)
  const lot = readLot(occurrences, head.occurrences, totals.occurrences)
  const payments = groupSegments(bank, details)
  const lines = payments.map(payment => parsePayment(bank, payment, lot))
  checkSum(lines, payments.length === 0 ? undefined : totals.amount, trailer.number)
  const isSilent = lot !== undefined && lines.length === 0
  const remarks = isSilent
    ? [`lot ${header.batch} was refused without naming its payments: ${lot.reasons.join(', ')}`]
    : []
  return { lines, remarks }
}

/** Batches without a segment A are of other products: taxes and slips have sums of other segments. */
function checkSum(lines: readonly PaymentLine[], stated: Centavos | undefined, line: number): void {
  const sum = lines.reduce((total, { amountCentavos }) => total + amountCentavos, 0)
  if (stated !== undefined && stated !== sum)
    throw new InputError(`the trailer totals payments of ${stated} centavos, but they add up to ${sum}`, {
      line,
    })
}

interface Segments {
  readonly a: CnabLine
  z?: CnabLine
}

/** Segment A begins a payment. Others than Z say nothing that is not in it, and are skipped. */
function groupSegments(bank: PaymentBankCode, details: readonly CnabLine[]): Segments[] {
  const { repeatsRecordNumber } = getPaymentBank(bank)
  const payments: Segments[] = []
  let last = 0
  for (const line of details) {
    const { sequence, segment } = readRecord(returnDetail, line.text, line.number)
    if (!/^[A-Z]$/.test(segment)) throw new InputError(`"${segment}" is not a segment`, { line: line.number })
    const mayRepeat = repeatsRecordNumber && segment !== 'A'
    if (sequence < last || (sequence === last && !mayRepeat))
      throw new InputError(`number ${sequence} comes after number ${last}`, { line: line.number })
    last = sequence
    if (segment === 'A') payments.push({ a: line })
    const open = payments.at(-1)
    if (segment === 'Z' && open !== undefined) open.z = line
  }
  return payments
}

function parsePayment(
  bank: PaymentBankCode,
  { a: line, z }: Segments,
  lot: Reading | undefined,
): PaymentLine {
  const a = readRecord(returnA, line.text, line.number)
  const read = readOccurrences(getPaymentBank(bank).occurrences, a.occurrences)
  const isReversal = a.movement === REVERSAL.movement && a.instruction === REVERSAL.instruction
  const own = isReversal
    ? { ...read, outcome: RETURNED, reasons: ['returned by the clearing house', ...read.reasons] }
    : read
  const reading = applyLot(lot, own)
  const isPaid = reading.outcome.state === 'PAID'
  const isProven = a.paidOn !== undefined && a.paid > 0
  return {
    ...reading,
    ...(isPaid && !isProven
      ? { outcome: UNKNOWN, reasons: [...reading.reasons, 'without a date or an amount of payment'] }
      : {}),
    lineNumber: line.number,
    key: a.key.trim(),
    amountCentavos: a.amount,
    paidOn: isPaid ? a.paidOn : undefined,
    paidCentavos: isPaid ? a.paid : undefined,
    bankNumber: a.bankNumber.trim() === '' ? undefined : a.bankNumber,
    endToEndId: z && readEndToEndId(z),
  }
}

function readEndToEndId(line: CnabLine): string | undefined {
  const { authentication } = readRecord(returnZ, line.text, line.number)
  return END_TO_END_ID.test(authentication) ? authentication : undefined
}

/** The bank may send the same again with another number and time, in another batch: all of that is left out. */
function computeDigest([header = '', ...lines]: readonly string[]): string {
  const said = [header.slice(0, HEADER_VARIES[0]) + header.slice(HEADER_VARIES[1])]
  for (const line of lines)
    if (line.charAt(7) === '3') said.push(line.slice(DETAIL_FROM))
    else if (line.charAt(7) === '1' || line.charAt(7) === '5') said.push(line.slice(8))
  return createHash('sha256').update(said.join('\n')).digest('hex')
}

/* The fields that are read from returns. They stand in the same places at all banks; what differs is not read. */

const returnHeader = {
  agreement: fileHeader.agreement,
  agency: fileHeader.agency,
  account: fileHeader.account,
  direction: fileHeader.direction,
  createdOn: fileHeader.createdOn,
  fileSequence: fileHeader.fileSequence,
} as const satisfies RecordLayout

const occurrences = [231, 240, 'code'] as const

const returnBatchHeader = {
  operation: batchHeader.operation,
  form: batchHeader.form,
  occurrences,
} as const satisfies RecordLayout

const returnBatchTrailer = {
  recordCount: batchTrailer.recordCount,
  amount: batchTrailer.amount,
  occurrences,
} as const satisfies RecordLayout

const returnDetail = {
  sequence: [9, 13, 'count'],
  segment: [14, 14, 'code'],
} as const satisfies RecordLayout

const returnA = {
  movement: segmentA.movement,
  instruction: segmentA.instruction,
  key: segmentA.key,
  amount: segmentA.amount,
  bankNumber: segmentA.bankNumber,
  paidOn: segmentA.paidOn,
  paid: segmentA.paid,
  occurrences,
} as const satisfies RecordLayout

/** Proof of the payment; of a Pix the end-to-end id. */
const returnZ = {
  authentication: [15, 78, 'exact'],
  protocol: [79, 103, 'exact'],
} as const satisfies RecordLayout
