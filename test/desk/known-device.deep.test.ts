import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { askSignIn, type DeskPerson, newDeskPerson, nextCode } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

let addresses = 0
/** Every test has its own addresses, so that none waits for the failures of another. */
function newAddress() {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}

/** A browser that has signed in once, and what it keeps beside the session. */
async function knowDevice(person: DeskPerson): Promise<string> {
  const { email, password } = person
  const answer = await askSignIn(app, { email, password, code: nextCode(app, person) }, newAddress())
  assert.equal(answer.status, 200, answer.text)
  return answer.headers.getSetCookie()[1]?.split(';')[0] ?? ''
}

const fail = (email: string, headers: Record<string, string>) =>
  askSignIn(app, { email, password: 'wrong', code: '000000' }, headers)

/** Strangers then wait for two minutes, longer than until the next code. */
async function lockOut(email: string): Promise<void> {
  const stranger = newAddress()
  for (let count = 0; count < 12; count++) {
    app.clock.advance({ minutes: 5 })
    await fail(email, stranger)
  }
  expectError(await fail(email, newAddress()), { code: 'rate_limited' })
}

test('strangers who guess at an e-mail lock out other strangers, not the operator’s own browser', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const { email, password } = person
  const cookie = await knowDevice(person)
  app.clock.advance({ days: 2 })
  await lockOut(email)
  const signIn = async (headers: Record<string, string>) =>
    askSignIn(app, { email, password, code: nextCode(app, person) }, headers)
  expectError(await signIn(newAddress()), { code: 'rate_limited' })
  const own = await signIn({ ...newAddress(), cookie })
  assert.equal(own.status, 200, own.text)
  const renewed = own.headers.getSetCookie()[1]?.split(';')[0] ?? ''
  assert.equal(renewed.split('.')[0], cookie.split('.')[0], 'the device keeps its id and its counter')
})

test('a sign-in from a known device does not forgive what strangers tried meanwhile', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const { email, password } = person
  const cookie = await knowDevice(person)
  const wrong = async () => (await fail(email, newAddress())).status
  for (let count = 0; count < 8; count++) {
    await wrong()
    app.clock.advance({ minutes: 5 })
  }
  const code = nextCode(app, person)
  assert.equal((await askSignIn(app, { email, password, code }, { cookie })).status, 200)
  assert.deepEqual(
    [await wrong(), await wrong()],
    [401, 429],
    'the next failure makes strangers wait at once',
  )
})

test('failures from the operator’s own address do not lock out its known devices, and theirs are limited too', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const { email, password } = person
  const cookie = await knowDevice(person)
  const office = newAddress()
  for (let count = 0; count < 32; count++) await fail(`nobody${count}@mesa.example`, office)
  expectError(await fail('nobody@mesa.example', office), { code: 'rate_limited' })
  for (let count = 0; count < 6; count++)
    expectError(await fail(email, { ...office, cookie }), { code: 'desk_sign_in_refused' })
  expectError(await fail(email, { ...office, cookie }), { code: 'rate_limited' })
  app.clock.advance({ ms: 2_000 })
  const code = nextCode(app, person)
  assert.equal((await askSignIn(app, { email, password, code }, { ...office, cookie })).status, 200)
})

test('a device is known for one operator, half a year, and only with its signature', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const other = await newDeskPerson(app, 'analyst')
  const [name = '', value = ''] = (await knowDevice(person)).split('=')
  const [id = '', expires = '', signature = ''] = value.split('.')
  const foreign = (await knowDevice(other)).split('=')[1] ?? ''
  await lockOut(person.email)
  const forged = [
    foreign,
    `${id}.${Number(expires) + 1}.${signature}`,
    `${id}x.${expires}.${signature}`,
    `${id}.${expires}.`,
    id,
    '',
  ]
  for (const each of forged) {
    const cookie = `${name}=${each}`
    expectError(await fail(person.email, { ...newAddress(), cookie }), { code: 'rate_limited' })
  }
  const known = { ...newAddress(), cookie: `${name}=${value}` }
  expectError(await fail(person.email, known), { code: 'desk_sign_in_refused' })
  app.clock.advance({ days: 180 })
  await lockOut(person.email)
  expectError(await fail(person.email, known), { code: 'rate_limited' })
})
