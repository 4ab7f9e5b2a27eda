import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HostedVisit } from '../links/hosted-visit.ts'
import { call, listLinks } from '../links/link-calls.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson } from '../support/people.ts'
import { waitFor } from '../support/wait-for.ts'
import { ensurePhp } from './php-programs.ts'
import { type PhpShop, startPhpShop } from './php-shop.ts'

let app: TestApp
let shop: PhpShop
before(async () => {
  ensurePhp()
  app = await startTestApp({ pixApi: 'sandbox' })
  // PHP has the machine's clock: links expire by the service's.
  app.clock.advance({ ms: Date.now() - app.clock.now().getTime() })
  shop = await startPhpShop(app)
  await shop.startServer()
  await shop.run('connect')
})
after(async () => {
  await shop?.stop()
  await app?.stop()
})

const GRACE_SECONDS = 200
const DAY_SECONDS = 90_000

interface Started {
  readonly url: string | null
  readonly state: string
}

/** A person buys on the page; a down payment is paid by Pix. */
async function buy(url: string): Promise<string> {
  const device = new HostedVisit(app, { url })
  const { groups = [] } = await device.identify(newPerson())
  const option = groups.flatMap(({ options }) => options)[0] ?? assert.fail('no option')
  await device.do('choose', { optionId: option.optionId, hasInsurance: false })
  const links = await listLinks(app)
  const { transactionId = '' } = links.data.find(link => link.url === url) ?? assert.fail('no link')
  const body = { apiKey: DEMO_KEY, until: 'COMPLETE' }
  const played = await app.post<{ status: string }>(`/sandbox/transaction/${transactionId}/onboarding`, body)
  if (played.body.status === 'OPEN') return transactionId
  await app.post(`/sandbox/transaction/${transactionId}/onboarding`, { apiKey: DEMO_KEY, until: 'ENTRY' })
  const { text } = await call(app, 'GET', `/sandbox/transaction/${transactionId}/billets`)
  const { billets } = JSON.parse(text) as { billets: { id: string; kind: string }[] }
  const billet = billets.find(({ kind }) => kind === 'DOWN_PAYMENT') ?? assert.fail(text)
  await app.post(`/sandbox/billet/${billet.id}/pay`, { apiKey: DEMO_KEY, method: 'PIX' })
  await waitFor('the purchase is open', async () => (await readStatus(transactionId)) === 'OPEN')
  return transactionId
}

async function readStatus(transactionId: string): Promise<string> {
  const path = `/public/transaction/${transactionId}/status`
  const { body } = await app.post<{ status: string }>(path, { apiKey: DEMO_KEY })
  return body.status
}

/** Until this state is reached by events alone. */
async function waitForState(key: string, state: string): Promise<void> {
  await waitFor(`${key} is ${state}`, async () => {
    await shop.run('inbox')
    return (await shop.readOrder(key)).state === state
  })
}

async function startAndBuy(key: string): Promise<string> {
  await shop.place(key)
  const { url } = await shop.run<Started>('start', key)
  const transactionId = await buy(url ?? assert.fail('no page'))
  await waitForState(key, 'paid')
  return transactionId
}

test('four tabs at once get one page; who buys there has paid once, by an event alone; nothing is left to buy', async () => {
  await shop.place('php-1')
  const tabs = await Promise.all(Array.from({ length: 4 }, () => shop.run<Started>('start', 'php-1')))
  assert.equal(new Set(tabs.map(({ url }) => url)).size, 1)
  const url = tabs[0]?.url ?? assert.fail('no page')
  assert.equal((await listLinks(app, 'orderId=php-1')).data.length, 1)
  await buy(url)
  await waitForState('php-1', 'paid')
  const again = await shop.run<Started>('start', 'php-1')
  assert.deepEqual(again, { url: null, state: 'paid' })
  assert.equal((await shop.readOrder('php-1')).payments, 1)
})

test('a part of the order goes back by the shop and the rest by the lender, each with one id on both sides', async () => {
  const bought = await startAndBuy('php-2')
  const first = await shop.run<string>('refund', 'php-2', String(80_05), '8=1')
  assert.equal(first, bought)
  assert.equal(await readStatus(bought), 'CANCELED')
  const [link] = (await listLinks(app, 'orderId=php-2')).data
  const rest = link?.transactionId ?? assert.fail('no purchase is left')
  assert.notEqual(rest, bought)
  assert.equal(await readStatus(rest), 'OPEN')
  const refused = await shop.run<{ refused: string }>('refund', 'php-2', '1234')
  assert.equal(refused.refused, 'not_whole_products')

  await app.post('/cancel', { apiKey: DEMO_KEY, transactionId: rest })
  await waitFor('the event of the cancellation', async () => {
    await shop.run('inbox')
    return (await shop.run<{ endedSeenAt: number | null }>('entry', 'php-2')).endedSeenAt !== null
  })
  assert.deepEqual((await shop.readOrder('php-2')).refunds, { [first]: 80_05 })
  await shop.later(GRACE_SECONDS, 'sync', 'php-2')
  const order = await shop.readOrder('php-2')
  assert.deepEqual(order.refunds, { [first]: 80_05, [rest]: order.total - 80_05 })
  assert.equal(order.state, 'refunded')
  assert.deepEqual(await shop.run('report'), [])
})

test('everything goes back by the shop, and its event writes down nothing a second time', async () => {
  const bought = await startAndBuy('php-3')
  const id = await shop.run<string>('refund', 'php-3', String(2_319_95))
  assert.equal(id, bought)
  assert.equal(await readStatus(bought), 'CANCELED')
  await shop.run('pull')
  await shop.later(GRACE_SECONDS, 'inbox')
  await shop.later(3 * GRACE_SECONDS, 'inbox')
  await shop.later(DAY_SECONDS, 'compare')
  assert.equal(await shop.run<number>('waiting'), 0)
  assert.deepEqual((await shop.readOrder('php-3')).refunds, { [bought]: 2_319_95 })
})

test('the web server is killed after it took an event: the order is paid by the next run; a day without it is read from the list', async () => {
  await shop.place('php-4')
  await shop.place('php-5')
  const { url } = await shop.run<Started>('start', 'php-4')
  await buy(url ?? '')
  await waitFor('an event is stored', async () => (await shop.run<number>('waiting')) > 0)
  await shop.killServer()
  const silent = await shop.run<Started>('start', 'php-5')
  await buy(silent.url ?? '')
  await shop.run('inbox')
  assert.equal((await shop.readOrder('php-5')).state, 'waiting')
  assert.ok((await shop.run<number>('pull')) > 0)
  await shop.run('inbox')
  assert.equal((await shop.readOrder('php-4')).state, 'paid')
  assert.equal((await shop.readOrder('php-5')).state, 'paid')
  assert.equal(await shop.run<number>('pull'), 0)
  await shop.startServer()
})

test('who leaves has no page any more, a link that the lender deletes cancels the order, another total gets another page', async () => {
  await shop.place('php-6')
  const left = await shop.run<Started>('start', 'php-6')
  assert.equal(await shop.run<boolean>('leave', 'php-6'), true)
  const { screen } = await new HostedVisit(app, { url: left.url ?? '' }).do('state')
  assert.equal(screen, 'ended')

  await shop.place('php-7')
  await shop.run('start', 'php-7')
  const [link] = (await listLinks(app, 'orderId=php-7')).data
  await call(app, 'DELETE', `/payment-links/${link?.id}`)
  await waitForState('php-7', 'canceled')

  await shop.place('php-8')
  const before = await shop.run<Started>('start', 'php-8')
  await shop.place('php-9', { total: 2_500_00 })
  const refused = await shop.run<{ refused: string; sentence: string }>('start', 'php-9')
  assert.equal(refused.refused, 'total_mismatch')
  assert.match((await shop.readOrder('php-9')).comments[0] ?? '', /Crediário recusado/)
  assert.match(before.url ?? '', /\/pay\//)
})

test('a way back that nobody allowed costs no sale: the link is made without it, and the log says what to allow', async () => {
  await shop.place('php-10', { back: 'https://stranger.example/volta' })
  const { url } = await shop.run<Started>('start', 'php-10')
  assert.equal((await shop.run<Started>('start', 'php-10')).url, url)
  const { retailerName } = await new HostedVisit(app, { url: url ?? '' }).do('state')
  assert.ok(retailerName)
  assert.match(JSON.stringify(await shop.run('log')), /refused returnUrl: allow the shop/)
})

test('the doctor finds a whole connection except timers that do not run, and the log holds no page, key or CPF', async () => {
  await shop.run('inbox')
  await shop.run('pull')
  const findings = await shop.run<string[]>('doctor')
  assert.deepEqual(
    findings.filter(line => !line.startsWith('ok')),
    [],
  )
  const later = await shop.later<string[]>(3_600, 'doctor')
  assert.deepEqual(
    later.filter(line => !line.startsWith('ok')).map(line => line.split(':')[0]),
    ['FALTA agendador'],
  )
  const log = JSON.stringify(await shop.run('log'))
  assert.doesNotMatch(log, /\/pay\/|sk_homolog|whsec_|\b\d{11}\b/)
  assert.match(log, /paid by purchase/)
})
