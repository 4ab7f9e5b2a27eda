import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWithBaseBackup } from './embedded-backup.ts'
import { restoreThenSell } from './restore-then-sell.ts'

test('a backup taken while shoppers buy becomes the database: nothing older is lost, and no our-number or file number is given out again', async t => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000_000)
  const report = await restoreThenSell({
    startServer: startWithBaseBackup,
    rounds: 1,
    seconds: 10,
    seed,
    log: line => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify({ ...report, defects: report.defects.length }))
  assert.deepEqual(report.defects, [])
  // The run proves something only if numbers were forgotten and orders were kept.
  assert.equal(report.refusedStarts, 1)
  assert.ok(report.forgottenBillets >= 5, `only ${report.forgottenBillets} billets were forgotten`)
  // One before the backup, one that it has forgotten, and one afterwards.
  assert.equal(report.fileNumbers, 3)
  assert.ok(report.kept >= 5, `only ${report.kept} orders were kept`)
  assert.ok(report.snapshots >= 10, `only ${report.snapshots} snapshots`)
  assert.match(report.ledger, /^\d+ entries, all balanced; audit log: \d+ entries, all as they were written/)
})
