import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** What requests and later plugins may still add. */
const ROOM = 250

test('after the start, objects that begin as {} still share their shapes', async () => {
  const script = join(import.meta.dirname, 'count-shared-shapes.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(ROOM)], { timeout: 60_000 })
  assert.match(stdout, new RegExp(`shared ${ROOM}$`, 'm'), 'V8 has no room for more names of first members')
})
