import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findCheckoutsOf } from '../../src/domains/quoting/checkout/checkout.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { richDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { checkOptions, listWireOptions, type OptionsBody } from '../support/answer-schemas.ts'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PLAIN_RETAILER,
  query,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { newPerson, optionsBody } from '../support/people.ts'
import { pickFigures, presentFigures } from '../support/wire-figures.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const HOURS_48_MS = 48 * 3_600_000

async function quote(key: string, price: number, more: Record<string, unknown> = {}): Promise<OptionsBody> {
  const { body } = await app.post<OptionsBody>('/options', optionsBody(key, newPerson(), price, more))
  checkOptions(body)
  assert.equal(body.result, 'APPROVED')
  return body
}

async function findOption(database: Database, retailerId: string, optionId: string) {
  const [checkout] = await findCheckoutsOf(database, app.services.secrets, [{ retailerId, optionId }])
  const chosen = checkout?.findOption(optionId)
  return checkout && chosen && { option: chosen.option, expiresAt: checkout.expiresAt }
}

async function expectStoredAsShown(body: OptionsBody, retailerId: string, shownAt: Date): Promise<void> {
  for (const shown of listWireOptions(body)) {
    const found = await findOption(app.database, retailerId, shown._id)
    assert.ok(found, shown._id)
    assert.deepEqual(presentFigures(found.option), pickFigures(shown))
    assert.equal(found.expiresAt.getTime(), shownAt.getTime() + HOURS_48_MS)
  }
}

test('every option, twins too, is found again with exactly the figures shown, also after a new policy and for 48 hours', async () => {
  const shownAt = app.clock.now()
  const shown = [
    { retailerId: DEMO_RETAILER, body: await quote(DEMO_KEY, 2345.67) },
    { retailerId: DEMO_RETAILER, body: await quote(DEMO_KEY, 1234.56, { hasGracePeriod: true }) },
    { retailerId: PLAIN_RETAILER, body: await quote(PLAIN_KEY, 9999.99) },
  ]
  for (const { body, retailerId } of shown) await expectStoredAsShown(body, retailerId, shownAt)

  const { ranges } = richDemonstrationPolicy.pricing
  const dearer = ranges.map(range => ({
    ...range,
    downPayments: range.downPayments.map(({ percentage, installments }) => ({
      percentage,
      installments: installments.map(({ times, interest }) => ({ times, interest: interest + 0.5 })),
    })),
  }))
  const policy = {
    ...richDemonstrationPolicy,
    pricing: { ...richDemonstrationPolicy.pricing, ranges: dearer },
  }
  await app.services.credit.policies.publish(DEMO_RETAILER, policy)
  app.clock.advance({ hours: 48, ms: -1 })
  for (const { body, retailerId } of shown) await expectStoredAsShown(body, retailerId, shownAt)
  // The policy in force is cached for a few seconds of real time.
  await delay(4_100)
  const later = await quote(DEMO_KEY, 2345.67)
  assert.equal(later.downPaymentOptions?.[0]?.options[0]?.interestRatePM, 7.49)
})

test('an option belongs to its retailer alone, and a sibling id that was not shown does not exist', async () => {
  const body = await quote(DEMO_KEY, 2000)
  const ids = listWireOptions(body).map(({ _id }) => _id)
  for (const id of ids) assert.equal(await findOption(app.database, PLAIN_RETAILER, id), undefined)
  const family = body.checkoutId.slice(0, 21)
  const last = Number.parseInt(ids.at(-1)?.slice(21) ?? '', 16)
  for (const ordinal of [0, last + 1, 0xfff]) {
    const id = family + ordinal.toString(16).padStart(3, '0')
    assert.equal(await findOption(app.database, DEMO_RETAILER, id), undefined)
  }
  for (const id of ['', 'abc', '0'.repeat(24), 'z'.repeat(24)])
    assert.equal(await findOption(app.database, DEMO_RETAILER, id), undefined)
})

test('a refused customer’s checkout has no options', async () => {
  const { body } = await app.post<OptionsBody>('/options', optionsBody(DEMO_KEY, newPerson('002'), 2000))
  const first = `${body.checkoutId.slice(0, 21)}001`
  assert.equal(await findOption(app.database, DEMO_RETAILER, first), undefined)
})

/** Written about a second after each request, also after those of the tests before. */
const REQUEST_LOG = ['api_requests', 'api_key_uses']

async function countRows(): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    app,
    `SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    if (REQUEST_LOG.includes(name)) continue
    const [row] = await query<{ count: number }>(app, `SELECT count(*)::integer AS count FROM ${name}`)
    counts[name] = row?.count ?? 0
  }
  return counts
}

test('a checkout of 130 options is one row of less than 25 kB, and no table grows with the options', async () => {
  const before = await countRows()
  const body = await quote(DEMO_KEY, 5000)
  assert.equal(listWireOptions(body).length, 130)
  const after = await countRows()
  const grown = Object.keys(after).filter(name => after[name] !== before[name])
  for (const name of grown) assert.equal(after[name], (before[name] ?? 0) + 1, name)
  assert.equal(after.checkouts, (before.checkouts ?? 0) + 1)
  const [row] = await query<{ bytes: number }>(
    app,
    'SELECT pg_column_size(c.*) AS bytes FROM checkouts c WHERE id = $1',
    [body.checkoutId],
  )
  assert.ok(row && row.bytes > 1_000 && row.bytes < 25_000, `${row?.bytes} bytes`)
})
