import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addBusinessDays } from '../../src/brazil/business-days.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { listServedRoutes } from '../drills/fuzz/served-routes.ts'
import { newLink } from '../links/link-calls.ts'
import { DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { buyForDesk, sendInvoiceToDesk } from '../support/desk.ts'
import { writeInvoice } from '../support/invoices.ts'
import { newPerson, optionsBody, preApproveBody } from '../support/people.ts'
import { buy, buyOpen, moveClock, read } from '../support/purchase-http.ts'
import { newOrderId, pickOption, quote } from '../support/purchases.ts'
import { composeEvent, createEndpoint, emit, newTransactionId, openDeliverer } from '../support/webhooks.ts'

let app: TestApp
/** Purchases with an overdue installment, made first: a clock that moves ends what is remembered of a key. */
let late: string[] = []
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  late = [(await buyOpen(app)).transactionId, (await buyOpen(app)).transactionId]
  await moveClock(app, 'P47D')
})
after(() => app.stop())

/** As if the process died between the effects and its answer: what it stores after a transaction never arrives. */
function losingLateAnswers(database: Database): Database {
  return {
    transaction: work => database.transaction(work),
    ping: () => database.ping(),
    close: () => database.close(),
    readPool: () => database.readPool(),
    isDiskFull: false,
    run: (statement, values) =>
      /^(complete|amend|release)_idempotency_key$/.test(statement.name)
        ? Promise.reject(new Error('the process is gone'))
        : database.run(statement, values),
  }
}

interface Sent {
  readonly status: number
  readonly text: string
}

interface Call {
  readonly path: string
  readonly body: object
}

/** Each POST that takes an Idempotency-Key, with a call that has an effect. */
const CALLS: Readonly<Record<string, () => Promise<Call>>> = {
  '/preApprove': async () => ({ path: '/preApprove', body: preApproveBody(DEMO_KEY, newPerson(), 1000) }),
  '/options': async () => ({ path: '/options', body: optionsBody(DEMO_KEY, newPerson(), 1_240) }),
  async '/authorize'() {
    const option = pickOption(await quote(app, { key: DEMO_KEY, person: newPerson() }), { installments: 3 })
    return { path: '/authorize', body: { optionId: option._id, orderId: newOrderId() } }
  },
  async '/cancel'() {
    return { path: '/cancel', body: { transactionId: (await buy(app)).transactionId } }
  },
  async '/cancel/preview'() {
    return { path: '/cancel/preview', body: { transactionId: (await buyOpen(app)).transactionId } }
  },
  async '/invoice/:transactionId/file'() {
    const bought = await buyOpen(app)
    const invoiceFile = (await writeInvoice(app, bought)).toString('base64')
    return { path: `/invoice/${bought.transactionId}/file`, body: { invoiceFile } }
  },
  async '/public/transaction/:transactionId'() {
    const products = [
      { id: 'one', name: 'Geladeira', amount: 1, value: 1000 },
      { id: 'two', name: 'Fogão', amount: 1, value: 1000 },
    ]
    const { transactionId } = await buy(app, { products })
    return { path: `/public/transaction/${transactionId}`, body: { products: ['two'] } }
  },
  async '/public/transaction/:transactionId/removal-preview'() {
    const products = [
      { id: 'one', name: 'Geladeira', amount: 1, value: 1000 },
      { id: 'two', name: 'Fogão', amount: 1, value: 1000 },
    ]
    const { transactionId } = await buyOpen(app, { products })
    return { path: `/public/transaction/${transactionId}/removal-preview`, body: { products: ['two'] } }
  },
  async '/public/transaction/:transactionId/status'() {
    return { path: `/public/transaction/${(await buy(app)).transactionId}/status`, body: {} }
  },
  async '/public/transaction/:transactionId/billets'() {
    return { path: `/public/transaction/${(await buyOpen(app)).transactionId}/billets`, body: {} }
  },
  async '/public/transaction/:transactionId/billets/:billetId/reissue'() {
    const { installments } = await read(app, late[0] ?? '')
    return { path: `/public/transaction/${late[0]}/billets/${installments?.[0]?.id}/reissue`, body: {} }
  },
  async '/public/transaction/:transactionId/renegotiation'() {
    const path = `/public/transaction/${late[1]}/renegotiation`
    const { body } = await app.post<{ options: { optionId: string }[] }>(path, {
      apiKey: DEMO_KEY,
      preview: true,
    })
    return { path, body: { optionId: body.options[0]?.optionId } }
  },
  async '/public/transaction/:transactionId/settlement'() {
    const { transactionId } = await buyOpen(app)
    const date = addBusinessDays(calendarDateAt(app.services.clock.now()), 1)
    return { path: `/public/transaction/${transactionId}/settlement`, body: { date } }
  },
  async '/public/transaction/:transactionId/delivered'() {
    const { transactionId } = await buyOpen(app)
    const date = calendarDateAt(app.services.clock.now())
    return { path: `/public/transaction/${transactionId}/delivered`, body: { date } }
  },
  '/payment-links': async () => ({
    path: '/payment-links',
    body: { amount: 900, description: 'Fogão', customer: { phone: '11987651234' }, notify: ['SMS'] },
  }),
  async '/payment-links/:paymentLinkId/send'() {
    const { id } = await newLink(app, { customer: { phone: '11987651235' } })
    return { path: `/payment-links/${id}/send`, body: { channel: 'SMS' } }
  },
  '/webhooks/endpoints': async () => ({
    path: '/webhooks/endpoints',
    body: { url: 'http://127.0.0.1:9/new' },
  }),
  '/webhooks/endpoints/:endpointId/rotate': () => ofEndpoint('rotate'),
  '/webhooks/endpoints/:endpointId/change': () => ofEndpoint('change', { url: 'http://127.0.0.1:9/moved' }),
  '/webhooks/endpoints/:endpointId/enable': () => ofEndpoint('enable'),
  '/webhooks/endpoints/:endpointId/test': () => ofEndpoint('test'),
  async '/webhooks/replay'() {
    const { id } = await createEndpoint(app, 'http://127.0.0.1:9/replay')
    await emit(app, [composeEvent(newTransactionId(), 1)])
    const since = new Date(app.clock.now().getTime() - 1_000).toISOString()
    return { path: '/webhooks/replay', body: { endpointId: id, since } }
  },
  async '/sandbox/billet/:billetId/pay'() {
    const { downPaymentBillet } = await read(app, (await buy(app)).transactionId)
    return { path: `/sandbox/billet/${downPaymentBillet?.id}/pay`, body: {} }
  },
  '/sandbox/bank': async () => ({ path: '/sandbox/bank', body: { payouts: 'fail' } }),
  '/sandbox/clock': async () => ({ path: '/sandbox/clock', body: { advance: 'PT1S' } }),
  async '/sandbox/desk/:transactionId'() {
    return { path: `/sandbox/desk/${(await buyForDesk(app)).transactionId}`, body: { result: 'VALIDATED' } }
  },
  async '/sandbox/invoice/:invoiceId/review'() {
    const invoiceId = await sendInvoiceToDesk(app, (await buyOpen(app)).transactionId)
    return { path: `/sandbox/invoice/${invoiceId}/review`, body: { result: 'REFUSED' } }
  },
  '/sandbox/people': async () => ({ path: '/sandbox/people', body: { persona: '001' } }),
  // The other retailer's: those of the calls above must stay as they are.
  async '/sandbox/reset'() {
    await buy(app, { key: PLAIN_KEY })
    return { path: '/sandbox/reset', body: { apiKey: PLAIN_KEY } }
  },
  async '/sandbox/transaction/:transactionId/invoice'() {
    return { path: `/sandbox/transaction/${(await buyOpen(app)).transactionId}/invoice`, body: {} }
  },
  async '/sandbox/transaction/:transactionId/onboarding'() {
    const { transactionId } = await buy(app)
    return { path: `/sandbox/transaction/${transactionId}/onboarding`, body: { until: 'SIGNATURE' } }
  },
}

async function ofEndpoint(action: string, body: Call['body'] = {}): Promise<Call> {
  const { id } = await createEndpoint(app, `http://127.0.0.1:9/${action}`)
  return { path: `/webhooks/endpoints/${id}/${action}`, body }
}

/** Without an API key there is no Idempotency-Key: customers, operators, a shop's people and visitors, platforms and the PSP. */
const OF_OTHERS = /^\/(?:connectors|console|desk|minha-conta|onboarding|pay|pix|store)\//

test('every POST that takes an Idempotency-Key is tried', async () => {
  const routes = await listServedRoutes(app.testDatabase.connection)
  const posts = routes.filter(({ method }) => method === 'POST').map(({ path }) => path)
  assert.deepEqual(posts.filter(path => !OF_OTHERS.test(path)).toSorted(), Object.keys(CALLS).toSorted())
})

/** The log of requests counts every request, and a repetition is one. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    app,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('idempotency_keys', 'rate_windows', 'api_requests', 'api_key_uses')`,
  )
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*) AS n FROM ${name}`)
  const rows = await query<{ name: string; n: number }>(app, counts.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

test('a process that dies between the effect and its answer: the repetition has no effect and the same answer', async () => {
  const dying = await startTestApp({ sharing: app, change: losingLateAnswers, env: { ROLE: 'api' } })
  const made = new Map<string, { readonly call: Call; readonly answer: Sent }>()
  const ask = async (on: TestApp, name: string, { path, body }: Call): Promise<Sent> => {
    const answer = await fetch(on.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `crash ${name}` },
      body: JSON.stringify({ apiKey: DEMO_KEY, ...body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  for (const [name, prepare] of Object.entries(CALLS)) {
    const call = await prepare()
    const answer = await ask(dying, name, call)
    assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    made.set(name, { call, answer })
  }
  await dying.stop()
  for (const [name, { call, answer }] of made) {
    const rows = await countRows()
    const repeated = await ask(app, name, call)
    assert.equal(repeated.status, 200, `${name}: ${repeated.text}`)
    assert.equal(repeated.text, answer.text, name)
    assert.deepEqual(await countRows(), rows, name)
  }
})

test('what is answered in the end replaces what was stored with the effect', async () => {
  const { id } = await createEndpoint(app, 'http://127.0.0.1:9/attempted')
  const key = { 'idempotency-key': 'amended' }
  const asked = app.post(`/webhooks/endpoints/${id}/test`, { apiKey: DEMO_KEY }, key)
  const deliverer = openDeliverer(app)
  await deliverer.deliver()
  const answer = await asked
  await deliverer.stop()
  const repeated = await app.post(`/webhooks/endpoints/${id}/test`, { apiKey: DEMO_KEY }, key)
  assert.equal(repeated.text, answer.text)
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
})
