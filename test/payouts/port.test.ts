import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Compile } from 'typebox/schema'
import { composePayoutBody, createHttpRail } from '../../src/domains/payouts/http-rail.ts'
import { composePayoutKey, type PayoutOrder } from '../../src/domains/payouts/order.ts'
import { listOrders } from '../../src/domains/payouts/orders.ts'
import type { Payee } from '../../src/domains/payouts/payee.ts'
import type { PayoutRail } from '../../src/domains/payouts/rail.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { DEMO_KEY, DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { openPurchase, view } from '../support/purchases.ts'

const folder = join(import.meta.dirname, '../../docs/ports')
const contract = JSON.parse(readFileSync(join(folder, 'payouts.json'), 'utf8'))
const { put, get } = contract.paths['/payouts/{key}']
const requestCheck = Compile(put.requestBody.content['application/json'].schema)
const answerCheck = (status: number) =>
  Compile((put.responses[status] ?? get.responses[status]).content['application/json'].schema)

const KEY_PAYEE: Payee = {
  name: 'Loja Simples',
  document: '11444777000161',
  to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '11444777000161' },
}
const ACCOUNT_PAYEE: Payee = {
  ...KEY_PAYEE,
  to: {
    kind: 'account',
    bankCode: '237',
    agency: '0255',
    account: '0061900',
    accountDigit: '0',
    accountType: 'CHECKING',
  },
}

function newOrder(payee: Payee, more: Partial<PayoutOrder> = {}): PayoutOrder {
  const id = newId()
  const now = new Date()
  return {
    id,
    payoutKey: composePayoutKey(id),
    kind: 'RETAILER',
    subject: DEMO_RETAILER,
    obligation: `RETAILER:${id}`,
    retailerId: DEMO_RETAILER,
    transactionId: undefined,
    lenderAccountId: newId(),
    amountCentavos: 123_405,
    nettedCentavos: 0,
    payee,
    dueOn: parseCalendarDate('2026-03-10'),
    replaces: undefined,
    needsApproval: false,
    createdBy: 'program',
    createdAt: now,
    linesHash: Buffer.alloc(32),
    state: 'sending',
    approvedBy: 'program',
    rail: 'PIX',
    providerId: undefined,
    settledAt: undefined,
    failureKind: undefined,
    failureCode: undefined,
    version: 3,
    attempts: 1,
    dueAt: now,
    problem: undefined,
    ...more,
  }
}

let app: TestApp
let rail: PayoutRail
before(async () => {
  app = await startTestApp({ pixApi: 'sandbox', env: { ROLE: 'api' } })
  rail = app.services.payoutRail ?? assert.fail()
})
after(() => app.stop())

const behave = async (payouts: 'confirm' | 'fail' | 'unknown'): Promise<void> => {
  const { status } = await app.post('/sandbox/bank', { apiKey: DEMO_KEY, payouts })
  assert.equal(status, 200)
}

test('what is asked for, and what the sandbox bank answers, is what the port describes', async () => {
  const { payouts } = app.services.psp ?? assert.fail()
  for (const payee of [KEY_PAYEE, ACCOUNT_PAYEE]) {
    const order = newOrder(payee)
    const body = composePayoutBody(order, true)
    assert.ok(requestCheck.Check(body), JSON.stringify(body))
    const taken = await payouts.put(order.payoutKey, body)
    const again = await payouts.put(order.payoutKey, body)
    const other = await payouts.put(order.payoutKey, { ...body, amount: '1.00' })
    const found = await payouts.find(order.payoutKey)
    const missing = await payouts.find('X'.repeat(20))
    const invalid = await payouts.put('Y'.repeat(20), { ...body, payee: {} })
    const answers = [taken, again, other, found, missing, invalid]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200, 409, 200, 404, 400],
    )
    for (const answer of answers)
      assert.ok(answerCheck(answer.status).Check(answer.body), JSON.stringify(answer))
  }
})

test('over HTTPS the sandbox bank takes a payout once, and has paid it when it is asked', async () => {
  const order = newOrder(ACCOUNT_PAYEE)
  const sent = await rail.send(order)
  assert.ok(sent.outcome === 'done', JSON.stringify(sent))
  assert.deepEqual([sent.value.state, sent.value.amountCentavos], ['accepted', 123_405])
  const paid = await rail.find(order.payoutKey)
  assert.ok(paid.outcome === 'done')
  assert.deepEqual([paid.value.state, paid.value.providerId], ['paid', sent.value.providerId])
  const changed = await rail.send({ ...order, amountCentavos: 1 })
  assert.deepEqual(changed.outcome === 'refused' && changed.kind, 'CONFLICT')
  const missing = await rail.find('Z'.repeat(20))
  assert.deepEqual(missing.outcome === 'refused' && missing.kind, 'NOT_FOUND')
})

test('the sandbox bank fails, and loses the answer to what it has taken, when it is asked to', async () => {
  const context = { ...app.services, log: createLog({ level: 'silent' }) }
  const newest = async () =>
    (await listOrders(app.database, app.services.secrets, { limit: 1 })).orders[0] ?? assert.fail()
  await behave('unknown')
  const lost = await openPurchase(app)
  await runPayouts(context)
  assert.equal((await newest()).state, 'unknown')
  app.clock.advance({ hours: 1 })
  await runPayouts(context)
  assert.ok((await view(app, lost.purchase.id)).purchase.transferedAt)
  await behave('fail')
  app.clock.advance({ minutes: 1 })
  const failed = await openPurchase(app)
  await runPayouts(context)
  const { state, failureKind } = await newest()
  assert.deepEqual([state, failureKind], ['failed', 'PAYEE_INVALID'])
  assert.equal((await view(app, failed.purchase.id)).purchase.transferedAt, undefined)
})

test('a bank that cannot be reached has not taken the payout', async () => {
  const settings = {
    url: 'http://127.0.0.1:9',
    tokenUrl: 'http://127.0.0.1:9/token',
    clientId: 'crediario',
    clientSecret: 'secret',
    clientAuth: 'basic',
    identity: { certificate: '', key: '' },
  } as const
  const unreachable = createHttpRail(settings, { totalMs: 500 })
  const answer = await unreachable.send(newOrder(KEY_PAYEE))
  assert.deepEqual(answer.outcome === 'refused' && [answer.kind, answer.code], ['UNAVAILABLE', 'NOT_SENT'])
  await unreachable.close()
})

test('the reference gateway speaks the port', async () => {
  const gateway = spawn(process.execPath, [join(folder, 'reference-gateway.mjs')], {
    env: { ...process.env, PORT: '0', TOKEN: 'secret' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(gateway.stdout, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
    const url = /http:\S+/.exec(line.toString())?.[0] ?? ''
    const settings = { url, tokenUrl: `${url}/oauth/token`, clientId: 'crediario', clientSecret: 'secret' }
    const identity = { certificate: '', key: '' }
    const own = createHttpRail({ ...settings, clientAuth: 'basic', identity })
    const order = newOrder(KEY_PAYEE)
    const asked = [await own.find(order.payoutKey), await own.send(order), await own.find(order.payoutKey)]
    assert.deepEqual(
      asked.map(answer => (answer.outcome === 'done' ? answer.value.state : answer.outcome)),
      ['refused', 'accepted', 'paid'],
    )
    await own.close()
    const stranger = createHttpRail({ ...settings, clientSecret: 'wrong', clientAuth: 'basic', identity })
    const denied = await stranger.send(order)
    assert.deepEqual(denied.outcome === 'refused' && denied.kind, 'DENIED')
    await stranger.close()
  } finally {
    gateway.kill()
  }
})
