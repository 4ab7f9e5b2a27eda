import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../support/child-service.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LIMIT = 110
const SOCKETS = 130
const START_MS = 120_000

const askStatus = (port: number, agent: Agent): Promise<number | undefined> =>
  new Promise(done => {
    const request = get({ host: '127.0.0.1', port, path: '/ready', agent, timeout: 10_000 }, response => {
      response.resume().on('end', () => done(response.statusCode))
    })
    request.on('timeout', () => request.destroy()).on('error', () => done(undefined))
  })

async function waitUntil(condition: () => Promise<boolean>, describe: () => string): Promise<void> {
  const deadline = Date.now() + START_MS
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, describe())
    await delay(50)
  }
}

test(`npm start with ${LIMIT} file descriptors outlives ${SOCKETS} idle connections, serving those who were there before`, {
  skip: process.platform !== 'linux',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-descriptors-'))
  const [port, pspPort] = [await findFreePort(), await findFreePort()]
  const npm = spawn('sh', ['-c', `ulimit -n ${LIMIT}; exec npm start`], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      PSP_PORT: String(pspPort),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', chunk => void printed.push(String(chunk)))
  const exited = once(npm, 'exit')
  const sockets: Socket[] = []
  const keptAlive = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await waitUntil(
      async () => (await askStatus(port, keptAlive)) === 200,
      () => printed.join(''),
    )
    let closed = 0
    const opened = Array.from({ length: SOCKETS }, async () => {
      const socket = connect({ host: '127.0.0.1', port })
      sockets.push(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        closed += 1
      })
      await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    })
    await Promise.all(opened)
    // Those beyond the limit are closed at once, the others stay.
    await waitUntil(
      async () => closed >= SOCKETS - LIMIT / 2,
      () => 'no connection was refused',
    )
    // Longer than npm's process is looked at again.
    for (let second = 0; second < 3; second++) {
      assert.equal(await askStatus(port, keptAlive), 200, printed.join(''))
      await delay(1_000)
    }
    assert.equal(npm.exitCode, null, printed.join(''))
    for (const socket of sockets) socket.destroy()
    const fresh = new Agent()
    await waitUntil(
      async () => (await askStatus(port, fresh)) === 200,
      () => 'no new connection is served',
    )
    assert.match(printed.join(''), /connections refused: too many are open/)
  } finally {
    for (const socket of sockets) socket.destroy()
    keptAlive.destroy()
    npm.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
})
