import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Static } from 'typebox'
import { LinkFunnelAnswer } from '../../src/contract/payment-links.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson } from '../support/people.ts'
import { cancel, checkAnswer } from '../support/purchase-http.ts'
import { pay, play } from '../support/purchases.ts'
import { HostedVisit } from './hosted-visit.ts'
import { askNewLink, call, claim, type LinkBody, listLinks, newLink } from './link-calls.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const DAY_MS = 86_400_000
const today = (): string => calendarDateAt(app.clock.now())
const sellerOf = (seller: string) => ({ seller, sellerCpf: '000.001.000-64', sellerPhone: '11987651234' })

type Funnel = Static<typeof LinkFunnelAnswer>

async function readFunnel(from = today(), to = from, key = DEMO_KEY): Promise<Funnel> {
  return checkAnswer(
    LinkFunnelAnswer,
    await call(app, 'GET', `/payment-links/funnel?from=${from}&to=${to}`, key),
  )
}

const stepsOf = ({ created, opened, identified, signed, paid }: Omit<Funnel, 'from' | 'to' | 'sellers'>) => [
  created,
  opened,
  identified,
  signed,
  paid,
]

async function open(link: LinkBody): Promise<HostedVisit> {
  const visit = new HostedVisit(app, link)
  await visit.do('open', {})
  return visit
}

async function buy(link: LinkBody): Promise<string> {
  const { purchase, downPaymentBillet } = await claim(app, link, { person: newPerson() })
  await play(app, purchase.id)
  await pay(app, downPaymentBillet)
  return purchase.id
}

test('a link is counted by every step that it got to, in all and by its seller', async () => {
  app.clock.advance({ ms: DAY_MS })
  await newLink(app, sellerOf('ANA '))
  await open(await newLink(app, sellerOf('aNA')))
  app.clock.advance({ ms: 1 })
  // Identified, whatever the decision on the person is.
  await (await open(await newLink(app, sellerOf('Ana')))).identify(newPerson('008'))
  // Signed, without its down payment.
  const { purchase } = await claim(app, await newLink(app, sellerOf('Rui')), { person: newPerson() })
  await play(app, purchase.id)
  await buy(await newLink(app, { ...sellerOf('Rui'), amount: 2_000 }))
  await newLink(app)
  const { from, to, sellers, ...all } = await readFunnel()
  assert.deepEqual([from, to], [today(), today()])
  assert.deepEqual(stepsOf(all), [6, 4, 3, 2, 1])
  assert.deepEqual([all.createdAmount, all.paidAmount], [12_000, 2_000])
  assert.deepEqual(
    sellers.map(({ seller, ...steps }) => [seller, ...stepsOf(steps), steps.paidAmount]),
    [
      ['Rui', 2, 2, 2, 2, 1, 2_000],
      ['Ana', 3, 2, 1, 0, 0, 0],
      [null, 1, 0, 0, 0, 0, 0],
    ],
  )
})

test('a purchase that ends before its payment takes no step back', async () => {
  app.clock.advance({ ms: DAY_MS })
  const link = await newLink(app)
  const { purchase } = await claim(app, link, { person: newPerson() })
  await play(app, purchase.id)
  await cancel(app, purchase.id)
  assert.deepEqual(stepsOf(await readFunnel()), [1, 1, 1, 1, 0])
})

test('a period is whole days in São Paulo, of links and of the list of them', async () => {
  app.clock.advance({ ms: DAY_MS * 3 - ((app.clock.now().getTime() - 3 * 3_600_000) % DAY_MS) - 1 })
  const last = await newLink(app)
  const first = today()
  app.clock.advance({ ms: 1 })
  const next = await newLink(app)
  const second = today()
  assert.notEqual(first, second)
  assert.equal((await readFunnel(first)).created, 1)
  assert.equal((await readFunnel(second)).created, 1)
  assert.equal((await readFunnel(first, second)).created, 2)
  const list = async (search: string) => (await listLinks(app, search)).data.map(({ id }) => id)
  assert.deepEqual(await list(`from=${first}&to=${first}`), [last.id])
  assert.deepEqual(await list(`from=${second}`), [next.id])
  assert.deepEqual((await list(`to=${first}`))[0], last.id)
  assert.deepEqual(await list(`from=${first}&after=${next.id}`), [last.id])
})

test('links of another retailer are not counted', async () => {
  app.clock.advance({ ms: DAY_MS })
  await askNewLink(app, { amount: 10, description: 'x' }, PLAIN_KEY)
  assert.deepEqual(
    [(await readFunnel()).created, (await readFunnel(today(), today(), PLAIN_KEY)).created],
    [0, 1],
  )
})

test('a period that is missing, does not exist, has not begun, runs backwards or is too long is a 400', async () => {
  const tomorrow = calendarDateAt(new Date(app.clock.now().getTime() + DAY_MS))
  const cases: [string, string][] = [
    ['', 'from'],
    [`from=${today()}`, 'to'],
    [`from=2026-02-30&to=${today()}`, 'from'],
    [`from=${today()}&to=${tomorrow}`, 'to'],
    [`from=${today()}&to=2026-03-01`, 'from'],
    [`from=2024-01-01&to=${today()}`, 'from'],
  ]
  for (const [search, field] of cases) {
    const answer = await call(app, 'GET', `/payment-links/funnel?${search}`)
    assert.equal(answer.status, 400, search)
    const fields = (answer.body.details as { field: string }[]).map(each => each.field)
    assert.ok(fields.includes(field), `${search}: ${answer.text}`)
  }
  expectError(await call(app, 'GET', '/payment-links?from=2026-03-12&to=2026-03-11'), {
    code: 'invalid_parameters',
    message: 'from must not be after to',
    fields: ['from'],
  })
})

test('an unknown key reads nothing', async () => {
  const answer = await call(
    app,
    'GET',
    `/payment-links/funnel?from=${today()}&to=${today()}`,
    `sk_${'0'.repeat(48)}`,
  )
  expectError(answer, { code: 'invalid_api_key' })
})
