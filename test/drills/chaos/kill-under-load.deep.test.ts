import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killUnderLoad } from './kill-under-load.ts'

test('kill -9 under load, twenty times or for five minutes: nothing acknowledged is lost, nothing is doubled, the books always balance', async t => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000_000)
  const report = await killUnderLoad({ kills: 20, longestMs: 300_000, seed, log: line => t.diagnostic(line) })
  t.diagnostic(JSON.stringify({ ...report, defects: report.defects.length }))
  assert.deepEqual(report.defects, [])
  assert.ok(report.kills >= 5, `only ${report.kills} kills`)
  // The run proves something only if requests were cut, orders were made and snapshots were taken.
  assert.ok(report.cutRequests >= 10, `only ${report.cutRequests} requests were cut`)
  assert.ok(report.orders >= 10, `only ${report.orders} orders`)
  assert.ok(report.snapshots >= 20, `only ${report.snapshots} snapshots`)
  assert.match(report.ledger, /^\d+ entries, all balanced; audit log: \d+ entries, all as they were written/)
})
