import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { TestApp } from './app.ts'

const MARK = '=== next ==='

/** Runs all blocks in one shell against this server, as a reader would paste them, and returns each block's output. */
export async function pasteBlocks(app: TestApp, blocks: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-pasted-'))
  try {
    provideCurl(folder)
    const script = blocks.map(block => `${block}\necho; echo '${MARK}'\n`).join('')
    const path = [dirname(process.execPath), folder, process.env.PATH].join(delimiter)
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-euc', script.replaceAll('http://127.0.0.1:3000', app.url)],
      { cwd: folder, env: { PATH: path }, timeout: 60_000, maxBuffer: 10_000_000 },
    )
    return stdout.split(`${MARK}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function provideCurl(folder: string): void {
  if (spawnSync('curl', ['--version']).status === 0) return
  const standIn = join(import.meta.dirname, 'curl-stand-in.ts')
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`)
  chmodSync(join(folder, 'curl'), 0o755)
}
