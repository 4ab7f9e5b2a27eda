import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampleAccounts, sampleBillet } from '../../../../../test/receivables/cnab/sample-titles.ts'
import {
  type Field,
  LINE_LENGTH,
  type RecordLayout,
  readRecord,
  writeRecord,
} from '../../../../brazil/cnab-record.ts'
import { fromEpochDay } from '../../../../kernel/calendar-date.ts'
import { getBank } from '../../../lender/banks/find-bank.ts'
import * as layouts from './layouts.ts'

const tables: [string, RecordLayout][] = Object.entries(layouts)

test('the fields of every record stand in order, within the line, and none overlaps another', () => {
  for (const [name, layout] of tables) {
    let end = 0
    for (const [from, to] of Object.values(layout)) {
      assert.ok(from > end && to >= from && to <= LINE_LENGTH, `${name} ${from}-${to}`)
      end = to
    }
  }
})

const digits = (length: number) =>
  fc.bigInt({ min: 0n, max: 10n ** BigInt(length) - 1n }).map(value => String(value).padStart(length, '0'))
const words = (length: number) =>
  fc
    .string({ unit: fc.constantFrom(...'ABCXYZ0189 /-.&'), maxLength: length })
    .map(text => text.replaceAll(/ +/g, ' ').trim())

/** Everything that a field can hold. */
function anyValue([from, to, kind]: Field): fc.Arbitrary<unknown> {
  const length = to - from + 1
  if (kind === 'digits') return digits(length)
  if (kind === 'document')
    return fc.string({ unit: fc.constantFrom(...'AZ09'), minLength: length, maxLength: length })
  if (kind === 'code' || kind === 'text') return words(length)
  if (kind === 'date')
    return fc.option(fc.integer({ min: -200_000, max: 2_900_000 }).map(fromEpochDay), { nil: undefined })
  return fc.integer({ min: 0, max: Math.min(10 ** length - 1, Number.MAX_SAFE_INTEGER) })
}

for (const [name, layout] of tables) {
  test(`${name}: written values are read back, from a line of 240 characters`, () => {
    const values = fc.record(
      Object.fromEntries(Object.entries(layout).map(([field, place]) => [field, anyValue(place)])),
    )
    fc.assert(
      fc.property(values, content => {
        const line = writeRecord(layout, content as Parameters<typeof writeRecord<RecordLayout>>[1])
        assert.equal(line.length, LINE_LENGTH)
        assert.deepEqual(readRecord(layout, line, 1), { ...content })
      }),
    )
  })
}

test('the our-number that a remittance carries comes back as the same number in a return', () => {
  for (const account of Object.values(sampleAccounts)) {
    const { bank } = account
    const { cnab } = getBank(bank.bank)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bank.largestOurNumber }), ourNumber => {
        const { printedOurNumber } = sampleBillet(account, { ourNumber })
        const field = cnab.writeOurNumber(bank, printedOurNumber.replace('-', ''))
        assert.ok(field.length <= 20)
        assert.equal(cnab.readOurNumber(field, bank), ourNumber)
      }),
    )
  }
})
