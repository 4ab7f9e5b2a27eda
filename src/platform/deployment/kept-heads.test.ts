import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHeadFile } from './kept-heads.ts'

const headAt = (position: number) => ({ position, hash: 'a'.repeat(position) })

test('heads of both chains that are kept at the same moment are both in the file, and it can be read meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crediario-heads-'))
  try {
    const kept = openHeadFile(join(folder, 'heads.json'), 'one')
    const writes = [5, 40, 3, 60, 2].flatMap(position => [
      kept.keep('ledger', headAt(position)),
      kept.keep('audit', headAt(position * 2)),
    ])
    const reads = Array.from({ length: 20 }, () => kept.find('ledger'))
    await Promise.all([...writes, ...reads])
    assert.deepEqual(await kept.find('ledger'), headAt(60))
    assert.deepEqual(await kept.find('audit'), headAt(120))
  } finally {
    await rm(folder, { recursive: true })
  }
})
