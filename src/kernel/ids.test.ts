import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeIdBound,
  FAMILY_SIZE,
  isId,
  memberId,
  newFamilyId,
  newId,
  newOrderedId,
  parseIdTime,
  parseMemberId,
} from './ids.ts'

test('ids are 24 lowercase hexadecimal characters, unique, and sort by the millisecond of creation', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every(isId))
  assert.ok(newId(1_000) < newId(1_001))
  assert.ok(newId(0xffff_ffff) < newId(0x1_0000_0000))
})

test('ordered ids sort as they were made, within a millisecond too, and no two of them are the same', () => {
  for (const atMs of [1_000, 1_001, 1_002]) {
    const ids = Array.from({ length: 5_000 }, () => newOrderedId(atMs))
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.every(id => isId(id) && parseIdTime(id).getTime() === atMs))
  }
  assert.ok(newOrderedId(1_000) < newOrderedId(1_001))
  // Two processes do not count from the same place.
  assert.notEqual(
    newOrderedId(1_002),
    newOrderedId(1_000).replace(computeIdBound(1_000), computeIdBound(1_002)),
  )
})

test('an id tells when it was made, and a bound parts those made before an instant from the others', () => {
  const atMs = Date.parse('2026-03-10T03:00:00.000Z')
  assert.equal(parseIdTime(newId(atMs)).getTime(), atMs)
  assert.ok(newId(atMs - 1) < computeIdBound(atMs) && computeIdBound(atMs) < newId(atMs))
  assert.ok(computeIdBound(atMs) < `${computeIdBound(atMs)}000000000000`)
})

test('an id in capitals, too short, too long or with a line break is not an id', () => {
  const id = newId()
  for (const bad of [`${id.slice(1)}A`, id.slice(1), `${id}0`, `${id}\n`, ''])
    assert.equal(isId(bad), false, bad)
})

test('the head and the ordinal of every member of a family can be computed from its id', () => {
  const head = newFamilyId()
  assert.ok(isId(head))
  for (const ordinal of [1, 2, 255, FAMILY_SIZE]) {
    assert.deepEqual(parseMemberId(memberId(head, ordinal)), { familyId: head, ordinal })
  }
})

test('a member beyond the size of a family is refused, and never gets the id of another family', () => {
  for (const ordinal of [FAMILY_SIZE + 1, -1, Number.NaN]) {
    assert.throws(() => memberId(newFamilyId(), ordinal), RangeError)
  }
})
