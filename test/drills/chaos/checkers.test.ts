import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AttemptRound,
  type Delivery,
  listDeliveryFaults,
  listDisorder,
  listMiscounts,
  listPullFaults,
  listSharedIds,
  type StoredEvent,
} from './checkers.ts'

test('an id that two things share, and a thing that got two ids, are found', () => {
  const order = (owner: string, id: string) => ({ kind: 'transaction', owner, id })
  assert.deepEqual(listSharedIds([order('a', '1'), order('b', '2'), order('a', '1')]), [])
  assert.equal(listSharedIds([order('a', '1'), order('b', '1')]).length, 1)
  assert.equal(listSharedIds([order('a', '1'), order('a', '2')]).length, 1)
  assert.deepEqual(listSharedIds([order('a', '1'), { kind: 'checkout', owner: 'b', id: '1' }]), [])
})

test('an evaluation too many is found always, one too few while the clock runs evenly', () => {
  const round = (evaluated: number, hasClockMoved = false): AttemptRound => ({
    person: 'p',
    results: Array.from({ length: 8 }, (_, at) => (at < evaluated ? 'APPROVED' : 'MAX_TRIES')),
    hasClockMoved,
  })
  assert.deepEqual(listMiscounts([round(5), round(5, true), round(4, true)], 5), [])
  assert.equal(listMiscounts([round(6), round(6, true), round(4)], 5).length, 3)
})

const log: readonly StoredEvent[] = [
  { id: 'a', transactionId: 't', sequence: 1 },
  { id: 'b', transactionId: 'u', sequence: 1 },
  { id: 'c', transactionId: 't', sequence: 2 },
]

test('a missing, doubled, invented or out-of-order event is found', () => {
  assert.deepEqual(listPullFaults(['a', 'b', 'c'], log), [])
  assert.deepEqual(listPullFaults(['b', 'a', 'c'], log), [])
  for (const pulled of [
    ['a', 'b'],
    ['a', 'b', 'c', 'c'],
    ['a', 'b', 'c', 'x'],
    ['c', 'b', 'a'],
    ['b', 'c'],
  ])
    assert.ok(listPullFaults(pulled, log).length > 0, pulled.join())
})

test('deliveries may be repeated, but not missing or invented', () => {
  assert.deepEqual(listDeliveryFaults(['a', 'a', 'c', 'a', 'b', 'c'], log), [])
  assert.equal(listDeliveryFaults(['a', 'b'], log).length, 1)
  assert.equal(listDeliveryFaults(['a', 'b', 'c', 'x'], log).length, 1)
})

test('a delivery before an earlier event’s, and a stale one, are found unless the clock was moved or a request lost', () => {
  const came = (eventId: string, isAccepted = true, jumps: number | undefined = 0): Delivery => ({
    eventId,
    isAccepted,
    jumps,
  })
  const find = (deliveries: Delivery[], unanswered: string[] = []) =>
    listDisorder(deliveries, log, new Set(unanswered)).length
  assert.equal(find([came('a', false), came('b'), came('a'), came('a'), came('c')]), 0)
  assert.equal(find([came('a', false), came('c'), came('a')]), 0)
  assert.equal(find([came('c'), came('a')]), 1)
  assert.equal(find([came('c'), came('a')], ['a']), 0)
  assert.equal(find([came('a'), came('c'), came('a')]), 1)
  assert.equal(find([came('a'), came('c', true, 1), came('a', true, 1)]), 0)
  assert.equal(find([came('c', true, 1), came('a', true, 1)]), 0)
  assert.equal(find([{ ...came('c'), jumps: undefined }, came('a')]), 0)
})
