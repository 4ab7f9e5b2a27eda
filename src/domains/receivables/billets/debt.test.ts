import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, daysBetween, parseCalendarDate } from '../../../kernel/calendar-date.ts'
import {
  type BilletDebt,
  computeAcceptance,
  computeDue,
  computePixAcceptance,
  imputeInFull,
  imputePart,
  isAccepted,
  sumDebt,
} from './debt.ts'
import { computeSecondCopy } from './second-copy.ts'

const on = parseCalendarDate
const installment = (openFaceCentavos: number, dueDate: string): BilletDebt => ({
  kind: 'installment',
  dueDate: on(dueDate),
  openFaceCentavos,
  openFineCentavos: undefined,
  openInterestCentavos: 0,
  interestFrom: on(dueDate),
})

type Late = [
  what: string,
  face: number,
  due: string,
  paid: string,
  days: number,
  fine: number,
  interest: number,
  from: number,
  to: number,
]
const late: Late[] = [
  ['eleven days', 19_792, '2026-04-09', '2026-04-20', 11, 396, 73, 20_253, 20_261],
  ['Saturday, paid on Monday', 19_792, '2026-05-09', '2026-05-11', 0, 0, 0, 19_792, 19_792],
  ['Saturday, paid on Tuesday', 19_792, '2026-05-09', '2026-05-12', 3, 396, 20, 20_205, 20_208],
  ['Carnaval, paid on Ash Wednesday', 11_431, '2026-02-14', '2026-02-18', 0, 0, 0, 11_431, 11_431],
  ['Carnaval, paid on Thursday', 11_431, '2026-02-14', '2026-02-19', 5, 229, 19, 11_674, 11_680],
  ['one day', 11_431, '2026-07-15', '2026-07-16', 1, 229, 4, 11_662, 11_664],
  ['thirty days', 25_000, '2026-06-10', '2026-07-10', 30, 500, 250, 25_740, 25_750],
  ['Good Friday, paid on Monday', 17_237, '2026-04-03', '2026-04-06', 0, 0, 0, 17_237, 17_237],
  ['a small amount for ninety days', 2_500, '2026-03-10', '2026-06-08', 90, 50, 75, 2_550, 2_625],
  ['a fine of half a centavo', 15_025, '2026-08-03', '2026-08-13', 10, 301, 50, 15_374, 15_377],
  ['Friday, paid on Monday', 30_000, '2026-11-27', '2026-11-30', 3, 600, 30, 30_629, 30_630],
]
for (const [what, face, due, paid, daysLate, fineCentavos, interestCentavos, from, to] of late)
  test(`what a late installment costs, and what banks may ask for it: ${what}`, () => {
    const debt = installment(face, due)
    const totalCentavos = face + fineCentavos + interestCentavos
    assert.deepEqual(computeDue(debt, on(paid)), { daysLate, fineCentavos, interestCentavos, totalCentavos })
    assert.deepEqual(computeAcceptance(debt, on(paid)), { leastCentavos: from, mostCentavos: to })
    for (const [amountCentavos, isInside] of [
      [from - 1, false],
      [from, true],
      [to, true],
      [to + 1, false],
    ] as const)
      assert.equal(isAccepted(debt, on(paid), { amountCentavos, method: 'BILLET' }), isInside)
  })

type ByPix = [face: number, due: string, paid: string, asked: number, exact: number]
const byPix: ByPix[] = [
  [19_792, '2026-04-09', '2026-04-09', 19_792, 19_792],
  [19_792, '2026-04-09', '2026-04-10', 20_193, 20_195],
  [19_792, '2026-04-09', '2026-05-11', 20_398, 20_399],
  [19_792, '2026-02-14', '2026-02-18', 19_792, 19_792],
  [19_792, '2026-02-14', '2026-02-19', 20_193, 20_221],
  [19_792, '2026-11-20', '2026-11-24', 20_193, 20_214],
  [100_000, '2026-04-03', '2026-04-07', 102_033, 102_133],
  [33_333, '2026-06-10', '2026-06-17', 34_076, 34_078],
  [3_000_000, '2026-06-10', '2026-06-11', 3_061_000, 3_061_000],
]
for (const [face, due, paid, asked, exact] of byPix)
  test(`a Pix of what its bank asks pays in full: ${asked} centavos for ${face} due on ${due}, paid on ${paid}`, () => {
    const debt = installment(face, due)
    assert.equal(computePixAcceptance(debt, on(paid)).mostCentavos, asked)
    assert.equal(computeDue(debt, on(paid)).totalCentavos, exact)
    assert.ok(isAccepted(debt, on(paid), { amountCentavos: asked, method: 'PIX' }))
    assert.ok(isAccepted(debt, on(paid), { amountCentavos: exact, method: 'PIX' }))
  })

test('a Pix bank that truncates the daily factor is content with nine centavos less of thirty thousand reais', () => {
  const debt = installment(3_000_000, '2026-06-10')
  assert.ok(isAccepted(debt, on('2026-06-11'), { amountCentavos: 3_060_990, method: 'PIX' }))
  assert.equal(isAccepted(debt, on('2026-06-11'), { amountCentavos: 3_060_989, method: 'PIX' }), false)
})

test('an amount that only a Pix bank would ask for does not pay a billet in full', () => {
  const debt = installment(19_792, '2026-02-14')
  assert.equal(isAccepted(debt, on('2026-02-19'), { amountCentavos: 20_193, method: 'BILLET' }), false)
})

const accepted: [what: string, amount: number, fine: number, interest: number][] = [
  ['exact', 20_261, 396, 73],
  ['truncated', 20_260, 396, 72],
  ['whole centavos a day, rounded down', 20_254, 396, 66],
  ['both rounded down', 20_253, 396, 65],
]
for (const [what, amount, fineCentavos, interestCentavos] of accepted)
  test(`what a bank collected is booked as charges, centavo by centavo: ${what}`, () => {
    assert.deepEqual(imputeInFull(installment(19_792, '2026-04-09'), on('2026-04-20'), amount), {
      faceCentavos: 19_792,
      fineCentavos,
      interestCentavos,
    })
  })

type Part = [what: string, paid: string, amount: number, booked: [number, number, number], open: number[]]
const parts: Part[] = [
  ['half of it, late', '2026-04-20', 10_000, [73, 9_927, 0], [9_865, 396, 0]],
  ['only the face value, late', '2026-04-20', 19_792, [73, 19_719, 0], [73, 396, 0]],
  ['less than the interest', '2026-04-20', 50, [50, 0, 0], [19_792, 396, 23]],
  ['all but a part of the fine', '2026-04-20', 20_000, [73, 19_792, 135], [0, 261, 0]],
  ['short on the due date', '2026-04-09', 19_000, [0, 19_000, 0], [792, 0, 0]],
]
for (const [what, paid, amount, [interestCentavos, faceCentavos, fineCentavos], open] of parts)
  test(`a part payment pays interest, then the installment, then the fine: ${what}`, () => {
    const { imputation, left } = imputePart(installment(19_792, '2026-04-09'), on(paid), amount)
    assert.deepEqual(imputation, { faceCentavos, fineCentavos, interestCentavos })
    assert.deepEqual([left.openFaceCentavos, left.openFineCentavos ?? 0, left.openInterestCentavos], open)
    assert.equal(left.openFineCentavos === undefined, paid === '2026-04-09')
  })

test('after a late part payment the open face value bears interest from that day, and no second fine', () => {
  const { left } = imputePart(installment(19_792, '2026-04-09'), on('2026-04-20'), 10_000)
  assert.deepEqual(computeDue(left, on('2026-05-20')), {
    daysLate: 30,
    fineCentavos: 396,
    interestCentavos: 99,
    totalCentavos: 10_360,
  })
})

test('after a part payment in time the fine is that of the face value open when the delay begins', () => {
  const { left } = imputePart(installment(19_792, '2026-04-09'), on('2026-04-09'), 9_792)
  assert.deepEqual(computeDue(left, on('2026-04-19')), {
    daysLate: 10,
    fineCentavos: 200,
    interestCentavos: 33,
    totalCentavos: 10_233,
  })
})

test('a down payment costs the same on every day', () => {
  const debt = { ...installment(5_000, '2026-03-12'), kind: 'down-payment' as const }
  assert.equal(computeDue(debt, on('2026-04-20')).totalCentavos, 5_000)
  assert.deepEqual(computeAcceptance(debt, on('2026-04-20')), { leastCentavos: 5_000, mostCentavos: 5_000 })
})

const copies: [newDueDate: string, days: number, interest: number, amount: number][] = [
  ['2026-05-15', 36, 238, 20_426],
  ['2026-06-12', 64, 422, 20_610],
]
for (const [newDueDate, daysLate, interestCentavos, amountCentavos] of copies)
  test(`a second copy due on ${newDueDate} asks for fine and interest once, and for no fine of its own`, () => {
    const wanted = { faceCentavos: 19_792, dueDate: on(newDueDate) }
    assert.deepEqual(computeSecondCopy(installment(19_792, '2026-04-09'), wanted), {
      dueDate: newDueDate,
      amountCentavos,
      finePercentage: 0,
      interestPerDayCentavos: 6,
      daysLate,
      fineCentavos: 396,
      interestCentavos,
    })
  })

test('a second copy falls due on a business day', () => {
  const wanted = { faceCentavos: 19_792, dueDate: on('2026-05-16') }
  assert.throws(() => computeSecondCopy(installment(19_792, '2026-04-09'), wanted), RangeError)
})

test('whatever is paid in parts on whatever days, each centavo is booked once and nothing is owed below zero', () => {
  const payment = fc.record({
    amount: fc.integer({ min: 1, max: 30_000 }),
    day: fc.integer({ min: -40, max: 400 }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(payment, { maxLength: 8 }),
      (face, payments) => {
        const start = installment(face, '2026-04-11')
        let debt = start
        let paidFace = 0
        for (const { amount, day } of payments) {
          const paidOn = addDays(debt.dueDate, day)
          const due = computeDue(debt, paidOn)
          const part = Math.min(amount, due.totalCentavos)
          const { imputation, left } = imputePart(debt, paidOn, part)
          const { faceCentavos, fineCentavos, interestCentavos } = imputation
          assert.equal(faceCentavos + fineCentavos + interestCentavos, part)
          assert.equal(sumDebt(left), due.totalCentavos - part)
          for (const open of [left.openFaceCentavos, left.openFineCentavos ?? 0, left.openInterestCentavos])
            assert.ok(open >= 0)
          assert.ok(daysBetween(debt.interestFrom, left.interestFrom) >= 0)
          paidFace += faceCentavos
          debt = left
        }
        assert.equal(paidFace + debt.openFaceCentavos, face)
      },
    ),
  )
})
