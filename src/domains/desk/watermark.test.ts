import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeMark } from './watermark.ts'

test('a picture is marked with the operator and the time in Brazil, also when the day differs there', () => {
  const operator = { email: 'ana@example.com' }
  assert.equal(
    composeMark({ operator }, new Date('2026-03-10T15:04:59Z')),
    'ana@example.com 2026-03-10 12:04',
  )
  assert.equal(
    composeMark({ operator }, new Date('2026-01-01T01:30:00Z')),
    'ana@example.com 2025-12-31 22:30',
  )
})
