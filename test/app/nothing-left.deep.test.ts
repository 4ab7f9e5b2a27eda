import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { request } from 'node:http'
import { test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { startProgram } from '../../src/app/program.ts'
import { createPicturePool } from '../../src/domains/onboarding/picture-pool.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { writeManyScans } from '../onboarding/many-scans.ts'
import { DEMO_KEY } from '../support/app.ts'
import { openTestDatabase, writeDatabaseUrl } from '../support/database.ts'

/** Kinds of async resources that stay alive until their owner closes them. */
const HELD = ['Timeout', 'TCPWRAP', 'TCPSERVERWRAP', 'PIPEWRAP', 'PIPESERVERWRAP', 'WORKER', 'PROCESSWRAP']

/** All such resources created since and not closed, including unref'd ones. */
function watchHeld() {
  const held = new Map<number, { readonly type: string; readonly stack: string }>()
  const hook = createHook({
    init(id, type) {
      if (HELD.includes(type)) held.set(id, { type, stack: new Error(type).stack ?? '' })
    },
    destroy(id) {
      held.delete(id)
    },
  })
  hook.enable()
  return { list: () => [...held.values()], stop: () => void hook.disable() }
}

/** Closed handles are reported in the next ticks of the event loop. */
async function expectNothingHeld({ list }: ReturnType<typeof watchHeld>): Promise<void> {
  const deadline = performance.now() + 1_000
  while (list().length > 0 && performance.now() < deadline) await new Promise(done => setImmediate(done))
  assert.deepEqual(
    list().map(({ stack }) => stack),
    [],
  )
}

function post(port: number, path: string, body: unknown): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-service-apikey': DEMO_KEY }
    const asked = request({ port, path, method: 'POST', headers, agent: false }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    asked.on('error', reject).end(JSON.stringify(body))
  })
}

test('a program that has served and stopped leaves no timer, thread or connection behind', async () => {
  const testDatabase = await openTestDatabase()
  const watch = watchHeld()
  try {
    const config = parseConfig({ PORT: '0', DATABASE_URL: writeDatabaseUrl(testDatabase.connection) })
    const program = await startProgram(config, createLog({ level: 'silent' }))
    const person = { cpf: '000.001.000-64', phone: '(11) 98765-1234', email: 'maria@example.com' }
    const asked = { ...person, zipCode: '01310-100', source: 'checkout', price: 1240 }
    assert.equal(await post(program.port, '/preApprove', asked), 200)
    assert.equal(await post(program.port, '/sandbox/clock', { advance: 'PT1S' }), 200)
    assert.ok(watch.list().length > 5, 'the watch sees what a running program holds')
    await program.stop()
    await expectNothingHeld(watch)
    const counted = await testDatabase.database.run<{ count: number }>(
      {
        name: 'count-program-connections',
        text: `SELECT count(*) AS count FROM pg_stat_activity
          WHERE datname = current_database() AND application_name IN ('crediario-all', 'crediario presence')`,
      },
      [],
    )
    assert.equal(Number(counted[0]?.count), 0)
  } finally {
    watch.stop()
    await testDatabase.close()
  }
})

test('decoders of pictures are gone after closing, an idle one and one that is busy in native code', async () => {
  const [hard, easy] = [await writeManyScans(3_000, 20_000), await writeManyScans(64, 1)]
  const watch = watchHeld()
  try {
    const pool = createPicturePool()
    const busy = pool.reencode(hard)
    assert.ok(await pool.reencode(easy))
    const children = watch.list().filter(({ type }) => type === 'PROCESSWRAP')
    assert.equal(children.length, 2)
    const startedAt = performance.now()
    await pool.close()
    // The decoder would need minutes.
    assert.ok(performance.now() - startedAt < 20_000)
    assert.equal(await busy, undefined)
    await expectNothingHeld(watch)
  } finally {
    watch.stop()
  }
})
