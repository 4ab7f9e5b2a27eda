import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { parseConfig } from '../../src/app/config/config.ts'
import { openFoundation, startProgram } from '../../src/app/program.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { DEMO_KEY } from '../support/app.ts'
import { type DebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts'
import { newPerson, preApproveBody } from '../support/people.ts'

const WAIT_MS = 60_000
let primary: DebianPostgres
let standby: DebianPostgres

before(async () => {
  primary = await startDebianPostgres()
  await primary.createDatabase('crediario')
  standby = await primary.startStandby()
})
after(async () => {
  await primary.stop()
  await standby.stop()
})

async function decide(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/preApprove`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(preApproveBody(DEMO_KEY, newPerson(), 1000)),
  })
  await response.arrayBuffer()
  return response.status
}

/** An address that is moved from one server to another, as pools and cloud addresses are. */
async function openMovableAddress(first: number) {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => sockets.forEach(socket => void socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    move(port: number): void {
      target = port
      cut()
    },
    close(): void {
      server.close()
      cut()
    },
  }
}

async function waitForReadiness(port: number, wanted: number): Promise<string> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/ready`)
    const text = await response.text()
    if (response.status === wanted) return text
    assert.ok(performance.now() < deadline, `in vain: /ready with ${wanted}, last ${text}`)
    await delay(50)
  }
}

test('a program whose address leads to a standby is not ready and serves no writes until it leads to the primary again', async () => {
  const address = await openMovableAddress(primary.port)
  const settings = { PORT: '0', DATABASE_URL: `postgres://drill@127.0.0.1:${address.port}/crediario` }
  const program = await startProgram(parseConfig(settings), createLog({ level: 'silent' }))
  try {
    await waitForReadiness(program.port, 200)
    address.move(standby.port)
    assert.match(await waitForReadiness(program.port, 503), /read-only/)
    for (let count = 0; count < 5; count++) assert.equal(await decide(program.port), 503)
    const opened = openFoundation(parseConfig(settings), createLog({ level: 'silent' }))
    await assert.rejects(opened, error => {
      assert.ok(error instanceof StartError, String(error))
      assert.match(error.message, /read-only/)
      return true
    })
    address.move(primary.port)
    await waitForReadiness(program.port, 200)
    assert.equal(await decide(program.port), 200)
  } finally {
    await program.stop()
    address.close()
  }
})

test('servers that cannot be reached: a start names them in one sentence, and a running program is not ready until one answers', async () => {
  const urlOf = (hosts: string): string =>
    `postgres://drill@${hosts}/crediario?target_session_attrs=read-write`
  const log = createLog({ level: 'silent' })
  const none = parseConfig({ PORT: '0', DATABASE_URL: urlOf('127.0.0.1:1,127.0.0.1:2') })
  await assert.rejects(startProgram(none, log), error => {
    assert.ok(error instanceof StartError, String(error))
    const sentence =
      /^The database cannot be reached: none of the 2 servers accepts writes \(127\.0\.0\.1:1: .*; 127\.0\.0\.1:2: .*\)$/
    assert.match(error.message, sentence)
    return true
  })
  const onlyStandby = parseConfig({ PORT: '0', DATABASE_URL: urlOf(`127.0.0.1:${standby.port}`) })
  await assert.rejects(startProgram(onlyStandby, log), {
    message: /^The database cannot be reached: 127\.0\.0\.1:\d+: it is read-only$/,
  })

  const address = await openMovableAddress(primary.port)
  const config = parseConfig({ PORT: '0', DATABASE_URL: urlOf(`127.0.0.1:1,127.0.0.1:${address.port}`) })
  const program = await startProgram(config, log)
  try {
    await waitForReadiness(program.port, 200)
    address.move(1)
    await waitForReadiness(program.port, 503)
    assert.equal(await decide(program.port), 503)
    address.move(primary.port)
    await waitForReadiness(program.port, 200)
    assert.equal(await decide(program.port), 200)
  } finally {
    await program.stop()
    address.close()
  }
})

test('a program that is given both servers starts on the primary, and goes on by itself after its death and a promotion', async () => {
  // The standby comes first: the order must not matter.
  const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const config = parseConfig({
    PORT: '0',
    DATABASE_URL: `postgres://drill@${hosts}/crediario?target_session_attrs=read-write`,
  })
  const program = await startProgram(config, createLog({ level: 'silent' }))
  assert.equal(await decide(program.port), 200)
  const answers = new Set<number>()
  let isOver = false
  const calling = (async () => {
    while (!isOver) {
      answers.add(await decide(program.port))
      await delay(20)
    }
  })()

  await delay(500)
  primary.signal('SIGKILL')
  await delay(2_000)
  await standby.promote()
  const promotedAt = performance.now()
  while ((await decide(program.port)) !== 200) {
    assert.ok(performance.now() - promotedAt < WAIT_MS, 'in vain: a decision by the promoted server')
    await delay(20)
  }
  isOver = true
  await calling
  assert.deepEqual([...answers].toSorted(), [200, 503])
  for (let count = 0; count < 20; count++) assert.equal(await decide(program.port), 200)
  await program.stop()
})
