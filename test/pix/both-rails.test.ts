import { test } from 'node:test'
import { bookBothRails } from './both-rails.ts'

test('payments told over both rails, lost, repeated and reordered, are credited once although their process is killed', () =>
  bookBothRails({ contracts: 10, kills: 1, notices: 120 }))
