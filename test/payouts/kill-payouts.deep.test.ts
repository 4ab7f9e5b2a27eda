import { test } from 'node:test'
import { killPayouts } from './kill-payouts.ts'

test('workers killed 200 times at approving, sending and asking a bad bank pay every debt once and lose none', () =>
  killPayouts({ kills: 200 }))
