import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { HABITS } from './portfolio.ts'
import { liveYear } from './year.ts'

test('five months of a portfolio, closed and exported, are recomputed by another program to the centavo', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-year-'))
  try {
    const { figures, defects } = await liveYear({
      purchases: HABITS.length,
      days: 150,
      seed: 7,
      folder,
      log: () => {},
    })
    assert.deepEqual(defects, [])
    assert.ok((figures.comparisons ?? 0) > 1_000, JSON.stringify(figures))
    assert.ok((figures['carrying amounts'] ?? 0) > 20, JSON.stringify(figures))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
