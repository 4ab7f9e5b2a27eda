import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import {
  decodeBarcode,
  encodeBoleto,
  findOurNumber,
  formatDigitLine,
  parseDigitLine,
} from '../../../brazil/boleto.ts'
import { computeGeneralDigit, computeWeightedSum } from '../../../brazil/boleto-check-digits.ts'
import { addDays, fromEpochDay, parseCalendarDate, toEpochDay } from '../../../kernel/calendar-date.ts'
import { parseBankAccount } from './bank-account.ts'
import { BANK_CODES, type BankCode, getBank } from './find-bank.ts'

const date = parseCalendarDate
const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map(number => String(number).padStart(length, '0'))
const agreements = fc
  .constantFrom(4, 6, 7, 8)
  .chain(length => fc.integer({ min: 10 ** (length - 1), max: 10 ** length - 1 }).map(String))

function accountsOf(bank: BankCode) {
  const { accountLength, portfolioLength, computeAccountDigit } = getBank(bank).account
  const portfolio = bank === '341' ? fc.constantFrom('109', '175', '174', '181') : digits(portfolioLength)
  return fc
    .tuple(digits(4), digits(accountLength), portfolio, agreements)
    .map(([agency, account, chosenPortfolio, agreement]) =>
      parseBankAccount({
        bank,
        agency,
        account,
        accountDigit: computeAccountDigit(agency, account),
        portfolio: chosenPortfolio,
        agreement: bank === '001' ? agreement : undefined,
      }),
    )
}

const terms = fc
  .record({
    account: fc.oneof(...BANK_CODES.map(accountsOf)),
    ourNumber: fc.double({ min: 0, max: 1, noNaN: true }),
    amountCentavos: fc.integer({ min: 0, max: 9_999_999_999 }),
    dueDate: fc
      .integer({ min: toEpochDay(date('2000-07-03')), max: toEpochDay(date('2074-06-04')) })
      .map(fromEpochDay),
  })
  .map(({ account, ourNumber, ...rest }) => ({
    ...rest,
    account,
    ourNumber: Math.max(1, Math.round(ourNumber * account.largestOurNumber)),
  }))

test('what is written is read back unchanged, from the bars and from the typed line', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: -5500, max: 3000 }), (written, delay) => {
      const boleto = encodeBoleto(written)
      assert.match(boleto.barcode, /^[0-9]{44}$/)
      assert.match(boleto.digitLine, /^[0-9]{47}$/)
      assert.equal(parseDigitLine(boleto.digitLine), boleto.barcode)
      assert.equal(parseDigitLine(formatDigitLine(boleto.digitLine)), boleto.barcode)
      const { freeField, ...decoded } = decodeBarcode(boleto.barcode, addDays(written.dueDate, delay))
      const { dueDate, amountCentavos, account } = written
      assert.deepEqual(decoded, { bank: account.bank, dueDate, amountCentavos })
      assert.equal(findOurNumber(account, freeField), written.ourNumber)
    }),
    { numRuns: 3000 },
  )
})

test('an independent library accepts every line and reads the same amount, bank and due date', () => {
  fc.assert(
    fc.property(terms, written => {
      const { digitLine } = encodeBoleto(written)
      assert.equal(isValidBoleto(digitLine), true)
      const info = getBoletoInfo(digitLine, { referenceDate: new Date(`${written.dueDate}T12:00:00`) })
      assert.equal(info?.amount, written.amountCentavos)
      assert.equal(info?.bankCode, written.account.bank)
      // The library returns local midnight, which in UTC may be the day before.
      assert.equal(info?.expirationDate?.toLocaleDateString('sv-SE'), written.dueDate)
    }),
    { numRuns: 1000 },
  )
})

const unreadable = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as { fault?: string }).fault ?? 'CRASH'
  }
}

function* changeOneDigit(text: string): Generator<string> {
  for (let place = 0; place < text.length; place++)
    for (let digit = 0; digit <= 9; digit++)
      if (String(digit) !== text.charAt(place)) yield text.slice(0, place) + digit + text.slice(place + 1)
}

test('no barcode or line of a known billet survives one wrong digit', () => {
  const barcode = '23795422300002952951172060007589645204030050'
  const line = '23791172096000758964552040300502542230000295295'
  const readOn = date('2009-04-30')
  for (const wrong of changeOneDigit(barcode))
    assert.match(
      unreadable(() => decodeBarcode(wrong, readOn)) ?? wrong,
      /^(WRONG_CHECK_DIGIT|NOT_A_BANK_BOLETO)$/,
    )
  for (const wrong of changeOneDigit(line))
    assert.match(unreadable(() => parseDigitLine(wrong)) ?? wrong, /^(WRONG_CHECK_DIGIT|NOT_A_BANK_BOLETO)$/)
})

test('one wrong digit goes unnoticed only where three remainders share the general digit 1, and in a line only in its last field', () => {
  const remainder = (barcode: string) => computeWeightedSum(barcode.slice(0, 4) + barcode.slice(5), 9) % 11
  fc.assert(
    fc.property(terms, written => {
      const { barcode, digitLine } = encodeBoleto(written)
      for (const wrong of changeOneDigit(barcode)) {
        if (unreadable(() => decodeBarcode(wrong, written.dueDate)) !== undefined) continue
        assert.equal(barcode.charAt(4), '1')
        assert.equal(wrong.charAt(4), '1')
        assert.ok([0, 1, 10].includes(remainder(barcode)) && [0, 1, 10].includes(remainder(wrong)))
      }
      for (const wrong of changeOneDigit(digitLine)) {
        if (unreadable(() => parseDigitLine(wrong)) !== undefined) continue
        assert.equal(digitLine.charAt(32), '1')
        assert.equal(wrong.slice(0, 33), digitLine.slice(0, 33))
      }
    }),
    { numRuns: 60 },
  )
})

test('a value that no boleto can carry is refused, and the error names it', () => {
  const account = parseBankAccount({
    bank: '237',
    agency: '1172',
    account: '403005',
    accountDigit: '2',
    portfolio: '09',
  })
  const good = { account, ourNumber: 1, amountCentavos: 100, dueDate: date('2026-04-09') }
  assert.equal(encodeBoleto({ ...good, amountCentavos: 9_999_999_999 }).barcode.slice(9, 19), '9999999999')
  const faults = (change: Partial<typeof good>) => unreadable(() => encodeBoleto({ ...good, ...change }))
  for (const amountCentavos of [10_000_000_000, -1, 0.5, Number.NaN, Infinity])
    assert.equal(faults({ amountCentavos }), 'AMOUNT_OUT_OF_RANGE', String(amountCentavos))
  for (const ourNumber of [0, -1, 100_000_000_000, 1.5, Number.NaN])
    assert.equal(faults({ ourNumber }), 'OUR_NUMBER_OUT_OF_RANGE', String(ourNumber))
  assert.equal(faults({ dueDate: date('2000-07-02') }), 'DUE_DATE_OUT_OF_RANGE')
  assert.equal(faults({ dueDate: date('2074-06-05') }), 'DUE_DATE_OUT_OF_RANGE')
})

test('input that is not a boleto is refused with its reason', () => {
  const barcode = '23795422300002952951172060007589645204030050'
  const readOn = date('2009-04-30')
  const barcodes: [string, string][] = [
    ['', 'WRONG_LENGTH'],
    [barcode.slice(1), 'WRONG_LENGTH'],
    [`${barcode}0`, 'WRONG_LENGTH'],
    [`${barcode.slice(0, 43)}x`, 'NOT_DIGITS'],
    [`${barcode}\n`, 'NOT_DIGITS'],
    [`8${barcode.slice(1)}`, 'NOT_A_BANK_BOLETO'],
    [`2378${barcode.slice(4)}`, 'NOT_A_BANK_BOLETO'],
  ]
  for (const [text, fault] of barcodes)
    assert.equal(
      unreadable(() => decodeBarcode(text, readOn)),
      fault,
      text,
    )
  const lines: [string, string][] = [
    ['', 'WRONG_LENGTH'],
    ['23791.17209 60007.589645 52040.300502 5 4223000029529', 'WRONG_LENGTH'],
    ['23791.17209 60007.589645 52040.300502 5 422300002952950', 'WRONG_LENGTH'],
    ['8', 'WRONG_LENGTH'],
    ['23791.17209 60007.589645 52040.300502 5 42230000295295 ', 'undefined'],
    ['23791-17209 60007.589645 52040.300502 5 42230000295295', 'NOT_DIGITS'],
    ['２３791.17209 60007.589645 52040.300502 5 42230000295295', 'NOT_DIGITS'],
    ['82630000001109880010070202410202400000020510451 9', 'NOT_A_BANK_BOLETO'],
    ['23791.17209 60007.589645 52040.300502 6 42230000295295', 'WRONG_CHECK_DIGIT'],
  ]
  for (const [text, fault] of lines) assert.equal(String(unreadable(() => parseDigitLine(text))), fault, text)
  assert.equal(
    unreadable(() => formatDigitLine('23791')),
    'WRONG_LENGTH',
  )
})

test('a factor between 1 and 999 has no date, even with a correct check digit', () => {
  const rest = '050000000295295117206000758964520403005'
  const start = `2379${computeGeneralDigit(`2379${rest}`)}`
  assert.equal(
    unreadable(() => decodeBarcode(start + rest, date('2026-01-15'))),
    'DUE_FACTOR_UNREADABLE',
  )
})
