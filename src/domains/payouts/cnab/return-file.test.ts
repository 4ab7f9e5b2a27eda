import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  asText,
  bancoDoBrasilPayer,
  bradescoPayer,
  itauFile,
  itauPayer,
  linesOf,
  place,
  readSample,
  sha256,
  tedFile,
} from '../../../../test/payouts/files/sample-payments.ts'
import { InputError } from '../../../kernel/faults.ts'
import { getPaymentBank, PAYMENT_BANK_CODES } from './banks/find-bank.ts'
import type { LineOutcome } from './outcome.ts'
import type { PayingAccount } from './payment.ts'
import { writePaymentFile } from './remittance.ts'
import { parsePaymentReturn } from './return-file.ts'

const sample = readSample('bradesco-pix.ret')
const lines = linesOf(sample)

/** The sample with texts at positions of some lines, all counted from 1. */
const patch = (...changes: readonly (readonly [line: number, position: number, text: string])[]): string => {
  let changed = lines
  for (const [line, position, text] of changes)
    changed = changed.with(line - 1, place(changed[line - 1] ?? '', position, text))
  return asText(changed)
}

const parse = (text: string, payer: PayingAccount = bradescoPayer) => parsePaymentReturn(text, payer)
const outcomesOf = (text: string, payer?: PayingAccount) => parse(text, payer).lines.map(line => line.outcome)

test('the worked return says paid, key unknown and scheduled', () => {
  assert.equal(sha256(sample), 'fd4fd706872c0ba5dfd062e11e13c15f50bcfe4a4af452455b6fd92efe3fcd6d')
  const { lines: read, ...file } = parse(sample)
  assert.equal(file.bank, '237')
  assert.equal(file.fileSequence, 57)
  assert.equal(file.createdOn, '2026-11-17')
  assert.deepEqual(file.remarks, [])
  assert.deepEqual(read, [
    {
      lineNumber: 3,
      key: 'PAY0000000000000001',
      amountCentavos: 94_240,
      outcome: { state: 'PAID' },
      codes: ['00'],
      reasons: ['paid'],
      paidOn: '2026-11-17',
      paidCentavos: 94_240,
      bankNumber: '00000000000000098765',
      endToEndId: 'E60746948202611171203A1b2C3d4E5f',
    },
    {
      lineNumber: 6,
      key: 'PAY0000000000000002',
      amountCentavos: 123_456,
      outcome: { state: 'FAILED', kind: 'PAYEE_INVALID' },
      codes: ['PJ'],
      reasons: ['the Pix key is not registered'],
      paidOn: undefined,
      paidCentavos: undefined,
      bankNumber: undefined,
      endToEndId: undefined,
    },
    {
      lineNumber: 8,
      key: 'PAY0000000000000003',
      amountCentavos: 25_000,
      outcome: { state: 'ACCEPTED' },
      codes: ['BD'],
      reasons: ['included'],
      paidOn: undefined,
      paidCentavos: undefined,
      bankNumber: undefined,
      endToEndId: undefined,
    },
  ])
})

/** A written file as its bank would return it, with these occurrences in its first segment A. */
function echo(text: string, occurrences: string): string {
  const written = linesOf(text)
  const a = written.findIndex(line => line[13] === 'A')
  const paid = place(place(written[a] ?? '', 231, occurrences.padEnd(10)), 155, '17112026000000000094240')
  return asText(written.with(a, paid).with(0, place(written[0] ?? '', 143, '2')))
}

const returns = {
  '237': [bradescoPayer, writePaymentFile(tedFile)],
  '341': [itauPayer, writePaymentFile(itauFile)],
  '001': [bancoDoBrasilPayer, writePaymentFile({ ...tedFile, payer: bancoDoBrasilPayer })],
} as const

type Row = readonly [outcome: LineOutcome, codes: Readonly<Partial<Record<keyof typeof returns, string>>>]
const failedBy = (kind: 'INSUFFICIENT_FUNDS' | 'PAYEE_INVALID' | 'INVALID' | 'UNAVAILABLE') =>
  ({ state: 'FAILED', kind }) as const
const table: readonly Row[] = [
  [{ state: 'PAID' }, { '237': '00 03', '341': '00 FC FD', '001': '00' }],
  [{ state: 'ACCEPTED' }, { '237': 'BD BE 5A', '341': 'BD BE AE IR PD RS EM', '001': 'BD' }],
  [{ state: 'CANCELLED' }, { '237': '02 BF', '341': 'CE LC NA', '001': 'BF' }],
  [{ state: 'RETURNED' }, { '237': 'H4', '341': 'DV EX' }],
  [failedBy('INSUFFICIENT_FUNDS'), { '237': '01 HF', '341': 'SS', '001': '01' }],
  [failedBy('UNAVAILABLE'), { '237': 'PA PB' }],
  [
    failedBy('PAYEE_INVALID'),
    {
      '237': 'AL AM AN AO AT AU AV AW AX AY AZ BG PC PD PE PF PG PH PJ PL PM PN',
      '341': 'AL AM AN AO BI CD TI',
      '001': 'AL AN',
    },
  ],
  [
    failedBy('INVALID'),
    {
      '237': 'AA AB AC AD AE AF AG AH AI AJ AK AP AR BB HA HB HC HD HE HG HH HI HJ HK HL H1 TA',
      '341': 'AP AR AG AH AJ IM TA HA HM RJ',
      '001': 'AE HA',
    },
  ],
  [{ state: 'UNKNOWN' }, { '237': 'XX ZA NR FC', '341': 'XX NR PJ H4 03 5A', '001': 'XX PJ PA' }],
]

for (const [bank, [payer, written]] of Object.entries(returns))
  test(`the codes of bank ${bank} mean what its own table says`, () => {
    for (const [outcome, codes] of table)
      for (const code of codes[bank as keyof typeof returns]?.split(' ') ?? [])
        assert.deepEqual(outcomesOf(echo(written, code), payer), [outcome], code)
  })

test('no code that a table does not have is ever read as paid or failed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.entries(returns)),
      fc.stringMatching(/^[0-9A-Z]{2}$/),
      ([bank, [payer, written]], code) => {
        fc.pre(!Object.hasOwn(getPaymentBank(bank as keyof typeof returns).occurrences, code))
        assert.deepEqual(outcomesOf(echo(written, code), payer), [{ state: 'UNKNOWN' }])
        assert.deepEqual(outcomesOf(echo(written, `00${code}`), payer), [{ state: 'UNKNOWN' }])
      },
    ),
  )
})

const mixed: Readonly<Record<string, readonly [codes: string, outcome: LineOutcome]>> = {
  'a payment with a note is a payment': ['00ZA', { state: 'PAID' }],
  'paid in the second place is not paid': ['ZA00', { state: 'UNKNOWN' }],
  'five times 00 is not paid': ['0000000000', { state: 'UNKNOWN' }],
  'no code is not paid': ['', { state: 'UNKNOWN' }],
  'paid and refused contradict each other': ['00AL', { state: 'UNKNOWN' }],
  'two failures are one, and wrong payee data decide': ['APAN', failedBy('PAYEE_INVALID')],
  'a code in lower case is none': ['bd', { state: 'UNKNOWN' }],
}

for (const [name, [codes, outcome]] of Object.entries(mixed))
  test(name, () => {
    assert.deepEqual(outcomesOf(patch([3, 231, codes.padEnd(10)]))[0], outcome)
  })

test('movement 3 with instruction 33 is a return, whatever its codes say', () => {
  assert.deepEqual(outcomesOf(patch([3, 15, '333']))[0], { state: 'RETURNED' })
  assert.deepEqual(outcomesOf(patch([3, 15, '300']))[0], { state: 'PAID' })
})

test('a payment without its date or its amount counts as unknown', () => {
  assert.deepEqual(outcomesOf(patch([3, 155, '00000000']))[0], { state: 'UNKNOWN' })
  assert.deepEqual(outcomesOf(patch([3, 163, '0'.repeat(15)]))[0], { state: 'UNKNOWN' })
})

test('a refused lot refuses all its payments, except one that is said to be paid', () => {
  for (const line of [2, 10]) {
    const refused = outcomesOf(patch([line, 231, 'HA']))
    assert.deepEqual(refused, [{ state: 'UNKNOWN' }, failedBy('INVALID'), failedBy('INVALID')])
  }
  assert.deepEqual(outcomesOf(patch([2, 231, 'XX'])), Array(3).fill({ state: 'UNKNOWN' }))
  for (const taken of ['BD', '00', '0000000000'])
    assert.deepEqual(outcomesOf(patch([2, 231, taken])), outcomesOf(sample))
})

test('a lot that was refused without its payments is reported', () => {
  const [header = '', batch = ''] = lines
  const trailer = place(place((lines[9] ?? '').slice(0, 240), 18, '000002'), 24, '0'.repeat(18))
  const end = place(place(lines[10] ?? '', 18, '000001'), 24, '000004')
  const { lines: read, remarks } = parse(asText([header, place(batch, 231, 'HA'), trailer, end]))
  assert.deepEqual(read, [])
  assert.deepEqual(remarks, [
    'lot 1 was refused without naming its payments: the lot was refused, or the file is a duplicate',
  ])
})

test('the same return under another number, time and batch has the same digest, another one has not', () => {
  const again = patch([1, 144, '18112026101500000058'])
  assert.equal(parse(again).digest, parse(sample).digest)
  const moved = asText(lines.map(line => (/^2370001/.test(line) ? place(line, 4, '0002') : line)))
  assert.equal(parse(moved).digest, parse(sample).digest)
  assert.notEqual(parse(patch([8, 231, '00'])).digest, parse(sample).digest)
})

test('segments that are not read, and batches of other products, do not disturb', () => {
  const other = place(lines[4] ?? '', 14, 'W')
  const [head = '', batch = '', ...rest] = lines
  const details = [...rest.slice(0, 3), other, ...rest.slice(3, -2)].map((line, at) =>
    place(line, 9, String(at + 1).padStart(5, '0')),
  )
  const trailer = place(rest.at(-2) ?? '', 18, '000010')
  const end = place(rest.at(-1) ?? '', 24, '000012')
  const text = asText([head, batch, ...details, trailer, end])
  assert.deepEqual(outcomesOf(text), outcomesOf(sample))
})

const without = (line: number): string => asText(lines.toSpliced(line - 1, 1))

const broken: Readonly<Record<string, readonly [text: string, reason: RegExp, payer?: PayingAccount]>> = {
  'nothing at all': ['', /empty/],
  'a remittance': [readSample('bradesco-pix.rem'), /is a remittance to the bank, not a return/],
  'a file of another bank': [sample, /file is of bank 237, the account of 341/, itauPayer],
  'a file of a bank without payments': [
    sample.replaceAll(/^237/gm, '999'),
    new RegExp(`bank 999 is not one of ${PAYMENT_BANK_CODES.join(', ')}`),
  ],
  'a file of another account': [patch([1, 59, '000000111111']), /for account 03456\/000000111111/],
  'a file of another agency': [patch([1, 53, '09999']), /for account 09999/],
  'a file of another agreement': [patch([1, 33, '654321']), /for agreement 654321, not for 123456/],
  'a file of a longer agreement': [patch([1, 33, '1234567']), /for agreement 1234567/],
  'a line that is too short': [sample.replace(`${lines[4]}`, `${lines[4]?.slice(1)}`), /239 characters/],
  'letters in an amount': [patch([3, 130, 'O']), /Line 3: amount is not a number/],
  'letters in a paid amount': [patch([3, 170, 'O']), /Line 3: paid is not a number/],
  'a day that does not exist': [patch([3, 155, '31022026']), /Line 3: paidOn is not a date/],
  'letters in a count': [patch([10, 20, 'X']), /recordCount is not a number/],
  'a wrong count of its batch': [patch([10, 18, '000010']), /counts 10 records of the batch, there are 9/],
  'a wrong sum': [patch([10, 41, '7']), /totals payments of 242697 centavos, but they add up to 242696/],
  'a changed amount': [patch([6, 134, '7']), /totals payments/],
  'a wrong count of lines': [patch([11, 24, '000012']), /counts 12 lines, there are 11/],
  'a wrong count of batches': [patch([11, 18, '000002']), /counts 2 batches, there are 1/],
  'a missing line': [without(7), /counts 11 lines, there are 10/],
  'no file trailer': [asText(lines.slice(0, -1)), /without its trailer/],
  'no batch trailer': [without(10), /batch 1 ends without its trailer/],
  'a line of another bank': [patch([6, 1, '341']), /of bank 341, the file of bank 237/],
  'numbers that go back': [patch([6, 9, '00002']), /number 2 comes after number 3/],
  'a segment that is none': [patch([5, 14, '1']), /"1" is not a segment/],
  'a batch of collection': [patch([2, 9, 'T']), /batch T is not a return of payments/],
  'the file twice in one': [sample + sample, /a record of type 9 stands outside of a batch/],
}

for (const [name, [text, reason, payer = bradescoPayer]] of Object.entries(broken))
  test(`nothing is read of ${name}`, () => {
    assert.throws(
      () => parsePaymentReturn(text, payer),
      (error: unknown) => {
        assert.ok(error instanceof InputError)
        assert.match(error.message, reason)
        return true
      },
    )
  })

test('a file that was cut is refused, wherever it was cut', () => {
  for (let length = 0; length < sample.length - 2; length++) {
    // The last line may be without its end.
    if (sample.slice(length).trim() === '' && sample.slice(0, length).endsWith(lines.at(-1) ?? '')) continue
    assert.throws(() => parse(sample.slice(0, length)), InputError, `cut after ${length}`)
  }
})

test('no text makes the reader fail otherwise than by a sentence', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: lines.length }),
      fc.integer({ min: 1, max: 230 }),
      fc.string({ unit: 'binary-ascii', maxLength: 10 }),
      (line, position, text) => {
        try {
          parse(patch([line, position, text]))
        } catch (error) {
          assert.ok(error instanceof InputError, String(error))
        }
      },
    ),
  )
})
