import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { ClientConfig } from 'pg'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'

let home: TestApp

before(async () => {
  home = await startTestApp()
})
after(() => home.stop())

const TRIES = 3

/** The best of three tries must be quick: the machine may have been busy during one of them. */
async function expectUnavailable(app: TestApp, path: string, body: () => unknown): Promise<void> {
  const seconds: number[] = []
  while (seconds.length < TRIES && !seconds.some(each => each < 2)) {
    const startedAt = performance.now()
    const answer = await app.post(path, body())
    seconds.push((performance.now() - startedAt) / 1000)
    expectError(answer, { code: 'service_unavailable' })
    assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  }
  assert.ok(Math.min(...seconds) < 2, `${path} took ${seconds.join(', ')} s`)
}

async function expectBothUnavailable(connection: ClientConfig): Promise<void> {
  const app = await startTestApp({ sharing: home, connection })
  try {
    await Promise.all([
      expectUnavailable(app, '/preApprove', () => preApproveBody(DEMO_KEY, newPerson(), 1000)),
      expectUnavailable(app, '/options', () => optionsBody(DEMO_KEY, newPerson(), 1000)),
    ])
  } finally {
    await app.stop()
  }
}

describe('both routes answer 503 with Retry-After within two seconds', () => {
  test('when nothing listens at the database’s address', async () => {
    await expectBothUnavailable({ host: '/nowhere/at/all', user: 'x', database: 'x' })
  })

  test('when the database accepts connections and never answers', async () => {
    const sockets = new Set<Socket>()
    const silent: Server = createServer(socket => sockets.add(socket))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    assert.ok(typeof address === 'object' && address !== null)
    try {
      await expectBothUnavailable({ host: '127.0.0.1', port: address.port, user: 'x', database: 'x' })
    } finally {
      for (const socket of sockets) socket.destroy()
      silent.close()
    }
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
