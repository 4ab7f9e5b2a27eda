import { test } from 'node:test'
import { bookBothRails } from './both-rails.ts'

test('ten thousand reports over both rails, lost, repeated and reordered, with kills between, are each credited once', () =>
  bookBothRails({ contracts: 1_000, kills: 12, reports: 10_000 }))
