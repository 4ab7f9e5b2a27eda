import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProblemLives } from './problem-lives.ts'

test('of 40 random contracts and agreements the books carry what the oracle says, in default and after a cure', () => {
  const { problems, cures } = checkProblemLives(40)
  assert.ok(problems > 0 && cures > 0, `${problems} problem assets, ${cures} cures`)
})
