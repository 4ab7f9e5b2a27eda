import { test } from 'node:test'
import { compareShuffledNotices } from './shuffled-notices.ts'

test('a thousand notices, shuffled and repeated, from two processes, leave the same books as in order', () =>
  compareShuffledNotices({ contracts: 120, notices: 1_000 }))
