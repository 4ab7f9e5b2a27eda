import assert from 'node:assert/strict'
import { createHmac, randomInt } from 'node:crypto'
import { test } from 'node:test'
import {
  AuditCheck,
  type AuditEntry,
  type AuditEvidence,
  type AuditFault,
  type AuditHead,
  type AuditSeal,
  computeAuditHash,
  FIRST_HEAD,
} from './chain.ts'

const LENGTH = 60
const sign = ({ position, hash }: AuditHead): string =>
  createHmac('sha256', 'a key that is not in the database').update(`${position}:${hash}`).digest('hex')

function findAuditFault(entries: Iterable<AuditEntry>, evidence: AuditEvidence): AuditFault | undefined {
  const check = new AuditCheck(evidence)
  for (const entry of entries) if (!check.add(entry)) break
  return check.finish()
}

function compose(length: number): AuditEntry[] {
  let previous = FIRST_HEAD.hash
  return Array.from({ length }, (_, index) => {
    const entry = {
      position: index + 1,
      at: `2026-03-10T15:00:${String(index).padStart(2, '0')}.000000`,
      operatorId: index % 7 === 0 ? null : `${'0'.repeat(23)}${index % 5}`,
      action: index % 2 === 0 ? 'case.view' : 'case.decide',
      subject: index % 3 === 0 ? null : 'c'.repeat(24),
      details: JSON.stringify({ version: index }),
      staffId: index % 4 === 0 ? `${'f'.repeat(23)}${index % 5}` : null,
      retailerId: index % 4 === 0 || index % 9 === 0 ? '1'.repeat(24) : null,
    }
    previous = computeAuditHash(previous, entry)
    return { ...entry, hash: previous }
  })
}

const sealOf = ({ position, hash }: AuditHead): AuditSeal => ({
  position,
  hash,
  version: 1 as const,
  signature: sign({ position, hash }),
})
const chain = compose(LENGTH)
const at = (index: number): AuditEntry => chain[index] ?? assert.fail(`no entry ${index}`)
const seals = [sealOf(at(19)), sealOf(at(LENGTH - 1))]
const evidence = { seals, sign }

/** Adds, removes or replaces one character: the result always differs. */
function changeText(text: string): string {
  for (;;) {
    const place = randomInt(text.length + 1)
    const [removed, added] = [randomInt(2), randomInt(2)]
    const other = String.fromCharCode(32 + randomInt(95)).slice(0, added)
    const changed = text.slice(0, place) + other + text.slice(place + removed)
    if (changed !== text) return changed
  }
}

const FIELDS = ['at', 'operatorId', 'action', 'subject', 'details', 'staffId', 'retailerId', 'hash'] as const
const MAY_BE_ABSENT: readonly string[] = ['operatorId', 'subject', 'staffId', 'retailerId']

function changeField(entry: AuditEntry): AuditEntry {
  const field = FIELDS[randomInt(FIELDS.length)] ?? 'at'
  const value = entry[field]
  if (value === null) return { ...entry, [field]: 'somebody' }
  const isRemoved = MAY_BE_ABSENT.includes(field) && randomInt(4) === 0
  return { ...entry, [field]: isRemoved ? null : changeText(value) }
}

/** What an attacker with write access to the database could do. */
const TAMPERINGS: readonly ((entries: AuditEntry[], index: number) => unknown)[] = [
  (entries, index) => entries.splice(index, 1, changeField(at(index))),
  (entries, index) => entries.splice(index, 1),
  (entries, index) => entries.splice(index),
  (entries, index) => entries.splice(index, 0, at(randomInt(LENGTH))),
  (entries, index) =>
    entries.splice(index, 1, { ...at(index), position: at(index).position + 1 + randomInt(9) }),
  (entries, index) => {
    const other = (index + 1 + randomInt(LENGTH - 1)) % LENGTH
    entries[index] = { ...at(other), position: index + 1 }
  },
  (entries, index) => {
    // One entry is changed and all later hashes are recomputed: only the seals reveal it.
    entries[index] = changeDetails(at(index))
    let previous = index === 0 ? FIRST_HEAD.hash : at(index - 1).hash
    for (let each = index; each < LENGTH; each++) {
      const entry = entries[each] ?? assert.fail('no entry')
      previous = computeAuditHash(previous, entry)
      entries[each] = { ...entry, hash: previous }
    }
  },
]

const changeDetails = (entry: AuditEntry): AuditEntry => ({ ...entry, details: changeText(entry.details) })

test('an untouched chain is valid', () => {
  assert.equal(findAuditFault(chain, evidence), undefined)
  assert.equal(findAuditFault(chain, { ...evidence, anchors: [at(30)] }), undefined)
  assert.equal(findAuditFault([], { seals: [], sign }), undefined)
})

test('ten thousand tamperings of the audit log are all detected', () => {
  for (let count = 0; count < 10_000; count++) {
    const entries = [...chain]
    const kind = count % TAMPERINGS.length
    const index = randomInt(LENGTH)
    TAMPERINGS[kind]?.(entries, index)
    assert.ok(
      findAuditFault(entries, evidence),
      `tampering ${kind} at ${index}: ${JSON.stringify(entries[index])}`,
    )
  }
})

test('a chain rewritten with new seals is detected by their signature, or by a recorded head', () => {
  const forged = compose(LENGTH).map(entry => ({ ...entry, action: 'nothing' }))
  let previous = FIRST_HEAD.hash
  const chained = forged.map(entry => {
    previous = computeAuditHash(previous, entry)
    return { ...entry, hash: previous }
  })
  const last = chained.at(-1) ?? assert.fail('empty')
  const unsigned = [
    { position: last.position, hash: last.hash, version: 1 as const, signature: '0'.repeat(64) },
  ]
  assert.match(findAuditFault(chained, { seals: unsigned, sign })?.problem ?? '', /seal was not made/)
  assert.equal(findAuditFault(chained, { seals: [], sign }), undefined)
  assert.match(findAuditFault(chained, { seals: [], sign, anchors: [at(9)] })?.problem ?? '', /written anew/)
})

test('a truncated end is detected by a seal or a recorded head, and named', () => {
  const cut = chain.slice(0, 40)
  assert.match(findAuditFault(cut, evidence)?.problem ?? '', /ends at 40 of 60/)
  assert.match(findAuditFault(cut, { seals: [], sign, anchors: [at(44)] })?.problem ?? '', /ends at 40 of 45/)
})
