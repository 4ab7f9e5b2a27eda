import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { OnboardingState } from '../../src/contract/onboarding.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { address, newPerson } from '../support/people.ts'
import { askTransaction, cancel, read } from '../support/purchase-http.ts'
import { expectSoundBooks, view } from '../support/purchases.ts'
import { HostedVisit, readCode } from './hosted-visit.ts'
import { askDelete, listActions, newLink, readLink } from './link-calls.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  await app.services.retailers.allowOrigin(DEMO_RETAILER, 'https://shop.example')
})
after(() => app.stop())

test('from the link to the onboarding, with the phone confirmed already', async () => {
  const link = await newLink(app, {
    cancelUrl: 'https://shop.example/cart',
    returnUrl: 'https://shop.example/pedido?id=7',
  })
  const person = newPerson()
  const device = new HostedVisit(app, link)
  const first = await device.do('state')
  assert.deepEqual(
    [first.screen, first.amount, first.description, first.shopUrl],
    ['who', 2_000, 'Geladeira', 'https://shop.example/cart'],
  )
  assert.equal((await readLink(app, link.id)).status, 'ACTIVE')
  await device.do('open', {})
  assert.equal((await readLink(app, link.id)).status, 'OPENED')
  const asked = await device.do('person', { name: 'Zoé Ångström', ...person, ...address })
  assert.deepEqual(
    [asked.screen, asked.maskedPhone, asked.groups],
    ['code', `(11) *****-${person.phone.slice(-4)}`, undefined],
  )
  assert.ok(asked.code)
  const offered = await device.do('confirm', { code: await readCode(app, person.phone) })
  assert.deepEqual([offered.screen, offered.firstName], ['options', 'Zoé'])
  const group = offered.groups?.find(({ kind, downPayment }) => kind === 'grace' && downPayment > 0)
  const option = group?.options[2]
  assert.ok(group && option?.insurance)
  assert.deepEqual((await device.do('state')).groups, offered.groups)
  const chosen = await device.ask('choose', { optionId: option.optionId, hasInsurance: true })
  assert.equal(chosen.status, 200, chosen.text)
  const again = await device.ask('choose', { optionId: option.optionId, hasInsurance: true })
  assert.equal(again.text, chosen.text)
  const { status, transactionId = '' } = await readLink(app, link.id)
  assert.equal(status, 'CLAIMED')
  const { purchase } = await view(app, transactionId)
  assert.deepEqual(
    [purchase.status, purchase.step, purchase.customer.name, purchase.products, purchase.description],
    ['PENDING', 'FRONTDOC', 'Zoé Ångström', undefined, 'Geladeira'],
  )
  assert.deepEqual(
    [
      purchase.contract.installmentCentavos / 100,
      purchase.contract.firstDueDate,
      purchase.downPaymentCentavos / 100,
    ],
    [option.insurance.installmentValue, option.firstDueDate, group.downPayment],
  )
  const path = String(chosen.body.returnUrl).replace(/^.*\/onboarding/, '/onboarding')
  const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const readOnboarding = async () => {
    const onboarding = await fetch(`${app.url}${path}/state`, { headers: { cookie } })
    return (await onboarding.json()) as OnboardingState
  }
  const state = await readOnboarding()
  assert.deepEqual([state.step, state.needsConfirmation, state.shopUrl], ['FRONTDOC', false, undefined])
  assert.deepEqual(state.lender, first.lender)
  const channels = ['sac', 'ouvidoria', 'privacy', 'insurer', 'susepProcess']
  assert.deepEqual(Object.keys(first.lender ?? {}), ['name', 'cnpj', ...channels])
  assert.equal((await device.do('state')).returnUrl, chosen.body.returnUrl)
  assert.equal((await new HostedVisit(app, link).do('state')).ending, 'claimed')
  assert.deepEqual(await listActions(app, link.id), ['OPENED', 'CLAIMED'])
  expectError(await askTransaction(app, transactionId, { products: ['sku-1'] }), {
    code: 'transaction_without_products',
    message: 'Transaction has no products array',
    fields: [],
  })
  assert.ok(!('products' in (await read(app, transactionId))))
  assert.equal((await askDelete(app, link.id)).status, 200)
  assert.equal((await read(app, transactionId)).cancelReason, 'PAYMENT_LINK_DELETED')
  // Word for word as the shop gave it: nothing is appended.
  assert.equal((await readOnboarding()).shopUrl, 'https://shop.example/pedido?id=7')
})

async function countDecisions(): Promise<number | undefined> {
  const rows = await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM credit_decisions')
  return rows[0]?.count
}

test('before the code nothing is said about credit, and nobody is asked', async () => {
  const before = await countDecisions()
  const denied = newPerson('002')
  const [good, bad] = [new HostedVisit(app, await newLink(app)), new HostedVisit(app, await newLink(app))]
  const approved = await good.do('person', { name: 'Maria', ...newPerson(), ...address })
  const refused = await bad.do('person', { name: 'Maria', ...denied, ...address })
  assert.deepEqual(Object.keys(approved).sort(), Object.keys(refused).sort())
  for (const device of [good, bad, new HostedVisit(app, await newLink(app))])
    expectError(await device.ask('choose', { optionId: 'x', hasInsurance: false }), {
      code: 'device_not_confirmed',
    })
  assert.equal(await countDecisions(), before)
})

test('a refused person is told why in one word, and the link stays free until five different people were refused', async () => {
  const link = await newLink(app)
  for (let refused = 1; refused <= 5; refused++) {
    const state = await new HostedVisit(app, link).identify(newPerson('002'))
    assert.equal(state.screen, refused < 5 ? 'refused' : 'ended', JSON.stringify(state))
    if (refused < 5) assert.ok(state.refusal && state.groups === undefined)
  }
  const device = new HostedVisit(app, link)
  assert.equal((await device.do('state')).ending, 'locked')
  const person = { name: 'Maria', ...newPerson(), ...address }
  expectError(await device.ask('person', person), { code: 'link_locked' })
  assert.ok((await readLink(app, link.id)).lockedAt)
})

test('what the shop gave is shown masked, and counts only with the phone that the shop gave', async () => {
  const given = newPerson()
  const customer = { ...given, ...address, name: 'Maria da Conceição' }
  const link = await newLink(app, { customer })
  const stranger = new HostedVisit(app, link)
  const { given: masked } = await stranger.do('state')
  for (const secret of [given.cpf, given.phone, given.email, 'Conceição', 'Paulista'])
    assert.ok(!JSON.stringify(masked).includes(secret), secret)
  const own = newPerson()
  const refused = await stranger.ask('person', { name: 'Eva', phone: own.phone })
  assert.equal(refused.status, 400)
  const fields = (refused.body.details as { field: string }[]).map(each => each.field)
  assert.deepEqual(fields.sort(), [
    'addressNumber',
    'addressStreet',
    'city',
    'cpf',
    'email',
    'state',
    'zipCode',
  ])
  const device = new HostedVisit(app, link)
  await device.do('person', { name: 'Maria da Conceição' })
  const state = await device.do('confirm', { code: await readCode(app, given.phone) })
  assert.equal(state.screen, 'options')
})

test('codes are guessed five times, sent after a pause, and twenty visits a day are enough for a link', async () => {
  const link = await newLink(app)
  const person = newPerson()
  const device = new HostedVisit(app, link)
  await device.do('person', { name: 'Maria', ...person, ...address })
  expectError(await device.ask('code', {}), { code: 'code_limit' })
  const right = await readCode(app, person.phone)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let guess = 0; guess < 5; guess++)
    expectError(await device.ask('confirm', { code: wrong }), { code: 'code_refused' })
  expectError(await device.ask('confirm', { code: right }), { code: 'code_refused' })
  assert.equal((await device.do('restart', {})).screen, 'who')
  for (let visit = 1; visit < 20; visit++)
    await new HostedVisit(app, link).do('person', { name: 'Maria', ...newPerson(), ...address })
  const late = await new HostedVisit(app, link).ask('person', { name: 'Maria', ...newPerson(), ...address })
  expectError(late, { code: 'code_limit' })
})

test('pages of other sites, wrong tokens and wrong screens are refused', async () => {
  const link = await newLink(app)
  const device = new HostedVisit(app, link)
  expectError(await device.ask('open', {}, {}), { code: 'cross_site_request' })
  const foreign = { 'x-onboarding': '1', 'sec-fetch-site': 'cross-site' }
  expectError(await device.ask('open', {}, foreign), { code: 'cross_site_request' })
  for (const token of ['x', 'A'.repeat(32)])
    expectError(await new HostedVisit(app, { url: token.padStart(32, '-') }).ask('state'), {
      code: 'link_not_found',
    })
  expectError(await device.ask('confirm', { code: '123456' }), { code: 'wrong_screen' })
  expectError(await device.ask('code', {}), { code: 'wrong_screen' })
  await device.identify(newPerson())
  expectError(await device.ask('confirm', { code: '123456' }), { code: 'wrong_screen' })
  expectError(await device.ask('choose', { optionId: '0123456789abcdef01234567', hasInsurance: false }), {
    code: 'option_invalid',
  })
  const answer = await device.ask('state')
  assert.equal(answer.headers.get('x-robots-tag'), 'noindex, nofollow')
  await askDelete(app, link.id)
  assert.equal((await device.do('state')).ending, 'deleted')
  const [option] = (answer.body.groups as { options: { optionId: string }[] }[])[0]?.options ?? []
  expectError(await device.ask('choose', { optionId: option?.optionId, hasInsurance: false }), {
    code: 'link_ended',
  })
})

test('of ten people who choose at once one claims the link, and the others are told', async () => {
  const link = await newLink(app)
  const devices = Array.from({ length: 10 }, () => new HostedVisit(app, link))
  const options: (string | undefined)[] = []
  // No more than five are evaluated at once: on a busy machine the sixth would be told to come back.
  for (const five of [devices.slice(0, 5), devices.slice(5)])
    options.push(
      ...(await Promise.all(
        five.map(async device => (await device.identify(newPerson())).groups?.[0]?.options[0]?.optionId),
      )),
    )
  const answers = await Promise.all(
    devices.map((device, at) => device.ask('choose', { optionId: options[at], hasInsurance: false })),
  )
  const winners = answers.filter(({ status }) => status === 200)
  assert.equal(winners.length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(answer, { code: 'link_claimed' })
  const { transactionId = '' } = await readLink(app, link.id)
  await cancel(app, transactionId)
  assert.equal((await readLink(app, link.id)).status, 'ACTIVE')
})

test('nothing of a visit is readable in the database', async () => {
  const rows = await query<{ text: string }>(app, 'SELECT v::text AS text FROM payment_link_visits v')
  const dump = rows.map(({ text }) => text).join('\n')
  assert.ok(rows.length > 10)
  for (const secret of ['Maria', 'Paulista', 'exemplo.com.br', 'installmentValue'])
    for (const written of [secret, Buffer.from(secret).toString('hex')])
      assert.ok(!dump.includes(written), secret)
})

test('after all of this the books are sound', () => expectSoundBooks(app))
