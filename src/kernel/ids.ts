import { randomFillSync } from 'node:crypto'

/*
 * An id is 12 bytes written as 24 lowercase hexadecimal characters: 6 bytes of milliseconds since 1970, so that ids
 * sort by creation, then 6 random bytes. Ids are not secrets: every lookup also checks the retailer.
 */
const TIME_DIGITS = 12
const POOL_BYTES = 6 * 1024
const pool = Buffer.alloc(POOL_BYTES)
let offset = POOL_BYTES

export function newId(nowMs: number = Date.now()): string {
  if (offset === POOL_BYTES) {
    randomFillSync(pool)
    offset = 0
  }
  const random = pool.toString('hex', offset, offset + 6)
  offset += 6
  return computeIdBound(nowMs) + random
}

let orderedMs = -1
let orderedTail = 0

/**
 * For rows whose order is shown: of two ids that one process makes for the same millisecond, the later one sorts after
 * the earlier one. Families are not made of such ids, because neighbours share their first digits.
 */
export function newOrderedId(nowMs: number): string {
  if (nowMs === orderedMs) orderedTail += 1
  else {
    orderedMs = nowMs
    // Begins in the lower half, so that counting does not reach the end of the digits.
    orderedTail = Number.parseInt(newId(nowMs).slice(TIME_DIGITS), 16) % 2 ** 47
  }
  return computeIdBound(nowMs) + orderedTail.toString(16).padStart(12, '0')
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}

/** What all ids made before an instant sort before, and all others after. */
export function computeIdBound(atMs: number): string {
  return atMs.toString(16).padStart(TIME_DIGITS, '0')
}

/** When an id was made, by the clock of its maker. */
export function parseIdTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, TIME_DIGITS), 16))
}

/**
 * A family of ids shares one stored row: its head ends in 000 and its members in 001 to fff, so that a member leads to
 * the row.
 */
export const FAMILY_SIZE = 0xfff

export function newFamilyId(nowMs?: number): string {
  return `${newId(nowMs).slice(0, 21)}000`
}

export function memberId(familyId: string, ordinal: number): string {
  // One more digit would be the id of another family.
  if (!(ordinal >= 0 && ordinal <= FAMILY_SIZE)) throw new RangeError(`a family has no member ${ordinal}`)
  return familyId.slice(0, 21) + ordinal.toString(16).padStart(3, '0')
}

export function parseMemberId(id: string): { familyId: string; ordinal: number } {
  return { familyId: `${id.slice(0, 21)}000`, ordinal: Number.parseInt(id.slice(21), 16) }
}
