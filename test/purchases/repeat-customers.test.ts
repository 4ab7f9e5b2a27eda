import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import { plainDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PLAIN_RETAILER,
  query,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { newPerson, optionsBody, type Person } from '../support/people.ts'
import { contextOf, expectSoundBooks, newOrderId, pickOption, quote } from '../support/purchases.ts'

/** Its policy says nothing about customers who buy again. */
const ONE = { key: DEMO_KEY, retailerId: DEMO_RETAILER }
const SEVERAL = { key: PLAIN_KEY, retailerId: PLAIN_RETAILER }

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  await app.services.credit.policies.publish(PLAIN_RETAILER, {
    ...plainDemonstrationPolicy,
    attempts: { ...plainDemonstrationPolicy.attempts, limit: 100 },
    customer: { livingContracts: 3, totalExposure: 2_500 },
  })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

/** Several quotations without a down payment, then all authorizations at once. Returns the purchases that were made. */
async function race(person: Person, { key, retailerId }: typeof ONE, value: number, times: number) {
  const commands: Parameters<typeof authorizePurchase>[1][] = []
  for (let at = 0; at < times; at++) {
    const option = pickOption(await quote(app, { key, person, value }), { downPayment: false })
    commands.push({ retailerId, optionId: option._id, orderId: newOrderId(), hasInsurance: undefined })
  }
  const made = await Promise.allSettled(commands.map(each => authorizePurchase(contextOf(app), each)))
  for (const each of made)
    if (each.status === 'rejected') assert.equal(each.reason.code, 'contract_in_progress', each.reason)
  return made.flatMap(each => (each.status === 'fulfilled' ? [each.value.purchase] : []))
}

const ask = async (person: Person, { key }: typeof ONE, value = 1_000) =>
  (await app.post<{ result: string; refusalReason?: string }>('/options', optionsBody(key, person, value)))
    .body

async function readLiving(person: Person): Promise<[number, number] | undefined> {
  const [row] = await query<{ contracts: number; financed: number }>(
    app,
    `SELECT count(*)::integer AS contracts, coalesce(sum(financed_centavos), 0)::bigint AS financed
      FROM credit_contracts WHERE is_living AND cpf_index = $1`,
    [app.services.secrets.computeBlindIndex('cpf', person.cpf)],
  )
  return row && [row.contracts, row.financed]
}

test('by default a person has one living contract, and of several authorizations at once one is made', async () => {
  const person = newPerson()
  assert.equal((await race(person, ONE, 1_000, 3)).length, 1)
  assert.deepEqual(await readLiving(person), [1, 100_000])
  assert.equal((await ask(person, ONE)).refusalReason, 'USER_HAS_TRANSACTION')
})

test('a policy allows more within a total exposure, which authorizations at once do not exceed', async () => {
  const person = newPerson()
  // The third would make 3,000.00.
  assert.equal((await race(person, SEVERAL, 1_000, 5)).length, 2)
  assert.deepEqual(await readLiving(person), [2, 200_000])
  assert.equal((await ask(person, SEVERAL, 800)).result, 'APPROVED', '500.00 are left to lend')
  assert.equal((await ask(person, SEVERAL)).result, 'PRICE_OUT_RANGE')
  assert.equal((await ask(person, ONE)).refusalReason, 'USER_HAS_TRANSACTION')
})

test('authorizations at once do not exceed the number of contracts, and the place of one that ended is free again', async () => {
  const person = newPerson()
  const [first] = await race(person, SEVERAL, 300, 5)
  assert.ok(first)
  assert.deepEqual(await readLiving(person), [3, 90_000])
  assert.equal((await ask(person, SEVERAL)).refusalReason, 'USER_HAS_TRANSACTION')
  const { id: transactionId, retailerId } = first
  await cancelPurchase(contextOf(app), { retailerId, transactionId, by: 'retailer' })
  // Two contracts live, one of them perhaps not in the first place: a retailer that allows one makes none.
  assert.equal((await ask(person, ONE)).refusalReason, 'USER_HAS_TRANSACTION')
  assert.equal((await race(person, SEVERAL, 300, 3)).length, 1)
  assert.deepEqual(await readLiving(person), [3, 90_000])
})
