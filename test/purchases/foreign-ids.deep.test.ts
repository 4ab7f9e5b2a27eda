import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { buildServer } from '../../src/app/server.ts'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { upload } from '../support/invoices.ts'
import { newPerson } from '../support/people.ts'
import { buy, buyOpen, cancel, read, UNKNOWN_ID } from '../support/purchase-http.ts'
import { contextOf, pickOption, quote, transferAll } from '../support/purchases.ts'
import { describeForms, type OpenApi, parseRoutes, type RequestForms } from './route-list.ts'

type Ids = Readonly<Record<string, string>>

let app: TestApp
let forms: RequestForms[]
/** Purchases of the demonstration retailer in several states. */
let owned: readonly Ids[]

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  forms = await listForms()
  const [pending, open, canceled] = [await buy(app), await buyOpen(app), await buyOpen(app)]
  const purchases = await Promise.all(
    [pending, open, canceled].map(async ({ transactionId, option }) => {
      const { downPaymentBillet } = await read(app, transactionId)
      const { invoiceId } = await upload(app, transactionId, Buffer.from(SAMPLE_INVOICE, 'base64'))
      return { transactionId, optionId: option._id, billetId: downPaymentBillet?.id ?? '', invoiceId }
    }),
  )
  await cancel(app, canceled.transactionId)
  const unused = pickOption(await quote(app, { person: newPerson() }))
  const hook = await ownEndpoint()
  const link = await app.post('/payment-links', { apiKey: DEMO_KEY, amount: 900, description: 'Mesa' })
  await transferAll(contextOf(app))
  const [transfer] = await query<{ id: string }>(
    app,
    `SELECT id FROM payout_orders WHERE kind = 'RETAILER' LIMIT 1`,
  )
  const others = { ...hook, paymentLinkId: String(link.body.id), transferId: transfer?.id ?? '' }
  const told = purchases.map(each => ({ ...each, ...others }))
  owned = [...told, { ...told[0], optionId: unused._id }]
})
after(() => app.stop())

/** Every route that takes an id. */
async function listForms(): Promise<RequestForms[]> {
  const { services, testDatabase } = app
  const twin = await buildServer({
    config: parseConfig({ ROLE: 'api' }),
    services,
    connection: testDatabase.connection,
    log: createLog({ level: 'silent' }),
  })
  const routes = parseRoutes(twin.server.printRoutes({ commonPrefix: false }))
  await twin.stop()
  const openApi = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApi
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  for (const [path, operations] of Object.entries(openApi.paths))
    for (const method of Object.keys(operations))
      assert.ok(known.has(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`), path)
  // Pages for people and calls of platforms take no key of ours: test/staff and test/connectors have them.
  const ofPrograms = routes.filter(({ path }) => !/^\/(?:console|connectors)\//.test(path))
  return ofPrograms.map(route => describeForms(route, openApi)).filter(({ ids }) => ids.length > 0)
}

/** A webhook endpoint, and an event that it is subscribed to. */
async function ownEndpoint(): Promise<Ids> {
  const { body } = await app.post('/webhooks/endpoints', { apiKey: DEMO_KEY, url: 'http://127.0.0.1:9/' })
  const [event] = await query<{ id: string }>(app, 'SELECT id FROM events ORDER BY position LIMIT 1')
  return { endpointId: String(body.id), eventId: event?.id ?? '' }
}

interface Reply {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

async function ask(form: RequestForms, body: object, ids: Ids, key: string): Promise<Reply> {
  const named = Object.fromEntries(form.ids.map(name => [name, ids[name] ?? assert.fail(`whose ${name}?`)]))
  const inBody = Object.fromEntries(Object.entries(named).filter(([name]) => name in body))
  const path = form.path.replaceAll(/:(\w+)/g, (_, name: string) => named[name] ?? '')
  const hasBody = form.method === 'POST' || form.method === 'PUT' || form.method === 'PATCH'
  const response = await fetch(`${app.url}${path}?${new URLSearchParams(hasBody ? {} : named)}`, {
    method: form.method,
    headers: { 'x-service-apikey': key, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify({ ...body, ...inBody }) } : {}),
  })
  const text = (await response.text()).replace(/"trackId":"[0-9a-f]{24}"/, '')
  return { status: response.status, type: response.headers.get('content-type'), text }
}

/** The content of all logged (crash-safe) tables but the caller's own log of requests. */
async function snapshot(): Promise<unknown[]> {
  const tables = await query<{ name: string }>(
    app,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' AND relname NOT IN ('api_requests', 'api_key_uses') ORDER BY 1`,
  )
  return Promise.all(
    tables.map(({ name }) =>
      query(
        app,
        `SELECT '${name}' AS name, md5(string_agg(t::text, ',' ORDER BY t::text)) AS rows FROM ${name} t`,
      ),
    ),
  )
}

const unknown: Ids = {
  transactionId: UNKNOWN_ID,
  optionId: UNKNOWN_ID,
  billetId: UNKNOWN_ID,
  endpointId: UNKNOWN_ID,
  eventId: UNKNOWN_ID,
  invoiceId: UNKNOWN_ID,
  paymentLinkId: UNKNOWN_ID,
  transferId: UNKNOWN_ID,
}

test('another retailer’s ids get exactly the answer of unknown ids, on every route that takes one, and change nothing', async () => {
  const before = await snapshot()
  assert.ok(before.length > 20 && forms.length >= 8)
  for (const form of forms) {
    const statuses = new Set<number>()
    for (const body of form.bodies) {
      const nothing = await ask(form, body, unknown, PLAIN_KEY)
      statuses.add(nothing.status)
      assert.ok(nothing.status >= 400 && nothing.status < 500, `${form.method} ${form.path}: ${nothing.text}`)
      for (const ids of owned) {
        const foreign = await ask(form, body, ids, PLAIN_KEY)
        assert.deepEqual(foreign, nothing, `${form.method} ${form.path} ${JSON.stringify(body)}`)
      }
    }
    assert.ok(statuses.has(404), `${form.method} ${form.path} was never asked in a form that it accepts`)
  }
  assert.deepEqual(await snapshot(), before)
})

test('the owner gets other answers for the same ids: the comparison is meaningful', async () => {
  // DELETE routes come last: the others need what they delete.
  const deletes = (form: RequestForms): number => Number(form.method === 'DELETE')
  for (const form of forms.toSorted((a, b) => deletes(a) - deletes(b))) {
    const differences = await Promise.all(
      form.bodies.map(async body => {
        const nothing = await ask(form, body, unknown, DEMO_KEY)
        const own = await ask(form, body, owned[0] ?? unknown, DEMO_KEY)
        return own.text !== nothing.text
      }),
    )
    assert.ok(differences.includes(true), `${form.method} ${form.path}`)
  }
})
