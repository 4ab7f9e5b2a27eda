import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoanOracle } from './loan-oracle.ts'
import { parseDay } from './oracle-calendar.ts'

/** The worked example of the contract: 6 × 197.92 at 4.99 % a month, released on 2026-03-10. */
function openExample(paid: readonly number[]): LoanOracle {
  const oracle = new LoanOracle({
    firstDue: parseDay('2026-04-09'),
    count: 6,
    installmentCentavos: 19_792,
    ratePM: 4.99,
  })
  for (const number of paid) oracle.pay(number, parseDay('2026-03-10'), 19_792)
  return oracle
}

test('the oracle gives the published payoffs of the worked example', () => {
  const payoffs: readonly [string, readonly number[], number][] = [
    ['2026-03-10', [], 100_490],
    ['2026-03-25', [], 102_967],
    ['2026-05-09', [1, 2], 70_197],
    ['2026-05-20', [1, 2], 71_421],
    ['2026-06-22', [1, 2], 75_332],
    ['2026-07-20', [1, 2], 78_167],
    ['2026-09-08', [1, 2, 3, 4, 5], 19_761],
    ['2026-05-11', [1], 90_211],
  ]
  for (const [day, paid, total] of payoffs)
    assert.equal(openExample(paid).owed(parseDay(day)).total, total, day)
})

test('the oracle gives the published outcomes of short, exact and generous late payments', () => {
  const day = parseDay('2026-04-20')
  for (const [centavos, excess] of [
    [20_254, 0],
    [20_261, 0],
    [20_361, 100],
  ] as const) {
    const oracle = openExample([])
    assert.equal(oracle.pay(1, day, centavos), excess)
    assert.equal(oracle.installments[0]?.open, 0)
  }
  const half = openExample([])
  half.pay(1, day, 10_000)
  assert.deepEqual(half.installments[0]?.open, 9_865)
  assert.deepEqual(half.installments[0]?.fine, 396)
  const [first] = half.installments
  assert.ok(first)
  assert.equal(half.due(first, day + 30).total, 9_865 + 396 + 99)
})

test('the oracle gives the published effects of any amount', () => {
  const day = parseDay('2026-05-20')
  for (const [centavos, open] of [
    [30_000, [19_792, 19_792, 4_520, 0]],
    [50_000, [19_792, 2_429, 0, 0]],
    [5_000, [19_792, 19_792, 19_792, 13_821]],
  ] as const) {
    const oracle = openExample([1, 2])
    assert.equal(oracle.payAny(day, centavos), 0)
    assert.deepEqual(
      oracle.installments.slice(2).map(each => each.open),
      open,
    )
  }
})

test('the oracle gives the published claims of contracts that fall due as a whole', () => {
  const claims: readonly [string, number, number][] = [
    ['2026-08-13', 3, 116_573],
    ['2026-05-16', 0, 148_262],
  ]
  for (const [day, paid, total] of claims) {
    const oracle = new LoanOracle({
      firstDue: parseDay('2026-02-14'),
      count: 12,
      installmentCentavos: 13_608,
      ratePM: 3.99,
    })
    for (let number = 1; number <= paid; number++) oracle.pay(number, parseDay('2026-01-15'), 13_608)
    oracle.accelerate(parseDay(day))
    assert.equal(oracle.owed(parseDay(day)).total, total, day)
  }
  const example = openExample([1, 2])
  example.accelerate(parseDay('2026-09-08'))
  assert.equal(example.owed(parseDay('2026-09-08')).total, 81_525)
})

test('the oracle gives the published debt after a broken agreement', () => {
  const oracle = openExample([1, 2])
  oracle.payOldest(parseDay('2026-08-20'), 10_000)
  oracle.payOldest(parseDay('2026-09-21'), 13_147)
  assert.equal(oracle.owed(parseDay('2026-11-19')).total, 60_171)
})

test('the oracle gives the published refunds of products that went back', () => {
  const { oracle, surplusCentavos } = openExample([1, 2]).shrink(15_004)
  assert.equal(surplusCentavos, 2 * (19_792 - 15_004))
  assert.equal(oracle.faceCentavos, 4 * 15_004)
  assert.equal(openExample([1, 2, 3]).shrink(5_427).surplusCentavos, 61_095 - 18_000)
})
