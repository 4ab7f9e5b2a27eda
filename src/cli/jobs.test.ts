import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { enqueueJob, MAX_ATTEMPTS } from '../platform/jobs/queue.ts'
import { createJobRunner } from '../platform/jobs/runner.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { jobCommands } from './jobs.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

async function run(line: string): Promise<string> {
  const words = line.split(' ')
  const command = jobCommands[words.slice(0, 2).join(' ')]
  assert.ok(command, line)
  return command.run(app.services, { words, options: {} })
}

const readGauge = async (): Promise<string | undefined> =>
  /^crediario_dead_jobs (\S+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]

test('dead jobs are counted and listed with their error, and can be retried', async () => {
  const { database, clock } = app
  assert.equal(await run('jobs dead'), 'no job was given up')
  assert.equal(await readGauge(), '0')
  let isBroken = true
  const runner = createJobRunner({ database, clock, log: createLog({ level: 'silent' }) })
  runner.register({
    async fix() {
      if (isBroken) throw new Error('out of glue')
    },
  })
  await enqueueJob(database, { kind: 'fix', key: 'vase', runAt: clock.now(), payload: null })
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await runner.runDueJobs()
    clock.advance({ hours: 2 })
  }
  const listed = await run('jobs dead')
  assert.match(listed, /^[0-9a-f]{24} +fix +vase +12 +2026-03-\S+ +Error: out of glue$/m)
  assert.equal(await readGauge(), '1')
  const [id = ''] = listed.split('\n')[1]?.split(' ') ?? []
  isBroken = false
  assert.equal(await run(`jobs revive ${id}`), `${id} is tried again`)
  assert.equal(await runner.runDueJobs(), 1)
  assert.equal(await run('jobs dead'), 'no job was given up')
  await assert.rejects(run(`jobs revive ${id}`), /no job [0-9a-f]{24} was given up/)
})
