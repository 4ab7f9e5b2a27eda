import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { startTestApp } from '../support/app.ts'

/** What requests and later plugins may still add. */
const ROOM = 250

test('after the start, objects that begin as {} still share their shapes', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const haveSameShape = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
    one: object,
    other: object,
  ) => boolean
  const app = await startTestApp({ env: { ROLE: 'api' } })
  try {
    const kept: object[] = []
    const isShared = (name: string): boolean => {
      const one: Record<string, number> = {}
      const other: Record<string, number> = {}
      one[name] = 1
      other[name] = 1
      kept.push(one, other)
      return haveSameShape(one, other)
    }
    const names = Array.from({ length: ROOM }, (_, index) => `a name of its own ${index}`)
    assert.equal(names.filter(isShared).length, ROOM, 'V8 has no room for more names of first members')
  } finally {
    await app.stop()
  }
})
