import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { startProgram } from '../../src/app/program.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'crediario-folders-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'file')
writeFileSync(file, '')
mkdirSync(join(folder, 'spoiled', 'postgres.log'), { recursive: true })

const NOWHERE = 'postgres://nobody:none@127.0.0.1:9/none'
const UNUSABLE: [what: string, dataDir: string, sentence: RegExp][] = [
  ['is a file', file, /^DATA_DIR \(\S+\/file\) is a file, or below one: choose another folder$/],
  [
    'is below a file',
    join(file, 'data'),
    /^DATA_DIR \(\S+\) is a file, or below one: choose another folder$/,
  ],
  [
    'has a name that is too long',
    join(folder, 'x'.repeat(300)),
    /^DATA_DIR \(\S+\) cannot be used \(ENAMETOOLONG\): /,
  ],
  [
    'cannot be created',
    '/proc/crediario/data',
    /^DATA_DIR \(\S+\) cannot be created \(ENOENT: [^\n]+\): choose another folder$/,
  ],
]

for (const [what, dataDir, sentence] of UNUSABLE)
  test(`a DATA_DIR that ${what} ends the start in one sentence, before any database is asked`, async () => {
    for (const env of [{}, { DATABASE_URL: NOWHERE }])
      await assert.rejects(
        startProgram(parseConfig({ ...env, DATA_DIR: dataDir, PORT: '0' }), createLog({ level: 'silent' })),
        (error: unknown) => {
          assert.ok(error instanceof StartError, String(error))
          assert.match(error.message, sentence)
          return true
        },
      )
  })

test('a file of DATA_DIR that cannot be written ends the start in one sentence that names it', async () => {
  const config = parseConfig({ DATA_DIR: join(folder, 'spoiled'), PORT: '0' })
  await assert.rejects(startProgram(config, createLog({ level: 'silent' })), (error: unknown) => {
    assert.ok(error instanceof StartError, String(error))
    assert.match(
      error.message,
      /^DATA_DIR cannot be used \(EISDIR: [^\n]+postgres\.log'\): fix it, or choose/,
    )
    return true
  })
})
