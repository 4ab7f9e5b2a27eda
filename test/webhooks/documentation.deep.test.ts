import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { findFreePort } from '../drills/chaos/main-process.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { takeServedBlocks } from '../support/documented-blocks.ts'
import {
  composeEvent,
  createEndpoint,
  emit,
  listDeliveries,
  newTransactionId,
  openDeliverer,
} from '../support/webhooks.ts'

let app: TestApp
let folder: string
let child: ChildProcess | undefined

before(async () => {
  await ensurePages()
  app = await startTestApp({ env: { ROLE: 'api' } })
  folder = mkdtempSync(join(tmpdir(), 'crediario-receiver-'))
})
after(async () => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
  await app.stop()
})

async function waitUntil(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isSo())) {
    if (Date.now() > deadline) assert.fail(`${what} did not happen in time`)
    await delay(20)
  }
}

for (const place of ['pt', 'en'] as const)
  test(`the receiver of the guide (${place}) has about 20 lines, accepts our events once, and refuses forged ones`, async () => {
    const [code = '', ...others] = await takeServedBlocks(app.url, place, 'webhooks', 'js')
    assert.deepEqual(others, [])
    assert.ok(code.trim().split('\n').length <= 24)
    const file = join(folder, 'receiver.mjs')
    writeFileSync(file, code)
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}/`
    const endpoint = await createEndpoint(app, url)
    const env = { ...process.env, WEBHOOK_SECRET: endpoint.secret, PORT: String(port) }
    child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout?.on('data', chunk => {
      printed += String(chunk)
    })
    const knock = (): Promise<number> =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        answer => answer.status,
        () => 0,
      )
    await waitUntil(async () => (await knock()) === 401, 'the start of the receiver')
    const forged = await fetch(url, {
      method: 'POST',
      body: '{"action":"FORGED"}',
      headers: {
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${'A'.repeat(43)}= v1,é${'A'.repeat(43)}`,
      },
    })
    assert.equal(forged.status, 401)
    const deliverer = openDeliverer(app)
    const transactionId = newTransactionId()
    await emit(app, [composeEvent(transactionId, 1)])
    await deliverer.deliver()
    const [delivery] = (await listDeliveries(app, `endpointId=${endpoint.id}`)).data
    assert.equal(delivery?.status, 'delivered')
    const again = { apiKey: DEMO_KEY, endpointId: endpoint.id, eventId: delivery.eventId }
    assert.equal((await app.post('/webhooks/replay', again)).status, 200)
    await deliverer.deliver()
    const [replayed] = (await listDeliveries(app, `endpointId=${endpoint.id}`)).data
    assert.deepEqual(
      replayed?.attempts.map(({ status }) => status),
      [204, 204],
    )
    await waitUntil(() => printed.includes(transactionId), 'the receiver printing the event')
    assert.equal(printed.split(delivery.eventId).length - 1, 1)
    assert.ok(!printed.includes('FORGED'))
    await deliverer.stop()
    child.kill('SIGKILL')
  })
