import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  writeCountdown,
  writeDate,
  writeDayAndMonth,
  writeInstant,
  writeMoney,
  writePercent,
} from '../../web/design/format.ts'

test('money and percentages are written as in Brazil', () => {
  assert.equal(writeMoney(1_234.5), 'R$\u00a01.234,50')
  assert.equal(writeMoney(0.1 + 0.2), 'R$\u00a00,30')
  assert.equal(writePercent(4.99), '4,99%')
  assert.equal(writePercent(137.4), '137,40%')
})

test('a calendar date stays the same day, and an instant is shown in São Paulo time', () => {
  assert.equal(writeDate('2026-04-09'), '09/04/2026')
  assert.equal(writeDayAndMonth('2026-04-01'), '1 de abril')
  assert.equal(writeInstant('2026-03-13T01:30:00Z'), '12 de março às 22:30')
})

test('a countdown counts minutes and seconds', () => {
  assert.deepEqual([0, 9, 60, 119].map(writeCountdown), ['0:00', '0:09', '1:00', '1:59'])
})
