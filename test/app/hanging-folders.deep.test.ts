import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')
const FUSE = '/dev/fuse'
const START_MS = 120_000

const place = mkdtempSync(join(tmpdir(), 'crediario-mount-'))
after(() => rmSync(place, { recursive: true, force: true }))

const mayMount = process.getuid?.() === 0
const rootOnly = { skip: !mayMount && 'only root may mount' }
const fuseOnly = { skip: !(mayMount && existsSync(FUSE)) && `only root may mount, and it needs ${FUSE}` }

/** Runs an entry with DATA_DIR on a file system of its own, which nobody else sees and which ends with it. */
async function runOn(mount: string, entry: string, fuse?: number): Promise<unknown[]> {
  const script = `mount ${mount} test "${place}" && exec "${process.execPath}" ${join(root, 'src')}/${entry}`
  const stdio = ['ignore', 'pipe', 'pipe', ...(fuse === undefined ? [] : [fuse])] as const
  const child: ChildProcess = spawn('unshare', ['--mount', 'sh', '-c', script], {
    env: { PATH: process.env.PATH, DATA_DIR: place, PORT: '0' },
    stdio: [...stdio],
    timeout: START_MS,
    killSignal: 'SIGKILL',
  })
  assert.ok(child.stdout && child.stderr)
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return [code, out, errors]
}

test('a DATA_DIR on a read-only file system ends the start in one sentence', rootOnly, async () => {
  assert.deepEqual(await runOn('-t tmpfs -o ro', 'main.ts'), [
    1,
    '',
    `crediario: DATA_DIR (${place}) is on a read-only file system: choose another folder\n`,
  ])
})

for (const entry of ['main.ts', 'cli.ts keys list'])
  test(`a DATA_DIR that hangs ends ${entry} in one sentence after three seconds`, fuseOnly, async () => {
    // The server of this file system never says a word, as that of a network drive that is gone.
    const fuse = openSync(FUSE, 'r+')
    try {
      const options = '-i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0'
      assert.deepEqual(await runOn(options, entry, fuse), [
        1,
        '',
        `crediario: DATA_DIR (${place}) did not answer within 3 s: mount it again, or choose another folder\n`,
      ])
    } finally {
      closeSync(fuse)
    }
  })
