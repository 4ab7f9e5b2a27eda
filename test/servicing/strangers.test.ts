import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HostedVisit } from '../links/hosted-visit.ts'
import { newLink } from '../links/link-calls.ts'
import { CustomerDevice, expectDone } from '../onboarding/customer-device.ts'
import { type Answer, query, startTestApp, type TestApp } from '../support/app.ts'
import { address, newPerson, type Person } from '../support/people.ts'
import { buy, buyOpen } from '../support/purchase-http.ts'
import { AccountDevice, countCodes, waitForCodes, waitForJobs } from './account-device.ts'

const env = { TRUSTED_PROXIES: '127.0.0.1' }
let app: TestApp

before(async () => {
  app = await startTestApp({ env })
})
after(() => app.stop())

/** A stranger enters the victim's phone with a person of their own, on a browser without cookies. */
async function pester(
  link: { readonly url: string },
  phone: string,
  from: string,
  server = app,
): Promise<Answer> {
  app.clock.advance({ minutes: 3 })
  const visit = new HostedVisit(server, link, from)
  return visit.ask('person', { name: 'Eva', ...newPerson(), phone, ...address })
}

const visitAs = (
  person: Person,
  link: { readonly url: string },
  device = new HostedVisit(app, link, '198.51.100.1'),
): Promise<Answer> => device.ask('person', { name: 'Maria', ...person, ...address })

async function countMessages(phone: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    app,
    'SELECT count(*)::integer AS count FROM messages WHERE phone_index = $1 AND code_id IS NOT NULL',
    [app.services.secrets.computeBlindIndex('phone', phone)],
  )
  return row?.count ?? 0
}

test('a stranger with a link and somebody’s phone runs out of codes; the person goes on by another link, and in a purchase', async () => {
  const person = newPerson()
  const link = await newLink(app)
  const other = await startTestApp({ sharing: app, env })
  try {
    const statuses: number[] = []
    for (let tries = 0; tries < 8; tries++)
      statuses.push((await pester(link, person.phone, '203.0.113.7', tries % 2 === 0 ? app : other)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429, 429, 429])
    const refused = await pester(await newLink(app), person.phone, '203.0.113.7')
    assert.equal(refused.body.code, 'code_limit')
    assert.ok(Number(refused.headers.get('retry-after')) > 80_000)
  } finally {
    await other.stop()
  }
  assert.equal(await countMessages(person.phone), 3)
  assert.equal((await visitAs(person, link)).status, 200)
  assert.equal((await visitAs(newPerson(), link)).status, 200)
  app.clock.advance({ minutes: 1 })
  assert.equal((await visitAs(person, await newLink(app))).status, 200)
  const device = new CustomerDevice(app, await buy(app, { person }))
  expectDone(await device.begin())
  assert.equal(expectDone(await device.confirm('phone')).step, 'FRONTDOC')
})

test('a crowd with many links and addresses sends ten codes a day to a phone, and locks out neither a browser it knows nor a purchase', async () => {
  const person = newPerson()
  const known = new HostedVisit(app, await newLink(app))
  await known.identify(person)
  const before = await countMessages(person.phone)
  const statuses = new Map<number, number>()
  for (let number = 0; number < 14; number++) {
    const { status } = await pester(await newLink(app), person.phone, `203.0.113.${number}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  assert.deepEqual(
    statuses,
    new Map([
      [200, 10],
      [429, 4],
    ]),
  )
  assert.equal((await countMessages(person.phone)) - before, 10)
  const own = await newLink(app)
  assert.equal((await visitAs(person, own)).status, 429)
  const again = new HostedVisit(app, own, '198.51.100.1')
  for (const [name, value] of known.cookies) again.cookies.set(name, value)
  assert.equal((await visitAs(person, own, again)).status, 200)
  const device = new CustomerDevice(app, await buy(app, { person }))
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
})

test('purchases begun with somebody’s phone get ten codes a day together, and a confirmed purchase keeps its own', async () => {
  const person = newPerson()
  const mine = await buy(app, { person })
  const confirmed = new CustomerDevice(app, mine)
  expectDone(await confirmed.begin())
  expectDone(await confirmed.confirm('phone'))
  const statuses: number[] = []
  for (let purchase = 0; purchase < 3; purchase++) {
    const stranger = new CustomerDevice(
      app,
      await buy(app, { person: { ...newPerson(), phone: person.phone }, value: 500 }),
    )
    expectDone(await stranger.begin('Eva da Silva'))
    for (let tries = 0; tries < 6; tries++) {
      app.clock.advance({ minutes: 3 })
      const headers = { 'x-forwarded-for': `203.0.113.${purchase}`, 'x-onboarding': '1' }
      const body = JSON.stringify({ purpose: 'phone' })
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      statuses.push((await stranger.request('/code', init)).status)
    }
  }
  const five = [200, 200, 200, 200, 200, 429]
  assert.deepEqual(statuses, [...five, ...five, ...Array(6).fill(429)])
  const elsewhere = new CustomerDevice(app, mine)
  expectDone(await elsewhere.confirm('device'))
})

test('a link that strangers have used up still opens for whom the shop expects', async () => {
  const person = newPerson()
  const link = await newLink(app, { customer: { ...person, ...address, name: 'Maria da Conceição' } })
  for (let visit = 0; visit < 20; visit++)
    assert.equal((await pester(link, newPerson().phone, `203.0.113.${visit}`)).status, 200)
  assert.equal((await pester(link, newPerson().phone, '203.0.113.99')).status, 429)
  assert.equal(
    (await new HostedVisit(app, link, '198.51.100.1').ask('person', { name: 'Maria' })).status,
    200,
  )
})

test('nine devices at one address get three codes of a CPF, all with one answer, and its owner gets one on a new device', async () => {
  const { person } = await buyOpen(app, { downPayment: false })
  const before = await countCodes(app)
  const answers = new Set<string>()
  for (let asked = 0; asked < 9; asked++) {
    for (const cpf of [person.cpf, newPerson().cpf]) {
      const { status, text } = await new AccountDevice(app, '203.0.113.7').ask('code', { cpf })
      answers.add(`${status} ${text}`)
    }
    await waitForJobs(app)
  }
  assert.equal(answers.size, 1)
  assert.equal(await countCodes(app), before + 3)
  await new AccountDevice(app, '198.51.100.1').signIn(person)
})

test('a crowd gets ten codes of a CPF a day, and a browser on which its owner bought still gets one', async () => {
  const bought = await buy(app)
  const { person } = bought
  const buyer = new CustomerDevice(app, bought)
  expectDone(await buyer.begin())
  expectDone(await buyer.confirm('phone'))
  const before = await countCodes(app)
  for (let asked = 0; asked < 14; asked++)
    await new AccountDevice(app, `203.0.113.${asked}`).do('code', { cpf: person.cpf })
  await waitForJobs(app)
  assert.equal(await countCodes(app), before + 10)
  const stranger = new AccountDevice(app, '198.51.100.2')
  await stranger.do('code', { cpf: person.cpf })
  await waitForJobs(app)
  assert.equal(await countCodes(app), before + 10)
  const own = new AccountDevice(app, '198.51.100.1')
  for (const [name, value] of buyer.cookies) own.cookies.set(name, value)
  await own.do('code', { cpf: person.cpf })
  await waitForCodes(app, before + 11)
})
