import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Admission, createAdmission } from './admission.ts'

const MOST = 160
const LEAST = 10

/** A window in which so many requests came and went, while the process was busy. */
function pass(admission: Admission, answers: number, durationMs: number, busyShare = 0.95): void {
  for (let count = 0; count < answers; count++) {
    assert.ok(admission.enter())
    admission.leave(durationMs)
  }
  admission.review(busyShare)
}

function fill(admission: Admission): number {
  while (admission.enter());
  return admission.inFlight
}

test('requests beyond the bound are refused, and one that ends makes room for one', () => {
  const admission = createAdmission(MOST)
  assert.equal(fill(admission), MOST)
  assert.equal(admission.enter(), false)
  admission.leave(5)
  assert.equal(admission.enter(), true)
  assert.equal(admission.enter(), false)
})

test('slow answers of a busy process lower the bound after two seconds, not after a burst, and never below a sixteenth', () => {
  const admission = createAdmission(MOST)
  const held = 100
  for (let count = 0; count < held; count++) admission.enter()
  for (let window = 0; window < 3; window++) pass(admission, 20, 3_000)
  assert.equal(admission.bound, MOST)
  pass(admission, 20, 100)
  for (let window = 0; window < 3; window++) pass(admission, 20, 3_000)
  assert.equal(admission.bound, MOST)
  pass(admission, 20, 3_000)
  assert.equal(admission.bound, 50)
  for (let window = 0; window < 30; window++) {
    admission.leave(3_000)
    for (let count = 0; count < 6; count++) {
      admission.leave(3_000)
      admission.enter()
    }
    admission.review(0.95)
  }
  assert.equal(admission.bound, LEAST)
})

test('slow answers of an idle process, which waits for somebody else, leave the bound alone', () => {
  const admission = createAdmission(MOST)
  for (let window = 0; window < 50; window++) pass(admission, 20, 5_000, 0.2)
  assert.equal(admission.bound, MOST)
})

test('quick answers, or none at all, raise the bound again to where it was within half a minute', () => {
  for (const answers of [20, 0]) {
    const admission = createAdmission(MOST)
    for (let window = 0; window < 20; window++) pass(admission, 5, 3_000)
    assert.ok(admission.bound <= LEAST)
    for (let window = 0; window < 60; window++) pass(admission, Math.min(answers, LEAST), 50)
    assert.equal(admission.bound, MOST)
  }
})
