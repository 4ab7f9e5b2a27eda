import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ConsoleRole } from '../../src/contract/console.ts'
import type { ConsoleFunnel, ConsoleLinkDetail, ConsoleLinks } from '../../src/contract/console-selling.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson } from '../support/people.ts'
import { readStatus } from '../support/purchase-http.ts'
import { claim, readLink } from './link-calls.ts'

let app: TestApp
const staff = {} as Record<ConsoleRole | 'STRANGER', StaffUser>
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  for (const role of ['OWNER', 'FINANCE', 'SALES', 'VIEWER'] as const)
    staff[role] = await newStaffUser(app, role)
  staff.STRANGER = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
})
after(() => app.stop())

const SALE = { amount: 1_240.5, description: 'Geladeira', days: 3 }

async function create(body: object = {}, user = staff.SALES): Promise<ConsoleLinkDetail> {
  const answer = await user.post<ConsoleLinkDetail>('/links', { ...SALE, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function listAudit(subject: string): Promise<(string | null)[][]> {
  const rows = await query<{ action: string; staffId: string | null; retailerId: string | null }>(
    app,
    `SELECT action, staff_id, retailer_id FROM (SELECT action, subject, staff_id, retailer_id, at FROM audit_notes
        UNION ALL SELECT action, subject, staff_id, retailer_id, at FROM audit_entries) AS noted
      WHERE subject = $1 ORDER BY at`,
    [subject],
  )
  return [...new Set(rows.map(row => JSON.stringify([row.action, row.staffId, row.retailerId])))].map(
    text => JSON.parse(text) as (string | null)[],
  )
}

test('a link made in the console is the link of the interface, by the service’s clock, with who made it in the log', async () => {
  const link = await create({ seller: 'Ana', customer: { phone: '11987651234' }, notify: ['SMS'] })
  const wire = await readLink(app, link.id)
  assert.deepEqual(
    [wire.url, wire.amount, wire.description, wire.seller, wire.source, wire.status],
    [link.url, 1_240.5, 'Geladeira', 'Ana', 'tdv', 'ACTIVE'],
  )
  assert.equal(Date.parse(wire.expiresAt) - app.clock.now().getTime(), 3 * 86_400_000)
  assert.equal(wire.notifications.length, 1)
  assert.deepEqual(link.contacts, { SMS: wire.notifications[0]?.to })
  assert.deepEqual(await listAudit(link.id), [['link.create', staff.SALES.id, DEMO_RETAILER]])
})

test('a repeated creation for an order finds its link; another content is refused', async () => {
  const order = { orderId: 'painel-1' }
  const link = await create(order)
  assert.equal((await create(order)).id, link.id)
  expectError(await staff.SALES.post('/links', { ...SALE, ...order, amount: 7 }), {
    code: 'order_already_linked',
  })
})

test('a link of products adds up, and the counter names its seller', async () => {
  const products = [{ id: 'item-1', name: 'Copo', amount: 2, value: 10.5 }]
  const link = await create({ amount: undefined, description: undefined, products, shipping: 4 })
  assert.deepEqual([link.amount, link.title, link.products?.[0]?.value], [25, 'Copo', 10.5])
  expectError(await staff.SALES.post('/links', { ...SALE, source: 'guide' }), {
    code: 'missing_parameters',
    message: 'Missing parameters: seller, sellerCpf, sellerPhone',
  })
})

test('sending and deleting are in the log; a purchase under way is canceled with its link', async () => {
  const link = await create()
  const sent = await staff.SALES.post<ConsoleLinkDetail>(`/links/${link.id}/send`, {
    channel: 'EMAIL',
    to: 'maria@example.com',
  })
  assert.deepEqual([sent.status, sent.body.notifications.length], [200, 1], sent.text)
  const { purchase } = await claim(app, await readLink(app, link.id), { person: newPerson() })
  const deleted = await staff.SALES.post<ConsoleLinkDetail>(`/links/${link.id}/delete`)
  assert.deepEqual([deleted.status, deleted.body.status], [200, 'DELETED'])
  assert.equal(await readStatus(app, purchase.id), 'CANCELED')
  const mine = [staff.SALES.id, DEMO_RETAILER]
  assert.deepEqual(await listAudit(link.id), [
    ['link.create', ...mine],
    ['link.send', ...mine],
    ['link.delete', ...mine],
  ])
  assert.deepEqual(await listAudit(purchase.id), [['purchase.cancel', ...mine]])
})

test('who only reads sees no price, no address and no code, and changes nothing', async () => {
  const link = await create({
    amount: undefined,
    description: undefined,
    products: [{ id: '1', name: 'Pia', amount: 1, value: 77.77 }],
    shipping: 3,
  })
  const one = await staff.VIEWER.get<ConsoleLinkDetail>(`/links/${link.id}`)
  assert.equal(one.status, 200)
  for (const name of ['amount', 'url', 'qr', 'shipping']) assert.ok(!(name in one.body), name)
  assert.doesNotMatch(one.text, /77\.77|80\.77|\/pay\//)
  const list = await staff.VIEWER.get<ConsoleLinks>('/links')
  assert.ok(list.body.links.length > 0 && list.body.links.every(each => !('amount' in each)))
  for (const [path, body] of [
    ['/links', SALE],
    [`/links/${link.id}/send`, { channel: 'SMS', to: '11987651234' }],
    [`/links/${link.id}/delete`, {}],
  ] as const)
    expectError(await staff.VIEWER.post(path, body), { code: 'console_forbidden' })
  expectError(await staff.VIEWER.get('/links/look'), { code: 'console_forbidden' })
})

test('amounts of the funnel are only for those who see money', async () => {
  await create({ seller: 'Rui' })
  const today = calendarDateAt(app.clock.now())
  const read = async (role: ConsoleRole) =>
    (await staff[role].get<ConsoleFunnel>(`/links/funnel?from=${today}&to=${today}`)).body
  for (const role of ['OWNER', 'FINANCE'] as const) {
    const { all, sellers } = await read(role)
    assert.ok((all.createdAmount ?? 0) > 0 && sellers.every(each => 'paidAmount' in each))
  }
  for (const role of ['SALES', 'VIEWER'] as const) {
    const funnel = await read(role)
    assert.ok(funnel.all.created > 0)
    assert.doesNotMatch(JSON.stringify(funnel), /Amount/)
  }
})

test('nothing of a shop is found, listed or changed by people of another', async () => {
  const link = await create({ orderId: 'so-daqui', seller: 'Bia' })
  const stranger = staff.STRANGER
  assert.deepEqual((await stranger.get<ConsoleLinks>('/links')).body.links, [])
  assert.deepEqual((await stranger.get<ConsoleLinks>('/links?orderId=so-daqui')).body.links, [])
  assert.deepEqual((await stranger.get<ConsoleLinks>('/links?seller=Bia')).body.links, [])
  const today = calendarDateAt(app.clock.now())
  const funnel = await stranger.get<ConsoleFunnel>(`/links/funnel?from=${today}&to=${today}`)
  assert.deepEqual([funnel.body.all.created, funnel.body.sellers], [0, []])
  expectError(await stranger.get(`/links/${link.id}`), { code: 'link_not_found' })
  expectError(await stranger.post(`/links/${link.id}/send`, { channel: 'SMS', to: '11987651234' }), {
    code: 'link_not_found',
  })
  expectError(await stranger.post(`/links/${link.id}/delete`), { code: 'link_not_found' })
  const own = await create({ orderId: 'so-daqui', amount: 5 }, stranger)
  assert.notEqual(own.id, link.id)
})

test('the list goes page by page, by status, seller, order and day', async () => {
  app.clock.advance({ ms: 2 * 86_400_000 })
  // The days in between end every session.
  staff.SALES = await newStaffUser(app, 'SALES')
  const today = calendarDateAt(app.clock.now())
  for (let at = 0; at < 51; at++) {
    app.clock.advance({ ms: 1 })
    await create({ seller: at % 2 === 0 ? 'Par' : 'Ímpar', orderId: `lista-${at}` })
  }
  const list = async (search: string) => (await staff.SALES.get<ConsoleLinks>(`/links?${search}`)).body
  const first = await list(`from=${today}`)
  assert.deepEqual([first.links.length, first.links[0]?.orderId, first.today], [50, 'lista-50', today])
  const second = await list(`from=${today}&after=${first.next}`)
  assert.deepEqual([second.links.map(({ orderId }) => orderId), second.next], [['lista-0'], null])
  assert.equal((await list(`from=${today}&seller=par`)).links.length, 26)
  assert.equal((await list('orderId=lista-7')).links.length, 1)
  assert.equal((await list(`from=${today}&status=DELETED`)).links.length, 0)
  assert.equal((await staff.SALES.get('/links?status=GONE')).status, 400)
})
