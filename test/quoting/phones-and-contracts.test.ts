import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../src/kernel/ids.ts'
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
import { newPerson, optionsBody, type Person, preApproveBody } from '../support/people.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

async function quote(person: Person, key = DEMO_KEY): Promise<OptionsBody> {
  const { body } = await app.post<OptionsBody>('/options', optionsBody(key, person, 2000))
  checkOptions(body)
  return body
}

async function addContract(
  person: Person,
  contract: { retailerId: string; isLiving: boolean; hasStarted: boolean },
) {
  await query(app, 'INSERT INTO credit_contracts VALUES ($1, $2, $3, $4, $5)', [
    newId(),
    contract.retailerId,
    app.services.secrets.computeBlindIndex('cpf', person.cpf),
    contract.isLiving,
    contract.hasStarted,
  ])
}

test('the third CPF on one phone raises the alert, over all retailers, and only for those still within 30 days', async () => {
  const phone = '11999990001'
  const [first, second, third] = [newPerson(), newPerson(), newPerson()].map(person => ({ ...person, phone }))
  assert.ok(first && second && third)
  assert.equal((await quote(first)).blocklistInfo?.phoneAlert, false)
  app.clock.advance({ days: 10 })
  assert.equal((await quote(second, PLAIN_KEY)).blocklistInfo?.phoneAlert, false)
  assert.equal((await quote(second)).blocklistInfo?.phoneAlert, false)
  assert.equal((await quote(third)).blocklistInfo?.phoneAlert, true)
  assert.equal((await quote(first)).blocklistInfo?.phoneAlert, true)
  app.clock.advance({ days: 30, ms: -1 })
  assert.equal((await quote(first)).blocklistInfo?.phoneAlert, true)
  app.clock.advance({ ms: 1 })
  assert.equal((await quote(first)).blocklistInfo?.phoneAlert, false)
})

test('two spellings of one phone are one phone', async () => {
  const people = ['11999990002', '(11) 99999-0002', '+5511999990002'].map(phone => ({
    ...newPerson(),
    phone,
  }))
  const alerts: unknown[] = []
  for (const person of people) alerts.push((await quote(person)).blocklistInfo?.phoneAlert)
  assert.deepEqual(alerts, [false, false, true])
})

test('a phone used in /preApprove counts for the alert of /options', async () => {
  const phone = '11999990003'
  for (let times = 0; times < 2; times++)
    await app.post('/preApprove', preApproveBody(DEMO_KEY, { ...newPerson(), phone }))
  assert.equal((await quote({ ...newPerson(), phone })).blocklistInfo?.phoneAlert, true)
})

test('a living contract at another retailer refuses the customer and tells nothing about it', async () => {
  const withContract = newPerson()
  await addContract(withContract, { retailerId: PLAIN_RETAILER, isLiving: true, hasStarted: true })
  const elsewhere = await app.post('/preApprove', preApproveBody(DEMO_KEY, withContract, 2000))
  const { trackId, ...rest } = elsewhere.body
  assert.deepEqual(rest, {
    result: 'NO_ACTION',
    refusalReason: 'USER_HAS_TRANSACTION',
    preview: {
      downPayment: false,
      downPaymentOptions: [],
      preApproved: false,
      showScript: true,
      simulation: { downPaymentPercentage: 0, installmentsNumber: 0, interest: 0 },
    },
    error: false,
  })
  const own = newPerson()
  await addContract(own, { retailerId: DEMO_RETAILER, isLiving: true, hasStarted: true })
  const here = await app.post('/preApprove', preApproveBody(DEMO_KEY, own, 2000))
  assert.deepEqual({ ...here.body, trackId: '' }, { ...elsewhere.body, trackId: '' })
  assert.equal((await quote(withContract)).refusalReason, 'USER_HAS_TRANSACTION')
})

test('the registration fee is charged until a contract of the CPF has started, anywhere', async () => {
  const person = newPerson()
  const fees = async () =>
    new Set(
      listWireOptions(await quote(person)).map(each => [each.tc, each.tcPercentage, each.tcValue].join()),
    )
  assert.deepEqual(await fees(), new Set(['true,1.5,30']))
  await addContract(person, { retailerId: PLAIN_RETAILER, isLiving: false, hasStarted: false })
  assert.deepEqual(await fees(), new Set(['true,1.5,30']))
  await addContract(person, { retailerId: PLAIN_RETAILER, isLiving: false, hasStarted: true })
  assert.deepEqual(await fees(), new Set(['false,0,0']))
  const shown = listWireOptions(await quote(person))
  assert.ok(shown.every(each => each.priceDetails.every(row => row.tcValue === 0)))
  const { body } = await app.post('/preApprove', preApproveBody(DEMO_KEY, person, 2000))
  assert.deepEqual(body.preview, (await quote(person)).preview)
})
