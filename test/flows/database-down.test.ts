import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'

let home: TestApp

before(async () => {
  home = await startTestApp()
})
after(() => home.stop())

async function expectUnavailable(app: TestApp): Promise<void> {
  const requests: [string, unknown][] = [
    ['/preApprove', preApproveBody(DEMO_KEY, newPerson(), 1000)],
    ['/options', optionsBody(DEMO_KEY, newPerson(), 1000)],
  ]
  await Promise.all(
    requests.map(async ([path, body]) => {
      const startedAt = performance.now()
      const answer = await app.post(path, body)
      const seconds = (performance.now() - startedAt) / 1000
      expectError(answer, { code: 'service_unavailable' })
      assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      assert.ok(seconds < 2, `${path} took ${seconds} s`)
    }),
  )
}

describe('both routes answer 503 with Retry-After within two seconds', () => {
  test('when nobody listens where the database should be', async () => {
    const connection = { host: '/nowhere/at/all', user: 'x', database: 'x' }
    const app = await startTestApp({ sharing: home, connection })
    await expectUnavailable(app)
    await app.stop()
  })

  test('when the database takes connections and says nothing', async () => {
    const sockets = new Set<Socket>()
    const silent: Server = createServer(socket => sockets.add(socket))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    assert.ok(typeof address === 'object' && address !== null)
    const connection = { host: '127.0.0.1', port: address.port, user: 'x', database: 'x' }
    const app = await startTestApp({ sharing: home, connection })
    await expectUnavailable(app)
    await app.stop()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

test('a server whose connections were all cut serves again as soon as the database is back', async () => {
  const app = await startTestApp({ sharing: home })
  const ask = () => app.post('/options', optionsBody(DEMO_KEY, newPerson(), 1000))
  assert.equal((await ask()).status, 200)
  const cut = {
    name: '',
    text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = $1 AND datname = current_database()`,
  }
  await home.database.run(cut, ['crediario-second'])
  const statuses: number[] = []
  for (let times = 0; times < 6; times++) statuses.push((await ask()).status)
  assert.ok(
    statuses.every(status => status === 200 || status === 503),
    statuses.join(),
  )
  assert.equal(statuses.at(-1), 200)
  await app.stop()
})
