import { type CalendarDate, fromEpochDay, parseCalendarDate, toEpochDay } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import type { Centavos } from '../kernel/money.ts'
import type { BoletoAccount } from './boleto-account.ts'
import { computeGeneralDigit, computeModulo10Digit } from './boleto-check-digits.ts'

const BARCODE_LENGTH = 44
const DIGIT_LINE_LENGTH = 47
const AMOUNT_LENGTH = 10
const LARGEST_AMOUNT_CENTAVOS = 9_999_999_999
const CURRENCY_REAL = '9'

interface BoletoTerms {
  readonly account: BoletoAccount
  readonly ourNumber: number
  readonly amountCentavos: Centavos
  readonly dueDate: CalendarDate
}

interface Boleto {
  /** 44 digits. */
  readonly barcode: string
  /** 47 digits, without the printed grouping. */
  readonly digitLine: string
  /** As the bank prints and reports it: with its check digit after a hyphen, if the bank has one. */
  readonly ourNumber: string
}

export function encodeBoleto({ account, ourNumber, amountCentavos, dueDate }: BoletoTerms): Boleto {
  const { layout } = account
  if (!Number.isInteger(ourNumber) || ourNumber < 1 || ourNumber > account.largestOurNumber)
    throw new InputError(
      `Our-numbers of this account run from 1 to ${account.largestOurNumber}, ${ourNumber} is none`,
      { fault: 'OUR_NUMBER_OUT_OF_RANGE' },
    )
  // Zero is allowed: the payer then enters the amount.
  if (!Number.isInteger(amountCentavos) || amountCentavos < 0 || amountCentavos > LARGEST_AMOUNT_CENTAVOS)
    throw new InputError(
      `A boleto carries whole centavos up to ${LARGEST_AMOUNT_CENTAVOS}, not ${amountCentavos}`,
      { fault: 'AMOUNT_OUT_OF_RANGE' },
    )
  const digits = String(ourNumber).padStart(layout.ourNumberLength, '0')
  const digit = layout.computeOurNumberDigit(layout.digitSeed + digits)
  const freeField = `${layout.head}${digits}${layout.ourNumberDigitInBarcode ? digit : ''}${layout.tail}`
  const start = account.bank + CURRENCY_REAL
  const rest = `${encodeDueFactor(dueDate)}${String(amountCentavos).padStart(AMOUNT_LENGTH, '0')}${freeField}`
  const barcode = start + computeGeneralDigit(start + rest) + rest
  return {
    barcode,
    digitLine: computeDigitLine(barcode),
    ourNumber: `${layout.printedHead}${digits}${digit && '-'}${digit}`,
  }
}

interface DecodedBoleto {
  readonly bank: string
  readonly amountCentavos: Centavos
  /** Undefined for a boleto without due date. */
  readonly dueDate: CalendarDate | undefined
  readonly freeField: string
}

/** The due factor restarts every 24 years, so the day of reading decides which cycle is meant. */
export function decodeBarcode(barcode: string, readOn: CalendarDate): DecodedBoleto {
  checkBarcode(barcode)
  return {
    bank: barcode.slice(0, 3),
    amountCentavos: Number(barcode.slice(9, 19)),
    dueDate: decodeDueFactor(Number(barcode.slice(5, 9)), readOn),
    freeField: barcode.slice(19),
  }
}

/** The our-number in a free field of this account, or undefined when the free field belongs to another account. */
export function findOurNumber({ layout }: BoletoAccount, freeField: string): number | undefined {
  const start = layout.head.length
  const digits = freeField.slice(start, start + layout.ourNumberLength)
  const digit = layout.ourNumberDigitInBarcode ? layout.computeOurNumberDigit(layout.digitSeed + digits) : ''
  return freeField === layout.head + digits + digit + layout.tail ? Number(digits) : undefined
}

/** The 44 digits in the order in which people type them; each of the first three fields has its own check digit. */
export function computeDigitLine(barcode: string): string {
  const first = barcode.slice(0, 4) + barcode.slice(19, 24)
  const second = barcode.slice(24, 34)
  const third = barcode.slice(34)
  const checked = first + computeModulo10Digit(first) + second + computeModulo10Digit(second) + third
  return checked + computeModulo10Digit(third) + barcode.slice(4, 19)
}

/** The barcode of a digit line, typed with or without its dots and spaces. */
export function parseDigitLine(text: string): string {
  const line = text.replaceAll(/[ .]/g, '')
  checkDigits(line)
  if (line.length === DIGIT_LINE_LENGTH + 1 && line.startsWith('8')) throw refuseUtilityBill()
  if (line.length !== DIGIT_LINE_LENGTH) throw refuseLength('digit line', DIGIT_LINE_LENGTH, line)
  const barcode = `${line.slice(0, 4)}${line.slice(32)}${line.slice(4, 9)}${line.slice(10, 20)}${line.slice(21, 31)}`
  if (computeDigitLine(barcode) !== line)
    throw new InputError('A check digit of the digit line does not match its field', {
      fault: 'WRONG_CHECK_DIGIT',
    })
  checkBarcode(barcode)
  return barcode
}

/** AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE, as banks print it. */
export function formatDigitLine(line: string): string {
  if (line.length !== DIGIT_LINE_LENGTH) throw refuseLength('digit line', DIGIT_LINE_LENGTH, line)
  const first = `${line.slice(0, 5)}.${line.slice(5, 10)}`
  const second = `${line.slice(10, 15)}.${line.slice(15, 21)}`
  const third = `${line.slice(21, 26)}.${line.slice(26, 32)}`
  return `${first} ${second} ${third} ${line.slice(32, 33)} ${line.slice(33)}`
}

function checkBarcode(barcode: string): void {
  checkDigits(barcode)
  if (barcode.length !== BARCODE_LENGTH) throw refuseLength('barcode', BARCODE_LENGTH, barcode)
  if (barcode.startsWith('8')) throw refuseUtilityBill()
  if (barcode.charAt(3) !== CURRENCY_REAL)
    throw new InputError(`Currency ${barcode.charAt(3)} is not the real`, { fault: 'NOT_A_BANK_BOLETO' })
  if (computeGeneralDigit(barcode.slice(0, 4) + barcode.slice(5)) !== barcode.charAt(4))
    throw new InputError('The general check digit does not match the barcode', { fault: 'WRONG_CHECK_DIGIT' })
}

function checkDigits(text: string): void {
  if (!/^[0-9]*$/.test(text)) throw new InputError('A boleto is written in digits', { fault: 'NOT_DIGITS' })
}

const refuseLength = (name: string, length: number, text: string) =>
  new InputError(`The ${name} of a boleto has ${length} digits, not ${text.length}`, {
    fault: 'WRONG_LENGTH',
  })

/** Utility and tax bills look alike but have another layout. */
const refuseUtilityBill = () =>
  new InputError('A code that starts with 8 is a utility or tax bill, not a bank boleto', {
    fault: 'NOT_A_BANK_BOLETO',
  })

/** Factor 0 of the first cycle; the four digits ran out on 2025-02-21 and restarted at 1000 the next day. */
const BASE_EPOCH_DAY = toEpochDay(parseCalendarDate('1997-10-07'))
const FIRST_FACTOR = 1_000
const LAST_FACTOR = 9_999
const CYCLE_DAYS = LAST_FACTOR - FIRST_FACTOR + 1

/**
 * Three cycles, 2000-07-03 to 2074-06-04. A later date is a typing error, or needs a rule that banks have not made yet.
 */
const FIRST_EPOCH_DAY = BASE_EPOCH_DAY + FIRST_FACTOR
const LAST_EPOCH_DAY = FIRST_EPOCH_DAY + 3 * CYCLE_DAYS - 1

/** How far from the day of reading a due date may be: less than a cycle, so that at most one date fits a factor. */
const DAYS_BEFORE_READING = 3_000
const DAYS_AFTER_READING = 5_500

export function encodeDueFactor(dueDate: CalendarDate): number {
  const epochDay = toEpochDay(dueDate)
  if (!(epochDay >= FIRST_EPOCH_DAY && epochDay <= LAST_EPOCH_DAY))
    throw new InputError(
      `A boleto can fall due from ${fromEpochDay(FIRST_EPOCH_DAY)} to ${fromEpochDay(LAST_EPOCH_DAY)}, not on ${dueDate}`,
      { fault: 'DUE_DATE_OUT_OF_RANGE' },
    )
  return FIRST_FACTOR + ((epochDay - FIRST_EPOCH_DAY) % CYCLE_DAYS)
}

/** The due date nearest to the day of reading, or undefined for factor 0: a boleto without due date. */
export function decodeDueFactor(factor: number, readOn: CalendarDate): CalendarDate | undefined {
  if (factor === 0) return undefined
  const reading = toEpochDay(readOn)
  if (factor >= FIRST_FACTOR && factor <= LAST_FACTOR) {
    const last = Math.min(LAST_EPOCH_DAY, reading + DAYS_AFTER_READING)
    for (let epochDay = BASE_EPOCH_DAY + factor; epochDay <= last; epochDay += CYCLE_DAYS)
      if (epochDay >= reading - DAYS_BEFORE_READING) return fromEpochDay(epochDay)
  }
  throw new InputError(`Due factor ${factor} matches no date near ${readOn}`, {
    fault: 'DUE_FACTOR_UNREADABLE',
  })
}
