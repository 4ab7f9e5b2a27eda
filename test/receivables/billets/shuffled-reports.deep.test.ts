import { test } from 'node:test'
import { compareShuffledNotices } from './shuffled-reports.ts'

test('ten thousand reports, shuffled and repeated, from two processes, leave the same books as in order', () =>
  compareShuffledNotices({ contracts: 1_200, reports: 10_000 }))
