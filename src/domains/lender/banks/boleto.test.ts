import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeDigitLine,
  decodeBarcode,
  encodeBoleto,
  findOurNumber,
  formatDigitLine,
  parseDigitLine,
} from '../../../brazil/boleto.ts'
import { parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { type BankAccountSettings, parseBankAccount } from './bank-account.ts'
import { type BankCode, getBank } from './find-bank.ts'

const date = parseCalendarDate

/** Fills in the account digit, which the published billets of 237 and 001 leave out: it is not in the barcode. */
function accountOf(settings: Omit<BankAccountSettings, 'accountDigit'> & { bank: BankCode }) {
  const { accountLength, computeAccountDigit } = getBank(settings.bank).account
  const agency = settings.agency.padStart(4, '0')
  const accountDigit = computeAccountDigit(agency, settings.account.padStart(accountLength, '0'))
  return parseBankAccount({ ...settings, accountDigit })
}

// Published billets: id, bank, agency, account, portfolio, agreement, our-number, centavos, due date, barcode, line.
const billets = `
V01 237 1172 0403005 06 - 75896452 295295 2009-04-30 23795422300002952951172060007589645204030050 23791.17209 60007.589645 52040.300502 5 42230000295295
V03 237 0278 0039232 06 - 2125525 828000 2011-02-05 23794486900008280000278060000212552500392320 23790.27804 60000.212559 25003.923205 4 48690000828000
V04 237 2949 6580 06 - 3 100 2006-06-10 23796316800000001002949060000000000300065800 23792.94909 60000.000004 03000.658009 6 31680000000100
V05 237 2949 6580 06 - 3 100 2020-02-04 23799815500000001002949060000000000300065800 23792.94909 60000.000004 03000.658009 9 81550000000100
V07 237 1229 469 25 - 6 1500 2017-01-05 23794703000000015001229250000000000600004690 23791.22928 50000.000005 06000.046901 4 70300000001500
V08 237 0001 1234567 25 - 56631487 200 2025-02-23 23798100100000002000001250005663148712345670 23790.00124 50005.663146 87123.456706 8 10010000000200
V09 237 0001 1234567 25 - 75507288 200 2027-11-18 23797199900000002000001250007550728812345670 23790.00124 50007.550721 88123.456704 7 19990000000200
V11 237 0001 1234567 25 - 36084454 200 2049-10-13 23794999900000002000001250003608445412345670 23790.00124 50003.608440 54123.456706 4 99990000000200
V12 341 0810 53678 175 - 12345678 0 2009-08-14 34191432900000000001751234567840810536789000 34191.75124 34567.840813 05367.890000 1 43290000000000
V13 341 0810 53678 175 - 258281 13500 2008-02-02 34191377000000135001750025828170810536789000 34191.75009 25828.170818 05367.890000 1 37700000013500
V15 341 0293 01328 109 - 157 2980 2009-10-19 34199439500000029801090000015710293013280000 34191.09008 00015.710296 30132.800001 9 43950000002980
V17 341 8462 05825 174 - 15135 268016 2014-04-10 34196602900002680161740001513568462058259000 34191.74002 01513.568467 20582.590004 6 60290000268016
V18 341 0654 08711 181 - 94588021 57500 2014-05-21 34194607000000575001819458802140654087113000 34191.81940 58802.140655 40871.130007 4 60700000057500
V21 001 0 0 18 12387989 777700168 13500 2008-02-01 00193376900000135000000001238798977770016818 00190.00009 01238.798977 77700.168188 3 37690000013500
V22 001 0 0 18 1238798 7777700168 13500 2008-02-03 00193377100000135000000001238798777770016818 00190.00009 01238.798779 77700.168188 3 37710000013500
V24 001 4042 00061900 18 123879 1234 13500 2008-02-01 00192376900000135001238790123440420006190018 00191.23876 90123.440423 00061.900189 2 37690000013500
V26 001 1824 0 18 1207113 9000206 4000 2008-05-02 00195386000000040000000001207113000900020618 00190.00009 01207.113000 09000.206186 5 38600000004000
V27 001 9999 0 18 7777777 87654 295295 2011-03-08 00196490000002952950000007777777000008765418 00190.00009 07777.777009 00087.654182 6 49000000295295`

// Layouts that are only read: id, centavos, due date, barcode, digit line.
const foreignBillets = `
V20 13500 2004-09-05 34191252500000135001960025828112345671234550 34191.96005 25828.112349 56712.345505 1 25250000013500
V29 2500 2011-10-09 03399511500000025009189977500000900002690102 03399.18997 77500.000904 00026.901025 9 51150000002500
V30 5400 2012-09-08 03393545000000054009189977500000900027250102 03399.18997 77500.000904 00272.501024 3 54500000005400
V32 21403 2022-05-10 10499898100000214032006561000100040099726390 10492.00650 61000.100042 00997.263900 9 89810000021403
V33 81094 2014-03-18 10498600600000810944337565000200540000000610 10494.33756 65000.200546 00000.006106 8 60060000081094
V34 5000 2016-02-18 75692670800000050001432701022938500000024001 75691.43279 01022.938508 00000.240010 2 67080000005000
V35 19557 2016-08-22 74891689400000195573116208879307106500129105 74893.11626 08879.307109 65001.291056 1 68940000019557
V36 0 - 23797000000000000004150090019801673500021140 23794150099001980167035000211405700000000000000`

const listRows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(row => row.split(' '))

test('published billets of the three banks are written and read digit by digit', () => {
  for (const row of listRows(billets)) {
    const [
      id,
      bank,
      agency = '',
      account = '',
      portfolio = '',
      agreement,
      number,
      amount,
      due = '',
      barcode = '',
    ] = row
    const printedLine = row.slice(10).join(' ')
    const dueDate = date(due)
    const boletoAccount = accountOf({
      bank: bank as BankCode,
      agency,
      account,
      portfolio,
      agreement: agreement === '-' ? undefined : agreement,
    })
    const terms = {
      account: boletoAccount,
      ourNumber: Number(number),
      amountCentavos: Number(amount),
      dueDate,
    }
    const boleto = encodeBoleto(terms)
    assert.equal(boleto.barcode, barcode, id)
    assert.equal(formatDigitLine(boleto.digitLine), printedLine, id)
    assert.equal(parseDigitLine(printedLine), barcode, id)
    const { freeField, ...decoded } = decodeBarcode(barcode, dueDate)
    assert.deepEqual(decoded, { bank, amountCentavos: Number(amount), dueDate }, id)
    assert.equal(findOurNumber(boletoAccount, freeField), Number(number), id)
  }
})

test('published billets of other layouts are read: check digits, digit line, amount and due date', () => {
  for (const [id, amount, due = '', barcode = '', ...line] of listRows(foreignBillets)) {
    const digitLine = line.join('').replaceAll('.', '')
    assert.equal(computeDigitLine(barcode), digitLine, id)
    assert.equal(parseDigitLine(line.join(' ')), barcode, id)
    const decoded = decodeBarcode(barcode, date(due === '-' ? '2026-01-15' : due))
    assert.equal(decoded.amountCentavos, Number(amount), id)
    assert.equal(decoded.dueDate, due === '-' ? undefined : due, id)
    assert.equal(decoded.bank, barcode.slice(0, 3), id)
  }
})

const issue = (settings: Omit<BankAccountSettings, 'accountDigit'> & { bank: BankCode }, ourNumber: number) =>
  encodeBoleto({
    account: accountOf(settings),
    ourNumber,
    amountCentavos: 13_500,
    dueDate: date('2026-04-09'),
  })
const brasil = { bank: '001', agency: '4042', account: '61900', portfolio: '18' } as const

test('the our-number is printed with its check digit after a hyphen, where the bank has one', () => {
  const bradesco = { bank: '237', agency: '1172', account: '403005', portfolio: '06' } as const
  assert.equal(issue(bradesco, 75_896_452).ourNumber, '00075896452-5')
  assert.equal(issue(bradesco, 525).ourNumber, '00000000525-P')
  const itau = { bank: '341', agency: '0810', account: '53678', portfolio: '175' } as const
  assert.equal(issue(itau, 12_345_678).ourNumber, '12345678-4')
  assert.equal(issue({ ...brasil, agreement: '1238798' }, 7_777_700_168).ourNumber, '12387987777700168')
  assert.equal(issue({ ...brasil, agreement: '12387989' }, 4_042).ourNumber, '12387989000004042')
  assert.match(issue({ ...brasil, agreement: '123879' }, 1_234).ourNumber, /^12387901234-[0-9X]$/)
  assert.match(issue({ ...brasil, agreement: '1238' }, 1_234).ourNumber, /^12380001234-[0-9X]$/)
})

test('Banco do Brasil: agreements of four digits, and of six with 17 free digits, fill their own layouts', () => {
  const short = issue({ ...brasil, agreement: '1238' }, 777_700)
  assert.equal(short.barcode.slice(19), '1238077770040420006190018')
  const free = issue({ ...brasil, agreement: '123879', serviceCode: '21' }, 7_777_700_168)
  assert.equal(free.barcode.slice(19), '1238790000000777770016821')
  assert.equal(free.ourNumber, '00000007777700168')
})

test('a free field written for another account yields no our-number', () => {
  const account = accountOf({ bank: '341', agency: '0810', account: '53678', portfolio: '175' })
  assert.equal(findOurNumber(account, '1751234567840810536789000'), 12_345_678)
  for (const freeField of [
    '1751234567850810536789000',
    '1091234567840810536789000',
    '1751234567840811536789000',
    '175123456784081053678900',
    '17512345678408105367890000',
    '',
  ])
    assert.equal(findOurNumber(account, freeField), undefined, freeField)
})
