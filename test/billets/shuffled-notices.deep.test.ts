import { test } from 'node:test'
import { compareShuffledNotices } from './shuffled-notices.ts'

test('ten thousand notices, shuffled and repeated, from two processes, leave the same books as in order', () =>
  compareShuffledNotices({ contracts: 1_200, notices: 10_000 }))
