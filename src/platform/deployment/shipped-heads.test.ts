import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHeadMemory, shipHeads } from './kept-heads.ts'

const HASH = 'a'.repeat(64)

test('one head an hour of each chain goes to the bucket, in the form that --heads reads', async () => {
  const stored = new Map<string, string>()
  let nowMs = 0
  const heads = shipHeads(createHeadMemory(), {
    bucket: { put: async (name, box) => void stored.set(name, box.toString()), get: async () => undefined },
    deploymentId: 'id',
    clock: { now: () => new Date(nowMs) },
    log: { warn: assert.fail },
  })
  for (let position = 1; position <= 120; position++) {
    await heads.keep('ledger', { position, hash: HASH })
    await heads.keep('audit', { position, hash: HASH })
    nowMs += 60_000
  }
  assert.deepEqual(
    [...stored],
    [1, 61].flatMap(position => [
      [`heads-id-ledger-${position}.txt`, `ledger ${position}:${HASH}\n`],
      [`heads-id-audit-${position}.txt`, `audit ${position}:${HASH}\n`],
    ]),
  )
  assert.deepEqual(await heads.find('ledger'), { position: 120, hash: HASH })
})

test('a bucket that is away stops nothing, and gets the next head', async () => {
  const stored: string[] = []
  const warnings: unknown[] = []
  let isAway = true
  const heads = shipHeads(createHeadMemory(), {
    bucket: {
      async put(name) {
        if (isAway) throw new Error('away')
        stored.push(name)
      },
      get: async () => undefined,
    },
    deploymentId: 'id',
    clock: { now: () => new Date(0) },
    log: { warn: (...line: unknown[]) => void warnings.push(line) },
  })
  await heads.keep('ledger', { position: 1, hash: HASH })
  isAway = false
  await heads.keep('ledger', { position: 2, hash: HASH })
  assert.deepEqual([stored, warnings.length], [['heads-id-ledger-2.txt'], 1])
  assert.deepEqual(await heads.find('ledger'), { position: 2, hash: HASH })
})
