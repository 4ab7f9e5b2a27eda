import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { InputError } from '../../kernel/faults.ts'
import { parseStatements } from './parse-statements.ts'

const X1 = readFileSync(join(import.meta.dirname, '../../../test/receivables/statements/x1.txt'), 'latin1')
const parse = (text: string, encoding: BufferEncoding = 'latin1') =>
  parseStatements(Buffer.from(text, encoding))
const replaceAt = (line: number, from: number, text: string): string =>
  X1.split('\r\n')
    .map((each, at) =>
      at + 1 === line ? each.slice(0, from - 1) + text + each.slice(from - 1 + text.length) : each,
    )
    .join('\r\n')

test('worked statement X1 is read to the centavo', () => {
  const [statement, ...more] = parse(X1)
  assert.equal(more.length, 0)
  assert.deepEqual(
    [
      statement?.bank,
      statement?.openingCentavos,
      statement?.closingCentavos,
      statement?.firstDay,
      statement?.lastDay,
    ],
    ['237', 1_000_000, 973_344, '2026-11-17', '2026-11-17'],
  )
  assert.deepEqual(
    statement?.lines.map(({ amountCentavos, category, document }) => [amountCentavos, category, document]),
    [
      [43_084, 'collection', '0000042'],
      [25_000, 'pix', 'E18236120202611171142s0a1b2c3d4e'],
      [-94_240, 'pix', 'PAY0000000000000001'],
      [-500, 'fee', '0000042'],
    ],
  )
})

const BROKEN: Readonly<Record<string, readonly [string, RegExp]>> = {
  'an empty file': ['', /empty/],
  'no CNAB at all': ['hello\r\n', /characters instead of 240/],
  'a missing trailer': [X1.split('\r\n').slice(0, 7).join('\r\n'), /ends without its trailer/],
  'a missing line': [
    X1.split('\r\n').toSpliced(3, 1).join('\r\n'),
    /the trailer counts 8 lines, there are 7/,
  ],
  'a wrong closing balance': [replaceAt(7, 168, '5'), /does not add up/],
  'a wrong opening balance': [replaceAt(2, 168, '1'), /does not add up/],
  'wrong totals': [replaceAt(7, 194, '1'), /totals 94741 debits/],
  'another amount': [replaceAt(3, 168, '5'), /the lines 94740 and 68085/],
  'a wrong count': [replaceAt(7, 176, '7'), /counts 7 lines of the batch/],
  'a line of another account': [replaceAt(4, 70, '9'), /is about account 000000765439/],
  'a line of another bank': [replaceAt(4, 1, '341'), /it is of bank 341/],
  'neither debit nor credit': [replaceAt(4, 169, 'X'), /neither credit nor debit/],
  'a letter in an amount': [replaceAt(4, 160, 'X'), /amount is not a number/],
  'no date': [replaceAt(4, 143, '00000000'), /a date is missing/],
  'an intraday statement': [replaceAt(2, 170, 'I'), /not final/],
  'another currency': [replaceAt(2, 171, 'USD'), /USD/],
  'a batch of collection': [replaceAt(2, 9, 'T01'), /not a statement/],
  'a batch that is not closed': [replaceAt(7, 8, '3'), /without its trailer/],
}
for (const [name, [text, reason]] of Object.entries(BROKEN))
  test(`refused as a whole: ${name}`, () => {
    assert.throws(
      () => parse(text),
      (error: unknown) => error instanceof InputError && reason.test(error.message),
    )
  })

test('a statement that is cut anywhere is refused', () => {
  for (let length = 0; length < X1.length - 2; length += 97)
    assert.throws(() => parse(X1.slice(0, length)), Error)
})

const sgml = (transactions: string, balance = '973,34'): string => `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII
CHARSET:1252

<OFX><SIGNONMSGSRSV1><SONRS><DTSERVER>20261118</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL
<BANKACCTFROM><BANKID>0237<ACCTID>61900-0<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261117000000[-3:BRT]<DTEND>20261118
${transactions}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20261118</LEDGERBAL>
<AVAILBAL><BALAMT>1,00<DTASOF>20261118</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`
const transaction = (amount: string, memo: string, type = 'CREDIT'): string =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261117120000<TRNAMT>${amount}<FITID>N1<MEMO>${memo}</STMTTRN>\n`

test('OFX is read as SGML and as XML, with comma or point, in both character sets', () => {
  const text = sgml(
    transaction('430,84', 'LIQUIDAÇÃO COBRANÇA') +
      transaction('250.00', 'PIX RECEBIDO &amp; outros') +
      transaction('-1.942,40', 'TED ENVIADA', 'DEBIT') +
      transaction('-5', 'Pacote', 'FEE'),
  )
  const xml = text
    .replace(/^[\s\S]*?<OFX>/, '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200"?>\n<OFX>')
    .replaceAll(/<(CURDEF|BANKID|ACCTID|ACCTTYPE|DT\w+|BALAMT|TRN\w+|FITID|MEMO)>([^<\n]*)/g, '<$1>$2</$1>')
  for (const [content, encoding] of [
    [text, 'latin1'],
    [xml, 'utf8'],
  ] as const) {
    const [statement] = parse(content, encoding)
    assert.deepEqual(
      [
        statement?.bank,
        statement?.account,
        statement?.firstDay,
        statement?.lastDay,
        statement?.closingCentavos,
      ],
      ['237', '619000', '2026-11-17', '2026-11-18', 97_334],
    )
    assert.equal(statement?.openingCentavos, 97_334 - 43_084 - 25_000 + 194_240 + 500)
    assert.deepEqual(
      statement?.lines.map(({ amountCentavos, category, history }) => [amountCentavos, category, history]),
      [
        [43_084, 'collection', 'LIQUIDAÇÃO COBRANÇA'],
        [25_000, 'pix', 'PIX RECEBIDO & outros'],
        [-194_240, 'other', 'TED ENVIADA'],
        [-500, 'fee', 'Pacote'],
      ],
    )
  }
})

const BROKEN_OFX: Readonly<Record<string, readonly [string, RegExp]>> = {
  'cut off': [sgml(transaction('1,00', 'x')).slice(0, -20), /ends before <\/OFX>/],
  'another currency': [sgml('').replace('BRL\n', 'USD\n'), /CURDEF is "USD"/],
  'an amount with letters': [sgml(transaction('1O,00', 'x')), /TRNAMT is not an amount: "1O,00"/],
  'three decimals': [sgml(transaction('1,005', 'x')), /TRNAMT is not an amount/],
  'no amount': [sgml(transaction('', 'x')), /TRNAMT is not an amount/],
  'a line without money': [sgml(transaction('0,00', 'x')), /moves no money/],
  'a day that does not exist': [
    sgml(transaction('1,00', 'x').replace('20261117', '20261331')),
    /DTPOSTED is not a date/,
  ],
  'a line before its period': [
    sgml(transaction('1,00', 'x').replace('20261117', '20261101')),
    /lies outside/,
  ],
  'a balance of nothing': [sgml('', 'much'), /BALAMT is not an amount/],
  'a transaction that is not closed': [
    sgml(transaction('1,00', 'x').replace('</STMTTRN>', '')),
    /not closed/,
  ],
  'two accounts': [sgml('').replace('<STMTRS>', '<STMTRS></STMTRS><STMTRS>'), /several accounts/],
}
for (const [name, [text, reason]] of Object.entries(BROKEN_OFX))
  test(`OFX refused as a whole: ${name}`, () => {
    assert.throws(
      () => parse(text),
      (error: unknown) => error instanceof InputError && reason.test(error.message),
    )
  })
