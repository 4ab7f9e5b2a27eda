import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Admission, createAdmission } from './overload.ts'

const MOST = 160
const LEAST = 20

/** One window in which this many requests were answered, each making room for the next. */
function pass(admission: Admission, answers: number, busyShare = 0.95): void {
  for (let count = 0; count < answers; count++) {
    admission.leave()
    admission.enter()
  }
  admission.review(busyShare)
}

function fill(admission: Admission, count = Number.POSITIVE_INFINITY): number {
  while (admission.inFlight < count && admission.enter());
  return admission.inFlight
}

function empty(admission: Admission): void {
  while (admission.inFlight > 0) admission.leave()
}

test('requests beyond the bound are refused, and each one that ends makes room for another', () => {
  const admission = createAdmission(MOST)
  assert.equal(fill(admission), MOST)
  assert.equal(admission.enter(), false)
  admission.leave()
  assert.equal(admission.enter(), true)
  assert.equal(admission.enter(), false)
})

test('sustained overload of a busy process lowers the bound to what it answers in a quarter of a second; a burst does not', () => {
  const admission = createAdmission(MOST)
  for (let burst = 0; burst < 5; burst++) {
    fill(admission, 100)
    pass(admission, 80)
    empty(admission)
    for (let window = 0; window < 2; window++) admission.review(0.95)
    assert.equal(admission.bound, MOST)
  }
  fill(admission, 100)
  for (let window = 0; window < 2; window++) pass(admission, 80)
  assert.equal(admission.bound, 44)
})

test('requests admitted before the bound fell do not lower it further; later ones may, down to an eighth', () => {
  const admission = createAdmission(MOST)
  fill(admission, 100)
  for (let window = 0; window < 2; window++) pass(admission, 80)
  while (admission.inFlight > 49) {
    pass(admission, 5)
    assert.equal(admission.bound, 44)
  }
  for (let window = 0; window < 10; window++) pass(admission, 5)
  assert.equal(admission.bound, LEAST)
})

test('a short slowdown under load lowers the bound only while it lasts', () => {
  const admission = createAdmission(MOST)
  fill(admission, 100)
  for (let window = 0; window < 2; window++) pass(admission, 80)
  while (admission.inFlight > admission.bound) admission.leave()
  admission.review(0.95)
  pass(admission, 10)
  const low = admission.bound
  assert.ok(low < 44, `${low}`)
  pass(admission, 80)
  assert.equal(admission.bound, 44)
})

test('slow answers of an idle process, which waits for another service, leave the bound alone', () => {
  const admission = createAdmission(MOST)
  fill(admission)
  for (let window = 0; window < 50; window++) pass(admission, 2, 0.2)
  assert.equal(admission.bound, MOST)
})

test('quick answers, or none at all, raise the bound back to its start within half a minute', () => {
  for (const answers of [20, 0]) {
    const admission = createAdmission(MOST)
    fill(admission, 100)
    for (let window = 0; window < 60; window++) pass(admission, 5)
    assert.equal(admission.bound, LEAST)
    empty(admission)
    for (let window = 0; window < 60; window++) {
      for (let count = 0; count < answers; count++) if (admission.enter()) admission.leave()
      admission.review(0.95)
    }
    assert.equal(admission.bound, MOST)
  }
})
