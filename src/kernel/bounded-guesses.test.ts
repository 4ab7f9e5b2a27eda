import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedGuesses } from './bounded-guesses.ts'

test('something is guessed at most so often, apart from everything else', () => {
  const guesses = new BoundedGuesses(2)
  assert.deepEqual(
    [1, 2, 3, 4].map(() => guesses.take('a')),
    [true, true, false, false],
  )
  assert.equal(guesses.take('b'), true)
})
