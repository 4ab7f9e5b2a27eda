import assert from 'node:assert/strict'
import { type ErrorCode, errorCatalogue } from '../../src/contract/errors.ts'
import type { Answer } from './app.ts'

export interface ExpectedError {
  readonly code: ErrorCode
  /** Default: the catalogue's text. */
  readonly message?: string
  /** The fields in `details`, in any order. */
  readonly fields?: readonly string[]
}

/** Asserts the common error body: status and text of its code, the wrong fields, and no internal detail. */
export function expectError(answer: Answer, expected: ExpectedError): void {
  const { status, message: usual } = errorCatalogue[expected.code]
  const { code, message, error, trackId, details } = answer.body
  assert.deepEqual(
    { status: answer.status, code, message, error },
    { status, code: expected.code, message: expected.message ?? usual, error: true },
  )
  assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'details', 'error', 'message', 'trackId'])
  assert.match(String(trackId), /^[0-9a-f]{24}$/)
  assert.equal(answer.headers.get('x-track-id'), trackId)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.ok(Array.isArray(details))
  for (const detail of details) assert.deepEqual(Object.keys(detail).sort(), ['field', 'message'])
  if (expected.fields !== undefined)
    assert.deepEqual(details.map(({ field }) => field).sort(), expected.fields.toSorted())
  assert.doesNotMatch(answer.text, /\.ts:\d|node_modules|\bat .+:\d+:\d+|SELECT|INSERT|stack/)
}
