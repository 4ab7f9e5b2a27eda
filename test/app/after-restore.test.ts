import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { openFoundation, startProgram } from '../../src/app/program.ts'
import { restoreCommands } from '../../src/cli/database.ts'
import { createOurNumbers } from '../../src/domains/receivables/billets/our-numbers.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { openNumberMarks } from '../../src/platform/deployment/number-marks.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'

const log = createLog({ level: 'silent' })
let db: TestDatabase
let folder: string

before(async () => {
  db = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'crediario-marks-'))
})
after(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

const configure = () =>
  parseConfig({ PORT: '0', ROLE: 'api', DATABASE_URL: writeDatabaseUrl(db.connection), MARKS_DIR: folder })
const readState = async (): Promise<{ ourNumber: number; files: { id: string; given: number }[] }> => {
  const run = <Row>(text: string): Promise<Row[]> => db.database.run<Row>({ name: '', text }, [])
  const [row] = await run<{ n: number }>('SELECT last_value AS n FROM billet_our_numbers')
  const files = await run<{ id: string; given: number }>(
    'SELECT id, last_file_sequence AS given FROM lender_accounts ORDER BY id',
  )
  return { ourNumber: row?.n ?? 0, files }
}

test('a restored database gives no our-number and no file number out again', async () => {
  const program = await startProgram(configure(), log)
  await program.stop()
  const opened = await openFoundation(configure(), log)
  const [account] = (await readState()).files
  assert.ok(account)
  const issued = new Set<number>()
  const take = createOurNumbers(opened.database, opened.services.marks)
  for (let count = 0; count < 70; count += 1) issued.add(await take())
  const backup = await readState()
  for (let count = 0; count < 200; count += 1) issued.add(await take())
  await opened.services.marks.cover(`file:${account.id}`, 7)
  await opened.close()
  // The part of a restore that matters here: sequence and accounts are as they were.
  await asAdministratorOf(db, async client => {
    await client.query(`SELECT setval('billet_our_numbers', $1)`, [backup.ourNumber])
  })
  for (const open of [() => startProgram(configure(), log), () => openFoundation(configure(), log)])
    await assert.rejects(open(), error => {
      assert.ok(error instanceof StartError, String(error))
      assert.match(error.message, /^the database was restored: our-number \d+ was given out/)
      assert.match(error.message, /database after-restore/)
      return true
    })
  const restored = await openFoundation(configure(), log, { acceptsForgotten: true })
  const command = restoreCommands['database after-restore']
  assert.ok(command)
  const line = { words: ['database', 'after-restore'], options: {} }
  assert.match(
    await command.run(restored.services, line),
    /^our-number: \d+ -> \d+\nfile:[0-9a-f]{24}: 0 -> 7$/,
  )
  assert.equal(await command.run(restored.services, line), 'no number was forgotten')
  await restored.close()
  const again = await openFoundation(configure(), log)
  const next = createOurNumbers(again.database, again.services.marks)
  for (let count = 0; count < 200; count += 1) {
    const number = await next()
    assert.ok(!issued.has(number), `${number} was given out twice`)
    issued.add(number)
  }
  assert.equal((await readState()).files.find(({ id }) => id === account.id)?.given, 7)
  await again.close()
})

test('a mark is on disk when it is covered, for any number of processes, and a torn line is ignored', async () => {
  const path = join(folder, 'some', 'marks')
  const [one, other] = [openNumberMarks(path), openNumberMarks(path)]
  await Promise.all([
    ...Array.from({ length: 50 }, (_, at) => one.cover('our-number', at + 1)),
    ...Array.from({ length: 60 }, (_, at) => other.cover('our-number', at + 1)),
    one.cover('file:a', 3),
  ])
  await appendFile(path, 'our-number 9')
  await one.cover('our-number', 61)
  await Promise.all([one.close(), other.close()])
  const read = openNumberMarks(path)
  assert.deepEqual([...read.list()].toSorted(), [
    ['file:a', 3],
    ['our-number', 61],
  ])
})
