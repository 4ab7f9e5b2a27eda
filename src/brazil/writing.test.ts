import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendarDate } from '../kernel/calendar-date.ts'
import {
  maskCpf,
  writeAmount,
  writeCnpj,
  writeCpf,
  writeDate,
  writePercentage,
  writePostalCode,
} from './writing.ts'

test('amounts have points at the thousands and always two decimals', () => {
  assert.equal(writeAmount(0), 'R$ 0,00')
  assert.equal(writeAmount(5), 'R$ 0,05')
  assert.equal(writeAmount(99_999), 'R$ 999,99')
  assert.equal(writeAmount(123_456), 'R$ 1.234,56')
  assert.equal(writeAmount(123_456_789_010), 'R$ 1.234.567.890,10')
})

test('dates, percentages and postal codes are formatted as in Brazil', () => {
  assert.equal(writeDate(parseCalendarDate('2026-03-09')), '09/03/2026')
  assert.equal(writePercentage(4.989), '4,99 %')
  assert.equal(writePercentage(120), '120,00 %')
  assert.equal(writePostalCode('01310100'), '01310-100')
  assert.equal(writePostalCode('01310-100'), '01310-100')
})

test('a CNPJ is formatted with its punctuation, with letters too', () => {
  assert.equal(writeCnpj('00038166000105'), '00.038.166/0001-05')
  assert.equal(writeCnpj('12ABC34501DE35'), '12.ABC.345/01DE-35')
})

test('a CPF is formatted with its punctuation, and masked down to the middle digits', () => {
  assert.equal(writeCpf('12345678909'), '123.456.789-09')
  assert.equal(maskCpf('12345678909'), '•••.456.789-••')
})

test('a text of the wrong length is left as it is', () => {
  for (const text of [
    '1',
    '0131010',
    '013101000',
    '1234567890',
    '123456789091',
    '12ABC34501DE3X',
    '0000381660001051',
  ])
    for (const write of [writeCnpj, writeCpf, maskCpf, writePostalCode])
      assert.equal(write(text), text, `${write.name} ${text}`)
})
