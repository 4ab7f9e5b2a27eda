import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { processStartMark, withProcessLock } from './process-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'crediario-lock-'))
const lock = join(folder, 'lock')

after(() => rmSync(folder, { recursive: true }))

test('one holder at a time has the lock, and no file is left behind', async () => {
  let inside = 0
  let most = 0
  const visit = () =>
    withProcessLock(lock, 10_000, async () => {
      inside += 1
      most = Math.max(most, inside)
      await delay(1)
      inside -= 1
    })
  await Promise.all(Array.from({ length: 8 }, visit))
  assert.equal(most, 1)
  assert.deepEqual(readdirSync(folder), [])
})

test('work that throws releases the lock', async () => {
  const failing = withProcessLock(lock, 1_000, async () => {
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(await withProcessLock(lock, 1_000, async () => 'free'), 'free')
})

test('many waiters take over the lock of a dead process one after the other', async () => {
  const { pid } = spawnSync('true')
  let inside = 0
  const visit = () =>
    withProcessLock(lock, 10_000, async () => {
      inside += 1
      assert.equal(inside, 1)
      await delay(1)
      inside -= 1
    })
  for (let round = 0; round < 20; round++) {
    writeFileSync(lock, `${pid} 1 gone-${round}`)
    await Promise.all(Array.from({ length: 8 }, visit))
    assert.deepEqual(readdirSync(folder), [])
  }
})

test('a process that reuses the pid of the dead holder does not keep the lock', {
  skip: process.platform !== 'linux',
}, async () => {
  writeFileSync(lock, `${process.pid} 1 another-life`)
  assert.equal(await withProcessLock(lock, 1_000, async () => 'taken'), 'taken')
})

test('a lock held for too long ends the wait with the holder named', async () => {
  writeFileSync(lock, `${process.pid} ${processStartMark(process.pid)} held`)
  await assert.rejects(
    withProcessLock(lock, 100, async () => {}),
    new RegExp(`Process ${process.pid} has held`),
  )
  rmSync(lock)
})
