import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchEverywhere } from './privacy-run.ts'

/** Few people: the command takes more of them, and all of it must have something to search. */
const PEOPLE = 40

test('no output and no dump holds what people told, on Debian’s PostgreSQL', async () => {
  const { figures, defects } = await searchEverywhere({ people: PEOPLE, seed: 9, log: () => {} })
  assert.deepEqual(defects, [])
  assert.ok(Number(figures.purchases) > PEOPLE / 2, JSON.stringify(figures))
})
