import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 60_000
const LOOK_MS = 20

/** Looks until it is so. The time limit only ends a test that would wait for ever: no machine is too slow for it. */
export async function waitFor(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`)
    await delay(LOOK_MS)
  }
}
