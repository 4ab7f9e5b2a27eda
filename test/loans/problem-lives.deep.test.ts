import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProblemLives } from './problem-lives.ts'

test('of 3,000 random contracts and agreements the books carry what the oracle says, in default and after a cure', t => {
  const { lives, compared, problems, cures } = checkProblemLives(3_000)
  t.diagnostic(`${lives} lives, ${compared} comparisons, ${problems} of problem assets, ${cures} cures`)
  assert.ok(problems > 0 && cures > 0)
})
