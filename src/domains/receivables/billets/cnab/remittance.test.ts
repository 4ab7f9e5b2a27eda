import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cut } from '../../../../../test/receivables/cnab/return-text.ts'
import {
  sampleAccounts,
  sampleBillet,
  samplePayer,
} from '../../../../../test/receivables/cnab/sample-titles.ts'
import { parseCalendarDate } from '../../../../kernel/calendar-date.ts'
import { InputError } from '../../../../kernel/faults.ts'
import type { Billet, Payer } from '../billet.ts'
import { writeRemittance } from './remittance.ts'

type Bank = keyof typeof sampleAccounts
const banks = Object.keys(sampleAccounts) as Bank[]
const createdAt = new Date('2026-03-11T01:02:03Z')

interface Order {
  readonly billet?: Partial<Billet>
  readonly payer?: Partial<Payer>
  readonly movement?: 'register' | 'write-off'
}

function write(bank: Bank, orders: readonly Order[] = [{}]): string {
  const account = sampleAccounts[bank]
  const titles = orders.map(({ billet, payer, movement = 'register' }) => ({
    billet: sampleBillet(account, billet),
    payer: { ...samplePayer, ...payer },
    movement,
  }))
  return writeRemittance({ account, fileSequence: 42, createdAt, titles })
}

function writeLines(bank: Bank, orders?: readonly Order[]): string[] {
  const text = write(bank, orders)
  assert.match(
    text,
    /^(?:[\x20-\x60\x7b-\x7e]{240}\r\n)+$/,
    'lines of 240 ASCII characters, no small letters',
  )
  return text.split('\r\n').slice(0, -1)
}

/** The named line; segments by their letter. */
function find(lines: readonly string[], segment: string): string {
  const line = lines.find(each => cut(each, 8) === '3' && cut(each, 14) === segment)
  assert.ok(line, `segment ${segment}`)
  return line
}

const at = (line: string, positions: readonly (readonly [number, number])[]): string[] =>
  positions.map(([from, to]) => cut(line, from, to))

test('segment P of Banco do Brasil has every value at the position that its manual states', () => {
  const p = find(writeLines('001'), 'P')
  const expected: [number, number, string][] = [
    [1, 3, '001'],
    [4, 7, '0001'],
    [8, 8, '3'],
    [9, 13, '00001'],
    [14, 15, 'P '],
    [16, 17, '01'],
    [18, 22, '04042'],
    [23, 23, '8'],
    [24, 35, '000000061900'],
    [36, 37, '0 '],
    [38, 57, '12387980000000525   '],
    [58, 62, '71100'],
    [63, 77, 'CDEF00000000/03'],
    [78, 85, '09042026'],
    [86, 100, '000000000019792'],
    [101, 106, '000000'],
    [107, 108, '12'],
    [109, 109, 'N'],
    [110, 117, '10032026'],
    [118, 118, '2'],
    [119, 126, '10042026'],
    [127, 141, '000000000000100'],
    [142, 165, '0'.repeat(24)],
    [166, 195, '0'.repeat(30)],
    [196, 220, '0123456789ABCDEF01234567 '],
    [221, 223, '300'],
    [224, 227, '0000'],
    [228, 229, '09'],
    [230, 240, '0000000000 '],
  ]
  for (const [from, to, text] of expected) assert.equal(cut(p, from, to), text, `positions ${from} to ${to}`)
  assert.equal(
    expected.reduce((sum, [from, to]) => sum + to - from + 1, 0),
    240,
  )
})

test('our-number, account digits, handling and terms follow each bank', () => {
  const places = [
    [18, 37],
    [38, 57],
    [58, 62],
    [63, 77],
    [107, 108],
    [118, 118],
    [127, 141],
    [221, 229],
  ] as const
  assert.deepEqual(at(find(writeLines('237'), 'P'), places), [
    '04042' + '8' + '000000061900' + '0' + ' ',
    '006' + '00000' + '00000000525' + 'P',
    '11122',
    'CDEF00000000/03',
    '99',
    '2',
    '000000000000100',
    '300' + '1032' + '09',
  ])
  assert.deepEqual(at(find(writeLines('341', [{ billet: { ourNumber: 15_448 } }]), 'P'), places), [
    '00810' + ' ' + '000000053678' + ' ' + '9',
    '175' + '00015448' + '6' + '        ',
    '00000',
    '0000000/03     ',
    '99',
    '0',
    '000000000000006',
    '000' + '132' + '000',
  ])
})

test('segment Q names the payer in capitals without accents, and keeps the house number when the street is long', () => {
  const street = 'Avenida Governador Celso Ramos da Silva Pereira dos Santos'
  const q = find(writeLines('237', [{ payer: { street, number: '1234', complement: 'Bloco C' } }]), 'Q')
  assert.deepEqual(
    at(q, [
      [9, 13],
      [16, 17],
      [18, 18],
      [19, 33],
      [34, 73],
      [74, 113],
      [114, 128],
      [129, 136],
      [137, 151],
      [152, 153],
      [154, 169],
      [210, 212],
    ]),
    [
      '00002',
      '01',
      '1',
      '000052998224725',
      'JOAO DA CONCEICAO ARAUJO'.padEnd(40),
      'AVENIDA GOVERNADOR CELSO R, 1234 BLOCO C',
      ' '.repeat(15),
      '88010001',
      'FLORIANOPOLIS  ',
      'SC',
      '0'.repeat(16),
      '000',
    ],
  )
  const long = find(writeLines('341', [{ payer: { name: 'Maria '.repeat(20) } }]), 'Q')
  assert.equal(cut(long, 34, 73), `${'MARIA '.repeat(5)}${' '.repeat(10)}`)
})

test('an installment carries its fine of 2 %, a down payment neither fine nor interest', () => {
  for (const bank of banks) {
    const r = find(writeLines(bank), 'R')
    assert.deepEqual(
      at(r, [
        [9, 13],
        [18, 65],
        [66, 66],
        [67, 74],
        [75, 89],
      ]),
      ['00003', '0'.repeat(48), '2', '10042026', '000000000000200'],
    )
    const downPayment = writeLines(bank, [{ billet: { kind: 'down-payment', installmentNumber: 0 } }])
    assert.equal(
      downPayment
        .map(line => cut(line, 8) + cut(line, 14))
        .slice(2, -2)
        .join(' '),
      '3P 3Q',
    )
    const p = find(downPayment, 'P')
    assert.deepEqual(
      at(p, [
        [118, 118],
        [119, 126],
        [127, 141],
      ]),
      [bank === '341' ? '0' : '3', '0'.repeat(8), '0'.repeat(15)],
    )
  }
})

test('the headers hold the owner of the file, its creation time and its number', () => {
  const [file = '', batch = ''] = writeLines('001')
  assert.deepEqual(
    at(file, [
      [1, 8],
      [18, 32],
      [33, 52],
      [53, 72],
      [73, 102],
      [103, 132],
      [143, 143],
      [144, 157],
      [158, 163],
      [164, 171],
    ]),
    [
      '00100000',
      '212ABC34501DE35',
      '001238798001417019  ',
      '040428000000061900' + '0' + ' ',
      'CREDIARIO FINANCEIRA S.A.     ',
      'BANCO DO BRASIL S.A.          ',
      '1',
      '10032026220203',
      '000042',
      '08301600',
    ],
  )
  assert.deepEqual(
    at(batch, [
      [1, 16],
      [18, 33],
      [34, 53],
      [54, 73],
      [74, 103],
      [184, 191],
      [192, 199],
      [200, 207],
    ]),
    [
      '00100011R01  042',
      '2012ABC34501DE35',
      '001238798001417019  ',
      '040428000000061900' + '0' + ' ',
      'CREDIARIO FINANCEIRA S.A.     ',
      '00000042',
      '10032026',
      '00000000',
    ],
  )
  assert.equal(cut(writeLines('237')[0] ?? '', 33, 52), '000' + '0006' + '04042' + '0061900' + '0')
  assert.equal(cut(writeLines('341')[0] ?? '', 33, 72), `${' '.repeat(20)}00810 000000053678 9`)
})

test('trailers hold the right counts, and records are numbered without a gap', () => {
  const orders: Order[] = [
    {},
    { movement: 'write-off', billet: { amountCentavos: 5000 } },
    { billet: { amountCentavos: 1 } },
  ]
  for (const bank of banks) {
    const lines = writeLines(bank, orders)
    assert.equal(lines.length, 12)
    const details = lines.filter(line => cut(line, 8) === '3')
    assert.equal(details.map(line => cut(line, 14)).join(''), 'PQRPQPQR')
    assert.equal(details.map(line => cut(line, 16, 17)).join(''), '0101010202010101')
    assert.deepEqual(
      details.map(line => Number(cut(line, 9, 13))),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
    const [batch = '', file = ''] = lines.slice(-2)
    assert.deepEqual(
      at(batch, [
        [4, 8],
        [18, 23],
        [24, 29],
        [30, 46],
      ]),
      ['00015', '000010', '000003', '00000000000024793'],
    )
    assert.deepEqual(
      at(file, [
        [4, 8],
        [18, 23],
        [24, 29],
        [30, 35],
      ]),
      ['99999', '000001', '000012', '000000'],
    )
  }
})

test('the same orders give the same file, byte by byte', () => {
  for (const bank of banks) assert.equal(write(bank), write(bank))
})

test('no name or address breaks the file: every line keeps its length, and the payer is never without a name', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom(
      '',
      '\r\n9999',
      '李小龍',
      '\u0000',
      '🎉🎉🎉',
      'ﬁﬁﬁ½',
      'a\u0301'.repeat(60),
      'ß'.repeat(60),
      '\u2028',
      '"; DROP',
    ),
  )
  const payers = fc.record({
    name: hostile,
    street: hostile,
    number: hostile,
    complement: hostile,
    city: hostile,
  })
  fc.assert(
    fc.property(fc.constantFrom(...banks), payers, (bank, payer) => {
      const lines = writeLines(bank, [{ payer }])
      assert.equal(lines.length, 7)
      const q = find(lines, 'Q')
      assert.equal(cut(q, 19, 33), '000052998224725')
      assert.equal(cut(q, 129, 136) + cut(q, 152, 153), '88010001SC')
      for (const [from, to] of [
        [34, 73],
        [74, 113],
        [137, 151],
      ] as const)
        assert.notEqual(cut(q, from, to).trim(), '')
    }),
  )
})

test('a value that does not fit is refused, not truncated', () => {
  const refused: [Bank, Order, RegExp][] = [
    ['237', { billet: { documentNumber: 'A'.repeat(15), id: 'b'.repeat(26) } }, /control has room for 25/],
    ['237', { payer: { cpf: '529.982.247-25' } }, /document is written in digits/],
    ['237', { payer: { cpf: '' } }, /document is written in digits/],
    ['237', { payer: { zipCode: '880100011' } }, /zipCode has room for 8/],
    ['237', { payer: { state: 'SCC' } }, /state has room for 2/],
    ['237', { billet: { accountId: 'f'.repeat(24) } }, /belongs to another account/],
    [
      '341',
      { billet: { kind: 'down-payment', expirationDate: parseCalendarDate('2027-04-09') } },
      /writeOff has room for 4/,
    ],
  ]
  for (const [bank, order, reason] of refused) assert.throws(() => write(bank, [order]), reason)
  assert.throws(() => write('237', []), InputError)
  assert.throws(() => write('237', new Array(10_001).fill({})), InputError)
})

test('all record numbers of the largest remittance fit', () => {
  const lines = write('237', new Array(10_000).fill({})).split('\r\n')
  assert.equal(lines.length, 30_005)
  assert.equal(cut(lines.at(-2) ?? '', 24, 29), '030004')
})

test('a second copy is registered with interest by the day on its face value, and without a fine', () => {
  const copy = {
    amountCentavos: 20_426,
    dueDate: parseCalendarDate('2026-05-15'),
    faceCentavos: 19_792,
    originalDueDate: parseCalendarDate('2026-04-09'),
    originalId: '0123456789abcdef01234560',
    replaces: '0123456789abcdef01234560',
  }
  const codes: Readonly<Record<Bank, string>> = { '237': '1', '341': '0', '001': '1' }
  for (const bank of banks) {
    const lines = writeLines(bank, [{ billet: copy }])
    assert.deepEqual(
      at(find(lines, 'P'), [
        [86, 100],
        [118, 118],
        [119, 126],
        [127, 141],
      ]),
      ['000000000020426', codes[bank], '16052026', '000000000000006'],
    )
    assert.ok(!lines.some(line => cut(line, 14) === 'R'), bank)
    const small = writeLines(bank, [{ billet: { ...copy, faceCentavos: 2_999 } }])
    assert.deepEqual(at(find(small, 'P'), [[127, 141]]), ['0'.repeat(15)])
  }
})
