import { test } from 'node:test'
import { checkLives } from './loan-lives.ts'

test('for 1,000 random loans, paid early, late and in part, the books carry the payoff on every day', () =>
  checkLives(1_000))
