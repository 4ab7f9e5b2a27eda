import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PUBLISHABLE_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { buy, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { readRequests, waitForRequest } from '../../../../test/support/requests.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const presentCpf = (cpf: string): string => cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')
const trackOf = (response: Response): string => response.headers.get('x-track-id') ?? ''

async function ask(path: string, init: RequestInit = {}, key = DEMO_KEY): Promise<string> {
  const headers = { 'x-service-apikey': key, 'content-type': 'application/json' }
  const response = await fetch(app.url + path, { ...init, headers })
  await response.arrayBuffer()
  return trackOf(response)
}

test('a request is found by its trackId: time, route as a pattern, status, code of the error, duration and key', async () => {
  const trackId = await ask(`/public/transaction/${UNKNOWN_ID}`, { method: 'POST', body: '{}' })
  const { at, durationMs, ...found } = (await waitForRequest(app, trackId)) ?? assert.fail()
  assert.deepEqual(found, {
    trackId,
    method: 'POST',
    route: '/public/transaction/:transactionId',
    status: 404,
    code: 'transaction_not_found',
    key: 'sk_homolog_dem…0000',
  })
  assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000 && durationMs >= 0)
  const good = (await waitForRequest(app, await ask('/webhooks/endpoints'))) ?? assert.fail()
  assert.deepEqual([good.status, good.code], [200, undefined])
})

test('pages go back in time, filters are by status, class and moment, and nobody sees another shop’s requests', async () => {
  const refused = [await ask('/events?limit=0'), await ask('/events?limit=x')]
  const mark = new Date(Date.now() + 1).toISOString()
  await new Promise(resolve => setTimeout(resolve, 2))
  const last = [await ask('/events?limit=0'), await ask('/webhooks/endpoints')]
  const foreign = await ask('/webhooks/endpoints', {}, PLAIN_KEY)
  await waitForRequest(app, last[1] ?? '')
  await waitForRequest(app, foreign, PLAIN_KEY)
  const ids = async (wanted: Record<string, string>, key = DEMO_KEY) =>
    (await readRequests(app, wanted, key)).data.map(({ trackId }) => trackId)
  const [first = '', second = ''] = refused
  assert.deepEqual((await ids({ status: '400' })).slice(0, 3), [last[0], second, first])
  assert.deepEqual((await ids({ status: '4xx', from: mark })).slice(0, 1), [last[0]])
  assert.ok((await ids({ status: '2xx' })).includes(last[1] ?? ''))
  assert.deepEqual(await ids({ status: '5xx' }), [])
  const page = await readRequests(app, { status: '400', limit: '1' })
  assert.equal(page.data[0]?.trackId, last[0])
  const rest = await readRequests(app, { status: '400', limit: '1', after: page.next ?? '' })
  assert.equal(rest.data[0]?.trackId, second)
  assert.deepEqual(await ids({ trackId: foreign }), [])
  assert.deepEqual(await ids({ trackId: first }, PLAIN_KEY), [])
  assert.ok((await ids({}, PLAIN_KEY)).every(id => ![...refused, ...last].includes(id)))
})

test('a page’s refused call is found by the shop, a good one is not a request of a program', async () => {
  const url = `${app.url}/storefront/preview?key=${PUBLISHABLE_KEY}&total=1240.00`
  const refused = await fetch(url, { headers: { origin: 'https://strange.example' } })
  const found = await waitForRequest(app, trackOf(refused))
  assert.deepEqual([found?.code, found?.key.slice(0, 3)], ['origin_not_allowed', 'pk_'])
})

test('hundreds of requests full of personal data leave none of it in the log', async () => {
  const { orderId } = await buy(app)
  const secrets: string[] = [orderId]
  const tracks: string[] = []
  for (let index = 0; index < 60; index += 1) {
    const person = newPerson()
    const { cpf, phone, email } = person
    const name = `Maria José ${index}`
    const order = `pedido-${index}-${name}`
    secrets.push(cpf, presentCpf(cpf), phone, email, name, order)
    const asked = [
      ask('/preApprove', {
        method: 'POST',
        body: JSON.stringify({ ...person, source: 'checkout', price: 1240, [cpf]: name, name }),
      }),
      ask(`/transactions?orderId=${encodeURIComponent(order)}`),
      ask(`/public/transaction/${cpf}`, { method: 'POST', body: JSON.stringify({ cpf, email }) }),
      ask(`/payment-links/${encodeURIComponent(email)}?cpf=${cpf}`),
      ask('/authorize', { method: 'POST', body: JSON.stringify({ optionId: email, orderId: order }) }),
    ]
    tracks.push(...(await Promise.all(asked)))
  }
  assert.ok(tracks.length >= 300)
  const counted = async (): Promise<number> =>
    (
      await query<{ count: number }>(
        app,
        'SELECT count(*) AS count FROM api_requests WHERE track_id = ANY ($1)',
        [tracks],
      )
    )[0]?.count ?? 0
  await waitFor('all of them in the log', async () => (await counted()) === tracks.length)
  const rows = await query<{ row: string }>(app, 'SELECT r::text AS row FROM api_requests r')
  const text = rows.map(({ row }) => row.toLowerCase()).join('\n')
  for (const secret of secrets) assert.ok(!text.includes(secret.toLowerCase()), secret)
  assert.doesNotMatch(text, /@|\d{3}\.\d{3}\.\d{3}/)
})

test('a key shows when it was last used', async () => {
  const { retailers } = app.services
  const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
  const find = async () => (await retailers.listKeys(DEMO_RETAILER)).find(each => each.id === id)?.usedAt
  assert.equal(await find(), null)
  await waitForRequest(app, await ask('/webhooks/endpoints', {}, key))
  const usedAt = (await find()) ?? assert.fail('not used')
  assert.ok(Math.abs(Date.now() - usedAt.getTime()) < 60_000)
})
