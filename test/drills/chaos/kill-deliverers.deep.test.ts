import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killDeliverers } from './kill-deliverers.ts'

test('workers killed while they deliver to a receiver that fails: everything arrives, in order, under one id each', async t => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000_000)
  const report = await killDeliverers({ events: 200, kills: 3, seed, log: line => t.diagnostic(line) })
  t.diagnostic(JSON.stringify({ ...report, defects: report.defects.length }))
  assert.deepEqual(report.defects, [])
  assert.deepEqual([report.emitted, report.kills], [200, 3])
  // The run proves something only if the receiver failed.
  assert.ok(report.requests > 220, `only ${report.requests} requests`)
})
