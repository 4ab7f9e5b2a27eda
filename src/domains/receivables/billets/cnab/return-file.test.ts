import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asFile,
  placeText,
  type ReturnedFile,
  type ReturnedTitle,
  returnLines,
} from '../../../../../test/receivables/cnab/return-text.ts'
import { readRecord } from '../../../../brazil/cnab-record.ts'
import { segmentT, segmentU } from './layouts.ts'
import { parseReturn } from './return-file.ts'

/** A real pair of lines of Banco do Brasil, by the positions of its manual. */
const realT = placeText([
  [1, '0010001300001T 06'],
  [18, '0032860000000075367 '],
  [38, '32948600000000196'],
  [58, '1'],
  [74, '23032011'],
  [82, '000000000004000'],
  [97, '237009880'],
  [131, '09'],
  [133, '0000000000000000'],
  [149, '0'.repeat(37)],
  [189, '0'.repeat(10)],
  [199, '000000000000500'],
  [214, '00'],
  [224, '180273294860'],
])
const realU = placeText([
  [1, '0010001300002U 06'],
  [18, '0'.repeat(60)],
  [78, '000000000004000'],
  [93, '000000000003500'],
  [108, '0'.repeat(30)],
  [138, '21032011'],
  [146, '23032011'],
  [166, '0'.repeat(15)],
])

const bancoDoBrasil = { bank: '001', agreement: '0032948600014', agency: '3286', account: '7536' }
const bradesco = { bank: '237', agency: '1172', account: '0403005' }
const itau = { bank: '341', agency: '0810', account: '53678' }
const OURS = { '001': '32948600000000196', '237': '00600000000758964525', '341': '175123456784' }

function parseOne(file: Omit<ReturnedFile, 'titles'>, title: Partial<ReturnedTitle>) {
  const ourNumber = OURS[file.bank as keyof typeof OURS]
  const { reports } = parseReturn(
    asFile(returnLines({ ...file, titles: [{ occurrence: '06', ourNumber, paid: 4000, ...title }] })),
  )
  assert.equal(reports.length, 1)
  const [report] = reports
  assert.ok(report)
  return report
}

test('the real lines of Banco do Brasil give the values that its customer saw', () => {
  const t = readRecord(segmentT, realT, 3)
  assert.deepEqual(
    [t.movement, t.ourNumber, t.dueDate, t.amount, t.tariff],
    ['06', '32948600000000196', '2011-03-23', 4000, 500],
  )
  const u = readRecord(segmentU, realU, 4)
  assert.deepEqual([u.paid, u.credited, u.occurredOn, u.creditedOn], [4000, 3500, '2011-03-21', '2011-03-23'])
})

test('the real lines within their file become one payment of that title', () => {
  const lines = returnLines({ ...bancoDoBrasil, titles: [{ occurrence: '06', ourNumber: '' }] })
  const file = parseReturn(asFile(lines.with(2, realT).with(3, realU), '\n'))
  assert.deepEqual([file.bank, file.fileSequence, file.account.agreement], ['001', 257, '3294860'])
  const [report] = file.reports
  assert.match(report?.reference ?? '', /^cnab:001:257:1-1:[0-9a-f]{12}$/)
  assert.deepEqual(file.reports, [
    {
      reference: report?.reference,
      kind: 'paid',
      method: 'BILLET',
      bank: '001',
      ourNumber: 196,
      pixTxid: undefined,
      amountCentavos: 4000,
      paidOn: '2011-03-21',
      creditedOn: '2011-03-23',
      creditedCentavos: 3500,
      tariffCentavos: 500,
      occurrence: '06',
      reasons: [],
    },
  ])
})

test('the our-number of each bank is read back as the billet’s number', () => {
  assert.equal(parseOne(bancoDoBrasil, {}).ourNumber, 196)
  assert.equal(parseOne(bradesco, {}).ourNumber, 75_896_452)
  assert.equal(parseOne(bradesco, { ourNumber: '0060000000000000525P' }).ourNumber, 525)
  assert.equal(parseOne(itau, {}).ourNumber, 12_345_678)
  const eight = { ...bancoDoBrasil, agreement: '0123879890014' }
  assert.equal(parseOne(eight, { ourNumber: '12387989777700168' }).ourNumber, 777_700_168)
  const six = { ...bancoDoBrasil, agreement: '0001238790014' }
  assert.equal(parseOne(six, { ourNumber: '123879012345' }).ourNumber, 1234)
  assert.equal(parseOne(six, { ourNumber: '00000000000000042' }).ourNumber, 42)
})

test('money for a foreign number stays a payment without a title, and keeps the number', () => {
  for (const [file, ourNumber] of [
    [bancoDoBrasil, '99999990000000196'],
    [bradesco, '00600000000758964524'],
    [bradesco, '00600000000758964'],
    [itau, '175123456785'],
    [itau, ''],
    [{ ...bancoDoBrasil, agreement: '0001238790014' }, '123879012342'],
    [{ ...bancoDoBrasil, agreement: '0001238790014' }, '99999999999999999'],
  ] as const satisfies [Omit<ReturnedFile, 'titles'>, string][]) {
    const report = parseOne(file, { ourNumber })
    assert.deepEqual([report.kind, report.ourNumber, report.amountCentavos], ['paid', undefined, 4000])
    assert.deepEqual(report.reasons, [`our-number ${ourNumber} is not one of ours`])
  }
})

test('occurrences are interpreted by each bank’s own list', () => {
  const kinds = (file: Omit<ReturnedFile, 'titles'>, codes: string) =>
    codes.split(' ').map(occurrence => parseOne(file, { occurrence }).kind)
  const febraban = [
    'registered',
    'rejected',
    'paid',
    'written-off',
    'other',
    'paid',
    'written-off',
    'other',
    'other',
  ]
  assert.deepEqual(kinds(bradesco, '02 03 06 09 15 17 25 28 08'), febraban)
  assert.deepEqual(kinds(bancoDoBrasil, '02 03 06 09 15 17 25 28 08'), febraban)
  const own = ['registered', 'rejected', 'paid', 'written-off', 'refused', 'other', 'other', 'other', 'paid']
  assert.deepEqual(kinds(itau, '02 03 06 09 15 17 25 28 08'), own)
  for (const file of [bradesco, bancoDoBrasil]) assert.deepEqual(kinds(file, '26 30'), ['refused', 'refused'])
  assert.deepEqual(kinds(itau, '16 26 30'), ['refused', 'other', 'other'])
})

test('an ambiguous occurrence is a payment exactly when money was credited', () => {
  for (const [file, occurrence] of [
    [itau, '10'],
    [bradesco, '99'],
    [bancoDoBrasil, '98'],
  ] as const) {
    assert.equal(parseOne(file, { occurrence }).kind, 'paid')
    assert.equal(parseOne(file, { occurrence, paid: 0 }).kind, 'other')
    assert.equal(parseOne(file, { occurrence, paid: 4000, credited: 0 }).kind, 'other')
  }
})

test('a report that is not a payment has no amount, whatever the record holds', () => {
  const { amountCentavos, paidOn, creditedOn } = parseOne(bradesco, { occurrence: '09' })
  assert.deepEqual([amountCentavos, paidOn, creditedOn], [undefined, undefined, undefined])
})

test('reasons become sentences by bank and occurrence, and unknown ones keep their code', () => {
  const reasons = (file: Omit<ReturnedFile, 'titles'>, occurrence: string, codes: string) =>
    parseOne(file, { occurrence, reasons: codes }).reasons
  assert.deepEqual(reasons(bradesco, '03', '0946480000'), [
    'the our-number was used before',
    "the payer's document is wrong",
    'the postal code is wrong',
  ])
  assert.deepEqual(reasons(itau, '03', '08'), ["the payer's name is missing"])
  assert.deepEqual(reasons(bancoDoBrasil, '06', '33  Q7'), ['by internet banking', 'reason Q7 of the bank'])
  assert.deepEqual(reasons(bancoDoBrasil, '02', 'A4'), ['the payer receives it electronically'])
  assert.deepEqual(reasons(bancoDoBrasil, '09', '12'), ['our term for payment ended'])
})

const threeTitles = ['32948600000000196', '32948600000000236', '32948600000000196'].map(ourNumber => ({
  occurrence: '06',
  ourNumber,
  paid: 1500,
}))
const references = (text: string) => parseReturn(text).reports.map(({ reference }) => reference)

test('a file read again, or cut into pieces, gives the same references, and equal payments different ones', () => {
  const lines = returnLines({ ...bancoDoBrasil, titles: threeTitles })
  const whole = references(asFile(lines))
  assert.equal(new Set(whole).size, 3)
  assert.deepEqual(references(asFile(lines)), whole)
  const piece = (from: number, to: number) => {
    const details = lines.slice(2 + 2 * from, 2 + 2 * to)
    const [header = '', batch = ''] = lines
    const trailers = returnLines({ ...bancoDoBrasil, titles: threeTitles.slice(from, to) }).slice(-2)
    return asFile([header, batch, ...details, ...trailers])
  }
  assert.deepEqual([...references(piece(0, 1)), ...references(piece(1, 3))], whole)
})

test('another file that bears the same number at the same bank gives other references', () => {
  const one = references(asFile(returnLines({ ...bancoDoBrasil, titles: threeTitles })))
  const next = threeTitles.map(title => ({ ...title, occurredOn: '22032011' }))
  const other = references(asFile(returnLines({ ...bancoDoBrasil, titles: next })))
  assert.deepEqual(
    one.filter(reference => other.includes(reference)),
    [],
  )
})

test('in a file of several batches each batch has its own record numbers', () => {
  const [header = '', ...rest] = returnLines({ ...bancoDoBrasil, titles: threeTitles })
  const first = rest.slice(0, -1)
  const second = first.map(line => `${line.slice(0, 3)}0002${line.slice(7)}`)
  const trailer = placeText([
    [1, '00199999'],
    [18, '000002'],
    [24, '000018'],
  ])
  const found = references(asFile([header, ...first, ...second, trailer]))
  assert.deepEqual(
    found.map(each => each.split(':')[3]),
    ['1-1', '1-3', '1-5', '2-1', '2-3', '2-5'],
  )
})

test('a file without movements gives no reports, and segments that banks add are skipped', () => {
  const [header = '', ...rest] = returnLines({ ...bancoDoBrasil, titles: threeTitles.slice(0, 1) })
  const empty = placeText([
    [1, '00199999'],
    [18, '000000'],
    [24, '000002'],
  ])
  assert.deepEqual(parseReturn(asFile([header, empty])).reports, [])
  const y = placeText([
    [1, '0010001300003Y 06'],
    [18, '04'],
    [20, 'cliente@loja.example'],
  ])
  const [batch = '', t = '', u = ''] = rest
  const trailers = [
    placeText([
      [1, '00100015'],
      [18, '000005'],
    ]),
    placeText([
      [1, '00199999'],
      [18, '000001'],
      [24, '000007'],
    ]),
  ]
  const [{ reference } = assert.fail()] = parseReturn(asFile([header, batch, t, u, y, ...trailers])).reports
  // Between the two segments of a title, and of a kind that nobody knows.
  const w = placeText([[1, '0010001300002W 06']])
  const later = `${u.slice(0, 8)}00003${u.slice(13)}`
  const between = parseReturn(asFile([header, batch, t, w, later, ...trailers])).reports
  assert.deepEqual(
    between.map(each => each.reference),
    [reference],
  )
})
