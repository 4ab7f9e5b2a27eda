import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './source-files.ts'

/** Runs `.ci/run` with an npm that only prints a line for each command. */
function runCi(lines: Readonly<Record<string, string>>): {
  readonly last: string
  readonly status: number | null
} {
  const folder = mkdtempSync(join(tmpdir(), 'ci-'))
  const cases = Object.entries(lines).map(([words, line]) => `*"${words}"*) echo "${line}" ;;`)
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\nesac\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  try {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    const { stdout, status } = spawnSync(join(ROOT, '.ci/run'), { env, encoding: 'utf8', timeout: 20_000 })
    return { last: stdout.trimEnd().split('\n').at(-1) ?? '', status }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const GREEN = {
  'supply-chain': '4 passed, 0 failed',
  'test:deep': '20 passed, 0 failed',
  'test ': '100 passed, 0 failed',
}

test('CI adds up both suites and the checks of dependencies and secrets', () => {
  assert.deepEqual(runCi(GREEN), { last: '124 passed, 0 failed', status: 0 })
})

test('CI fails for one failed check, and for a command that does not come to its last line', () => {
  assert.deepEqual(runCi({ ...GREEN, 'supply-chain': '3 passed, 1 failed' }), {
    last: '123 passed, 1 failed',
    status: 1,
  })
  assert.deepEqual(runCi({ ...GREEN, 'supply-chain': 'npm error' }), {
    last: '120 passed, 1 failed',
    status: 1,
  })
})
