import { test } from 'node:test'
import { killPayouts } from './kill-payouts.ts'

test('workers killed at sending pay every debt once and lose none', () => killPayouts({ kills: 4 }))
