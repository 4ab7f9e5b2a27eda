import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Observation, observe } from '../../connectors/core/payment-states.ts'
import { STATUSES } from '../../src/contract/enums.ts'
import { LINK_STATUSES } from '../../src/contract/payment-links.ts'
import { readSource } from '../tidy/source-files.ts'

interface Table {
  readonly orderStates: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const { orderStates } = JSON.parse(readSource('connectors/states.json')) as Table

/** What the connectors in PHP call it. */
const NAMES: Readonly<Record<Observation, string>> = {
  waiting: 'waiting',
  'attempt-ended': 'ended',
  bought: 'approved',
  undone: 'refunded',
  ended: 'canceled',
}

test('the connectors in PHP and those of the program see the same in every link and purchase, or wait for the next look', () => {
  const purchases = [undefined, ...STATUSES]
  assert.deepEqual(Object.keys(orderStates).sort(), purchases.map(each => each ?? 'NONE').sort())
  const seen = new Set<string>()
  for (const purchase of purchases) {
    const row = orderStates[purchase ?? 'NONE'] ?? {}
    assert.deepEqual(Object.keys(row).sort(), LINK_STATUSES.toSorted())
    for (const status of LINK_STATUSES) {
      const state = row[status] ?? ''
      seen.add(state)
      if (state === 'unchanged') continue
      const facts = { link: { status }, purchase, hadPurchase: purchase !== undefined } as const
      assert.equal(state, NAMES[observe(facts)], `${purchase} ${status}`)
    }
  }
  assert.deepEqual([...seen].sort(), [...Object.values(NAMES), 'unchanged'].sort())
})
