import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findFullFolder } from '../../src/app/checks/machine-findings.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { type Program, startProgram } from '../../src/app/program.ts'
import { getDeploymentId } from '../../src/platform/deployment/deployment.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { DEMO_KEY } from '../support/app.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'

const WAIT_MS = 60_000
const folder = mkdtempSync(join(tmpdir(), 'crediario-disk-'))
const marksDir = join(folder, 'marks')
let db: TestDatabase
let program: Program

before(async () => {
  db = await openTestDatabase()
  const config = parseConfig({
    DATABASE_URL: writeDatabaseUrl(db.connection),
    PORT: '0',
    ROLE: 'api',
    DATA_DIR: join(folder, 'data'),
    MARKS_DIR: marksDir,
  })
  program = await startProgram(config, createLog({ level: 'silent' }))
})
after(async () => {
  await program.stop()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  const answer = await fetch(`http://127.0.0.1:${program.port}${path}`, {
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') }
}

const execute = (text: string): Promise<unknown> => db.database.run({ name: '', text }, [])
const decide = () => ask('/preApprove', preApproveBody(DEMO_KEY, newPerson(), 1000))

test('a database without room refuses writes with 503, is not ready, and is itself again when there is room', async () => {
  assert.deepEqual([(await ask('/ready')).status, (await decide()).status], [200, 200])
  // As PostgreSQL does when a table cannot grow.
  await execute(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`)
  await execute(
    'CREATE TRIGGER no_room BEFORE INSERT ON applicants FOR EACH STATEMENT EXECUTE FUNCTION no_room()',
  )
  const refused = await decide()
  assert.equal(refused.status, 503, refused.text)
  assert.ok(refused.retryAfter)
  assert.ok(!refused.text.includes('extend file'), refused.text)
  const unready = await ask('/ready')
  assert.equal(unready.status, 503)
  assert.match(unready.text, /The disk of the database is full: make room, no restart is needed/)
  await execute('DROP FUNCTION no_room CASCADE')
  assert.equal((await decide()).status, 200)
  const deadline = Date.now() + WAIT_MS
  while ((await ask('/ready')).status !== 200) {
    assert.ok(Date.now() < deadline, 'not ready again in time')
    await delay(200)
  }
})

test('a mark that finds no room fails the authorization with 503 and one sentence, and gives out no number', async () => {
  const countBillets = (): Promise<{ count: number }[]> =>
    db.database.run({ name: '', text: 'SELECT count(*)::integer AS count FROM billets' }, [])
  const quoted = await ask('/options', optionsBody(DEMO_KEY, newPerson(), 1000))
  const { downPaymentOptions } = JSON.parse(quoted.text) as {
    downPaymentOptions: readonly { readonly options: readonly { readonly _id: string }[] }[]
  }
  // With a down payment: its billet is numbered at once.
  const optionId = downPaymentOptions[1]?.options[0]?._id
  mkdirSync(marksDir, { recursive: true })
  symlinkSync('/dev/full', join(marksDir, await getDeploymentId(db.database)))
  const before = await countBillets()
  const refused = await ask('/authorize', { apiKey: DEMO_KEY, optionId, orderId: 'full-1' })
  assert.equal(refused.status, 503, refused.text)
  assert.match(refused.text, /The disk of MARKS_DIR is full: make room, no restart is needed/)
  assert.deepEqual(await countBillets(), before)
})

test('a folder counts as full below one megabyte, the marks first', async () => {
  const folders = { dataDir: '/data', marksDir: '/marks' }
  const find = (data: number, marks: number) =>
    findFullFolder(folders, async path => (path === '/data' ? data : marks))
  assert.deepEqual(
    [await find(2 ** 20, 2 ** 20), await find(2 ** 20 - 1, 2 ** 30), await find(0, 0)],
    [undefined, 'DATA_DIR', 'MARKS_DIR'],
  )
  assert.equal(await findFullFolder({ dataDir: folder, marksDir: join(folder, 'not', 'there') }), undefined)
})
